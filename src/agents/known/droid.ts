import { type Ending, failed } from "../../core/transcript.js";
import type { AgentCli } from "../agent-cli.js";
import { apiFailure } from "../transcripts/api-error.js";
import { addMessage, type Draft, overhear, ran } from "../transcripts/draft.js";
import { type Json, object, text } from "../transcripts/json.js";
import { readUsage } from "./claude.js";

const unclosed = failed("cut-off", "the stream ends without a completion event");
const killed = failed("interrupted", "the agent's last command was stopped from outside");

/**
 * The first event looks like Claude's, the rest does not. A first event without a permission mode is never Claude's.
 */
const isDroidEvent = (event: Json): boolean =>
  (event["type"] === "message" && "role" in event && typeof event["text"] === "string") ||
  (event["subtype"] === "init" && "reasoning_effort" in event && !("permissionMode" in event)) ||
  (event["type"] === "completion" && "finalText" in event) ||
  (event["type"] === "tool_call" && "toolName" in event);

/** `droid exec -o stream-json`. Must be tried before Claude's reader, which also accepts the first event. */
export const droid: AgentCli = {
  name: "droid",
  events: {
    format: "droid",
    recognises: (first) => first.some(isDroidEvent),
    unclosed,
    isBulk: (head) => head.startsWith('{"type":"reasoning"'),
    read: readDroidEvent,
  },
};

function readDroidEvent(of: Draft, event: Json, line: number): void {
  of.sessionId ??= text(event["session_id"]) || null;
  switch (event["type"]) {
    case "message":
      if (event["role"] === "assistant") addMessage(of, text(event["text"]), line);
      else overhear(of, "prompt", { text: text(event["text"]), line });
      return;
    case "tool_call":
      readCall(of, event);
      return;
    case "tool_result":
      readToolResult(of, event, line);
      return;
    case "error":
      of.ending = readError(of.ending, event);
      return;
    case "completion":
      readCompletion(of, event, line);
  }
}

const editing = new Set(["Create", "Edit", "MultiEdit", "ApplyPatch"]);

function readCall(of: Draft, event: Json): void {
  of.ending = unclosed;
  ran(of, text(object(event["parameters"])["command"]));
  if (editing.has(text(event["toolName"]))) of.edits++;
}

const denied =
  /insufficient permission|permission (?:was )?(?:denied|rejected) by|(?:user|policy) (?:denied|rejected)/i;

function readToolResult(of: Draft, event: Json, line: number): void {
  const error = object(event["error"]);
  const message = text(error["message"]);
  overhear(of, "tool-result", { text: text(event["value"]) || message, line });
  if (event["isError"] !== true) return;
  if (/permission|denied/i.test(text(error["type"])) || denied.test(message)) of.denials++;
  if (/^(?:error: )?command terminated by signal: SIG(?:INT|TERM|HUP)\b/i.test(message)) of.ending = killed;
}

/** The agent loop reports the cause; the CLI around it then only reports that it failed. */
function readError(before: Ending, event: Json): Ending {
  const isTold = before.is === "failed" && before !== unclosed;
  if (event["source"] === "cli" && isTold) return before;
  return { is: "failed", failure: apiFailure({ message: text(event["message"]) }) };
}

/** After Ctrl-C droid stops the command, calls the model once more and completes with exit code 0. */
function readCompletion(of: Draft, event: Json, line: number): void {
  of.usage = readUsage(object(event["usage"])) ?? of.usage;
  const words = text(event["finalText"]);
  if (of.messages.at(-1)?.text.trim() !== words.trim()) addMessage(of, words, line);
  if (of.ending !== killed) of.ending = { is: "finished" };
}

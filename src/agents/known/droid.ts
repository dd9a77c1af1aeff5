import { type Ending, failed } from "../../decide/transcript.js";
import { option } from "../../lib/process/option.js";
import type { AgentCli, AgentStart } from "../agent-cli.js";
import { apiFailure } from "../transcripts/api-error.js";
import { readUsage } from "../transcripts/claude-result.js";
import { addCommand, addMessage, type Draft, overhear } from "../transcripts/draft.js";
import { type Json, object, text } from "../transcripts/json.js";

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

export const droidStart: AgentStart = {
  name: "droid",
  format: "droid",
  args: ({ resume, model, permissions, more }) => [
    ...["exec", "-o", "stream-json", ...permissions],
    ...option("-m", model),
    ...option("-s", resume),
    ...more,
  ],
  prompt: "last-argument",
  permissions: {
    all: { flags: ["--skip-permissions-unsafe"] },
    edit: { flags: ["--auto", "low"], may: "edit files and run commands that Droid takes for low risk" },
    read: { flags: [], may: "read files and run commands that Droid takes for read-only" },
  },
  reports: { cost: false, tokens: true, limits: "message", stopReasons: "event" },
  setUp: { install: "npm install -g droid", logIn: "droid, then /login (or set FACTORY_API_KEY)" },
  logInSigns: { variables: ["FACTORY_API_KEY"], files: [".factory/auth.json", ".factory/auth.encrypted"] },
  tried: "output",
  readToolCalls: (event) =>
    event["type"] === "tool_call" ? [{ tool: text(event["toolName"]), input: object(event["parameters"]) }] : [],
};

function readDroidEvent(draft: Draft, event: Json, line: number): void {
  draft.sessionId ??= text(event["session_id"]) || null;
  switch (event["type"]) {
    case "message":
      if (event["role"] === "assistant") addMessage(draft, text(event["text"]), line);
      else overhear(draft, "prompt", { text: text(event["text"]), line });
      return;
    case "tool_call":
      readCall(draft, event);
      return;
    case "tool_result":
      readToolResult(draft, event, line);
      return;
    case "error":
      draft.ending = readError(draft.ending, event);
      return;
    case "completion":
      readCompletion(draft, event, line);
  }
}

const editing = new Set(["Create", "Edit", "MultiEdit", "ApplyPatch"]);

function readCall(draft: Draft, event: Json): void {
  draft.ending = unclosed;
  addCommand(draft, text(object(event["parameters"])["command"]));
  if (editing.has(text(event["toolName"]))) draft.edits++;
}

const denied =
  /insufficient permission|permission (?:was )?(?:denied|rejected) by|(?:user|policy) (?:denied|rejected)/i;

function readToolResult(draft: Draft, event: Json, line: number): void {
  const error = object(event["error"]);
  const message = text(error["message"]);
  overhear(draft, "tool-result", { text: text(event["value"]) || message, line });
  if (event["isError"] !== true) return;
  if (/permission|denied/i.test(text(error["type"])) || denied.test(message)) draft.denials++;
  if (/^(?:error: )?command terminated by signal: SIG(?:INT|TERM|HUP)\b/i.test(message)) draft.ending = killed;
}

/** The agent loop reports the cause; the CLI around it then only reports that it failed. */
function readError(before: Ending, event: Json): Ending {
  const isTold = before.is === "failed" && before !== unclosed;
  if (event["source"] === "cli" && isTold) return before;
  return { is: "failed", failure: apiFailure({ message: text(event["message"]) }) };
}

/** After Ctrl-C droid stops the command, calls the model once more and completes with exit code 0. */
function readCompletion(draft: Draft, event: Json, line: number): void {
  draft.usage = readUsage(object(event["usage"])) ?? draft.usage;
  const words = text(event["finalText"]);
  if (draft.messages.at(-1)?.text.trim() !== words.trim()) addMessage(draft, words, line);
  if (draft.ending !== killed) draft.ending = { is: "finished" };
}

import { type Ending, failed } from "../../decide/transcript.js";
import { option } from "../../lib/process/option.js";
import type { AgentCli, AgentStart } from "../agent-cli.js";
import { apiFailure } from "../transcripts/api-error.js";
import { addCommand, addMessage, type Draft, overhear } from "../transcripts/draft.js";
import { type Json, list, number, object, text } from "../transcripts/json.js";

const kinds = new Set(["agent_event", "run_result", "run_aborted"]);
const unclosed = failed("cut-off", "the stream ends without a run_result");
/** Partial answers, each including all earlier parts, and the output of running commands. */
const bulk =
  /^\{"ts":"[^"]*","type":"agent_event","event":\{"type":"content_(?:update|start","contentType":"(?:text|reas))/;

/** `cline --json`: agent events in an envelope, then one result. `content_end` has the complete message. */
export const cline: AgentCli = {
  name: "cline",
  events: {
    format: "cline",
    recognises: (first) =>
      first.some((event) => kinds.has(text(event["type"])) || ("hookEventName" in event && "taskId" in event)),
    unclosed,
    isBulk: (head) => bulk.test(head),
    read: readClineEvent,
  },
};

export const clineStart: AgentStart = {
  name: "cline",
  format: "cline",
  args: ({ resume, model, permissions, more }) => [
    ...["--json", ...permissions],
    ...option("-m", model),
    ...option("--id", resume),
    ...more,
  ],
  prompt: "last-argument",
  permissions: { all: { flags: ["--auto-approve", "true"] } },
  env: { CLINE_SESSION_BACKEND_MODE: "local" }, // Else it leaves a server running.
  politeSignal: "SIGINT", // It ignores SIGTERM.
  reports: { cost: true, tokens: true, limits: "message", stopReasons: "event" },
  setUp: { install: "npm install -g cline", logIn: "cline auth" },
  logInSigns: { variables: [], files: [".cline/data/settings/providers.json"] },
  tried: "output",
  readToolCalls(event) {
    const inner = object(event["event"]);
    return inner["type"] === "content_start" && inner["contentType"] === "tool"
      ? [{ tool: text(inner["toolName"]), input: object(inner["input"]) }]
      : [];
  },
};

function readClineEvent(draft: Draft, event: Json, line: number): void {
  switch (event["type"]) {
    case "hook_event":
      draft.sessionId ??= text(event["taskId"]) || null;
      return;
    case "agent_event":
      readAgentEvent(draft, object(event["event"]), line);
      return;
    case "run_result":
      readResult(draft, event, line);
      return;
    case "run_aborted":
      draft.ending = failed("interrupted", "the agent was interrupted");
  }
}

function readAgentEvent(draft: Draft, event: Json, line: number): void {
  switch (event["type"]) {
    case "iteration_start":
      if (draft.ending.is === "finished") draft.ending = unclosed;
      return;
    case "content_start":
      if (event["contentType"] === "tool") readToolStart(draft, event);
      return;
    case "content_end":
      readContent(draft, event, line);
      return;
    case "usage":
      draft.usage = readTotals(event) ?? draft.usage;
      draft.costUsd = number(event["totalCost"]) ?? draft.costUsd;
      return;
    case "error":
      draft.ending = readError(event);
      return;
    case "done":
      draft.ending = readEnding(draft.ending, text(event["reason"]), text(event["text"]));
  }
}

const editing = new Set(["editor", "apply_patch", "write_to_file", "replace_in_file"]);

function readToolStart(draft: Draft, event: Json): void {
  const input = object(event["input"]);
  for (const command of [input["command"], ...list(input["commands"])])
    addCommand(draft, text(command) || text(object(command)["command"]));
  if (editing.has(text(event["toolName"]))) draft.edits++;
}

const denied =
  /\b(?:denied|rejected|declined|not approved)\b.{0,40}\b(?:user|policy|approval|permission)|\b(?:user|policy|approval)\b.{0,40}\b(?:denied|rejected|declined|not approved)\b/i;

function readContent(draft: Draft, event: Json, line: number): void {
  const isTool = event["contentType"] === "tool";
  if (event["contentType"] === "text") addMessage(draft, text(event["text"]), line);
  else if (isTool) overhear(draft, "tool-result", { text: JSON.stringify(event["output"] ?? ""), line });
  else overhear(draft, "thinking", { text: text(event["text"]) || text(event["reasoning"]), line });
  const error = text(event["error"]) || text(object(event["output"])["error"]);
  if (isTool && denied.test(error)) draft.denials++;
}

function readResult(draft: Draft, event: Json, line: number): void {
  const words = text(event["text"]);
  const usage = object(event["usage"]);
  draft.usage = readUsage(usage) ?? draft.usage;
  draft.costUsd = number(usage["totalCost"]) ?? draft.costUsd;
  draft.ending = readEnding(draft.ending, text(event["finishReason"]), words);
  if (draft.ending.is === "failed") overhear(draft, "synthetic", { text: words, line });
  else if (draft.messages.at(-1)?.text.trim() !== words.trim()) addMessage(draft, words, line);
}

function readError(event: Json): Ending {
  const error = object(event["error"]);
  const code = text(event["errorClass"]);
  const status = number(error["statusCode"]) ?? number(error["status"]) ?? (code === "auth" ? 401 : undefined);
  return { is: "failed", failure: apiFailure({ message: text(error["message"]), status, code }) };
}

/** An `error` event has more detail than the result after it; "completed" means the agent recovered. */
function readEnding(before: Ending, reason: string, words: string): Ending {
  switch (reason) {
    case "completed":
      return { is: "finished" };
    case "aborted":
      return failed("interrupted", "the agent was interrupted");
    case "max_iterations":
      return failed("max-turns", "the agent used up its turns");
  }
  const isTold = before.is === "failed" && before !== unclosed;
  return isTold ? before : { is: "failed", failure: apiFailure({ message: words || reason }) };
}

const readTotals = (event: Json): Draft["usage"] =>
  readUsage({
    inputTokens: event["totalInputTokens"],
    outputTokens: event["totalOutputTokens"],
    cacheReadTokens: event["totalCacheReadTokens"],
    cacheWriteTokens: event["totalCacheWriteTokens"],
  });

/** Cline includes cached tokens in the input. */
function readUsage(usage: Json): Draft["usage"] {
  const output = number(usage["outputTokens"]);
  if (output === undefined) return null;
  const cacheRead = number(usage["cacheReadTokens"]) ?? 0;
  const cacheWrite = number(usage["cacheWriteTokens"]) ?? 0;
  const input = number(usage["inputTokens"]) ?? 0;
  return { inputUncached: Math.max(0, input - cacheRead - cacheWrite), cacheRead, cacheWrite, output };
}

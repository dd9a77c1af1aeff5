import { type Ending, explicitFailure, failed } from "../../decide/transcript.js";
import { readResult, readUsage } from "./claude-result.js";
import { addCommand, addMessage, type Draft, overhear } from "./draft.js";
import { classifyError } from "./failures.js";
import { type Json, list, number, object, objects, text } from "./json.js";
import { spend } from "./spend.js";

export const unclosed = failed("cut-off", "the stream ends without a result event");

/** Reads one event of Claude Code, or of a CLI with the same format. Ignores unknown kinds. */
export function readClaudeEvent(draft: Draft, event: Json, line: number): void {
  draft.sessionId ??= text(event["session_id"]) || text(event["sessionId"]) || null;
  if (event["type"] === "assistant") readAssistant(draft, event, line);
  else if (event["type"] === "user") readUser(draft, event, line);
  else if (event["type"] === "result" || isUntypedResult(event)) readResult(draft, event, line);
  else if (event["type"] === "rate_limit_event") readRateLimit(draft, object(event["rate_limit_info"]));
  else if (event["type"] === "system") readNotice(draft, event);
}

function readNotice(draft: Draft, event: Json): void {
  if (event["subtype"] === "permission_denied") draft.denials++;
  if (event["subtype"] === "api_retry") draft.ending = retrying(event);
}

/** A retry is not a failure yet. If the stream stops here, this is what the agent was waiting for. */
function retrying(event: Json): Ending {
  const status = number(event["error_status"]);
  if (isRejected(event))
    return explicitFailure(classifyError("the vendor does not accept the log-in or key", { status }));
  const { limit } = classifyError(text(event["error"]), { status });
  return failed("cut-off", `the stream ends while the agent retries (${status ?? text(event["error"])})`, limit);
}

/** The first time, a log-in that has expired may be renewed. Later it is retried for minutes, without any use. */
export const isRejected = (event: Json): boolean =>
  event["error_status"] === 401 && (number(event["attempt"]) ?? 0) > 1;

const isUntypedResult = (event: Json): boolean => event["type"] === undefined && "result" in event;

const isRetrying = ({ ending }: Draft): boolean =>
  ending.is === "failed" && (ending.failure.kind === "cut-off" || ending.failure.kind === "auth");

/** A session file has no result event: its events carry the session under another name than the stream's. */
const isOfSession = (event: Json): boolean =>
  event["isSidechain"] === false || (text(event["sessionId"]) !== "" && event["session_id"] === undefined);

/** The last words of a turn. Older versions write no reason for the stop: then words without a tool call are an answer. */
function isAnswer(message: Json): boolean {
  const reason = message["stop_reason"];
  if (reason !== undefined && reason !== null) return reason === "end_turn" || reason === "stop_sequence";
  const types = objects(message["content"]).map(({ type }) => type);
  return types.includes("text") && !types.includes("tool_use");
}

function readAssistant(draft: Draft, event: Json, line: number): void {
  const message = object(event["message"]);
  const isSynthetic = message["model"] === "<synthetic>" || event["is_api_error_message"] === true;
  if (!isSynthetic && isRetrying(draft)) draft.ending = unclosed;
  // A sub-agent's answer goes to the agent, like a tool result.
  const isSubAgent = text(event["parent_tool_use_id"]) !== "" || event["isSidechain"] === true;
  if (isOfSession(event) && !isSubAgent) draft.ending = isAnswer(message) ? { is: "finished" } : unclosed;
  if (!isSynthetic) addStep(draft, message);
  for (const block of objects(message["content"])) {
    const words = text(block["text"]);
    if (block["type"] === "text" && words !== "") {
      if (isSynthetic) overhear(draft, "synthetic", { text: words, line });
      else if (isSubAgent) overhear(draft, "tool-result", { text: words, line });
      else addMessage(draft, words, line);
    }
    if (block["type"] === "tool_use") readToolUse(draft, block);
  }
}

/** A message arrives as one event per block, each with the tokens of the message, but only with the output so far. */
function addStep(draft: Draft, message: Json): void {
  const usage = readUsage(object(message["usage"]));
  if (!usage) return;
  const id = text(message["id"]);
  const written = Math.ceil(JSON.stringify(message["content"] ?? "").length / charactersPerToken);
  const before = draft.steps.get(id);
  draft.steps.set(id, { ...usage, output: Math.max(usage.output, (before?.output ?? 0) + written) });
}

const charactersPerToken = 4;

/** A turn that was cut off has no total, and an interrupted one a total of zero: use the sum of the steps instead. */
export function countUnbilled(draft: Draft): void {
  const seen: Draft = { ...draft, usage: null, costUsd: null };
  for (const step of draft.steps.values()) spend(seen, step, undefined);
  if (!seen.usage || countInput(seen.usage) <= countInput(draft.usage)) return;
  draft.usage = seen.usage;
  if (draft.costUsd === 0) draft.costUsd = null;
}

const countInput = (usage: Draft["usage"]): number =>
  usage ? usage.inputUncached + usage.cacheRead + usage.cacheWrite : 0;

const editing = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit", "write_file", "edit", "replace"]);

function readToolUse(draft: Draft, block: Json): void {
  const command = text(object(block["input"])["command"]);
  addCommand(draft, command);
  if (editing.has(text(block["name"]))) draft.edits++;
}

function readUser(draft: Draft, event: Json, line: number): void {
  const content = object(event["message"])["content"];
  if (isOfSession(event) && event["isSidechain"] !== true) draft.ending = unclosed; // The next turn begins.
  if (typeof content === "string") overhear(draft, "prompt", { text: content, line });
  for (const block of objects(content)) {
    const isTool = block["type"] === "tool_result";
    const words = isTool ? toolText(block) : text(block["text"]);
    overhear(draft, isTool ? "tool-result" : "prompt", { text: words, line });
  }
}

/** The result of a tool: a string, or a list of them. */
export const toolText = ({ content }: Json): string =>
  typeof content === "string"
    ? content
    : list(content)
        .map((part) => text(object(part)["text"]))
        .join("\n");

/** A rejected rate limit has the reset time; the result event that follows only says that it failed. */
function readRateLimit(draft: Draft, info: Json): void {
  if (info["status"] !== "rejected") return;
  draft.ending = {
    is: "failed",
    failure: classifyError("usage limit reached", { resetsAt: number(info["resetsAt"]) }),
  };
}

import { type Ending, failed } from "../core/transcript.js";
import { readResult } from "./claude-result.js";
import { addMessage, type Draft, draft, finishDraft, overhear, ran } from "./draft.js";
import { classifyError } from "./failures.js";
import { isObject, type Json, list, number, object, objects, parseJson, text } from "./json.js";
import type { DocumentReader, EventReader } from "./reader.js";

const kinds = new Set(["system", "assistant", "user", "result", "stream_event", "rate_limit_event"]);
const isClaudeEvent = (event: Json): boolean =>
  kinds.has(text(event["type"])) &&
  ("message" in event ||
    "subtype" in event ||
    "session_id" in event ||
    "is_error" in event ||
    "rate_limit_info" in event ||
    "event" in event);
const isResult = (event: Json): boolean => event["type"] === "result" && ("result" in event || "is_error" in event);

const unclosed = failed("cut-off", "the stream ends without a result event");

/** `--output-format stream-json`: one event a line, perhaps after a text header. */
export const claudeStream: EventReader = {
  format: "claude-stream",
  recognises: (first) => first.some(isClaudeEvent) && !(first.length === 1 && first.every(isResult)),
  unclosed,
  isBulk: (head) => head.startsWith('{"type":"user"') || head.startsWith('{"type":"stream_event"'),
  read: readClaudeEvent,
};

/** `--output-format json`: one result object, or an array of all messages, perhaps with noise around it. */
export const claudeJson: DocumentReader = {
  format: "claude-json",
  recognises: (source) => resultStart(source) >= 0,
  read(source) {
    const of = cutOffResult();
    const start = resultStart(source);
    const line = source.slice(0, Math.max(start, 0)).split("\n").length;
    const value = parseFrom(source, start);
    for (const event of Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : [])
      readClaudeEvent(of, event, line);
    return finishDraft(of);
  },
};

/** What a result is until its closing event has been read. */
export const cutOffResult = (): Draft => draft("claude-json", failed("cut-off", "the JSON result is cut off"));

/** Where the result object or the array of events begins, or -1. Looks at line starts only; any key may come first. */
export function resultStart(source: string): number {
  const opening =
    /^[ \t]*(?:\[\s*)?\{\s*"(?:type|subtype|is_error|result|session_id|duration_ms|duration_api_ms|stop_reason|num_turns|total_cost_usd|usage|modelUsage|uuid)"\s*:/m.exec(
      source,
    );
  if (!opening) return -1;
  const rest = source.slice(opening.index);
  return /"type"\s*:\s*"(?:result|system|assistant)"|"total_cost_usd"\s*:/.test(rest) || isBareResult(rest)
    ? opening.index
    : -1;
}

/** A result whose `type` was dropped on the way, as loops that keep only a few of its fields do. */
function isBareResult(rest: string): boolean {
  if (!rest.trimEnd().endsWith("}") || !/"result"\s*:\s*"/.test(rest)) return false;
  return /"(?:session_?id|total_cost_usd|num_turns)"\s*:/i.test(rest);
}

/** The JSON value that begins here; what follows it (an exit-code line, a warning) is passed over. */
function parseFrom(source: string, start: number): unknown {
  const rest = source.slice(start).trim();
  const whole = parseJson(rest);
  if (whole !== undefined) return whole;
  const end = Math.max(rest.lastIndexOf("}\n"), rest.lastIndexOf("]\n"));
  return end < 0 ? undefined : parseJson(rest.slice(0, end + 1));
}

/** One event of Claude Code, or of a CLI that speaks its language. Kinds we do not use are no error. */
export function readClaudeEvent(of: Draft, event: Json, line: number): void {
  of.sessionId ??= text(event["session_id"]) || text(event["sessionId"]) || null;
  if (event["type"] === "assistant") readAssistant(of, event, line);
  else if (event["type"] === "user") readUser(of, event, line);
  else if (event["type"] === "result" || isUntypedResult(event)) readResult(of, event, line);
  else if (event["type"] === "rate_limit_event") readRateLimit(of, object(event["rate_limit_info"]));
  else if (event["type"] === "system") readNotice(of, event);
}

function readNotice(of: Draft, event: Json): void {
  if (event["subtype"] === "permission_denied") of.denials++;
  if (event["subtype"] === "api_retry") of.ending = retrying(event);
}

/** A retry is no failure yet; should the stream stop here, it was this that the agent waited for. */
function retrying(event: Json): Ending {
  const status = number(event["error_status"]);
  const { limit } = classifyError(text(event["error"]), { status });
  return failed("cut-off", `the stream ends while the agent retries (${status ?? text(event["error"])})`, limit);
}

const isUntypedResult = (event: Json): boolean => event["type"] === undefined && "result" in event;

function readAssistant(of: Draft, event: Json, line: number): void {
  const message = object(event["message"]);
  const isSynthetic = message["model"] === "<synthetic>" || event["is_api_error_message"] === true;
  if (!isSynthetic && of.ending.is === "failed" && of.ending.failure.kind === "cut-off") of.ending = unclosed;
  const isSubAgent = text(event["parent_tool_use_id"]) !== ""; // A sub-agent answers the agent, as a tool does.
  for (const block of objects(message["content"])) {
    const words = text(block["text"]);
    if (block["type"] === "text" && words !== "") {
      if (isSynthetic) overhear(of, "synthetic", { text: words, line });
      else if (isSubAgent) overhear(of, "tool-result", { text: words, line });
      else addMessage(of, words, line);
    }
    if (block["type"] === "tool_use") readToolUse(of, block);
  }
}

const editing = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit", "write_file", "edit", "replace"]);

function readToolUse(of: Draft, block: Json): void {
  const command = text(object(block["input"])["command"]);
  ran(of, command);
  if (editing.has(text(block["name"]))) of.edits++;
}

function readUser(of: Draft, event: Json, line: number): void {
  const content = object(event["message"])["content"];
  if (typeof content === "string") overhear(of, "prompt", { text: content, line });
  for (const block of objects(content)) {
    const isTool = block["type"] === "tool_result";
    const words = isTool ? toolText(block) : text(block["text"]);
    overhear(of, isTool ? "tool-result" : "prompt", { text: words, line });
  }
}

/** What a tool answered: a text, or a list of them. */
export const toolText = ({ content }: Json): string =>
  typeof content === "string"
    ? content
    : list(content)
        .map((part) => text(object(part)["text"]))
        .join("\n");

/** A refused limit says when it ends; the result event that follows says only that it failed. */
function readRateLimit(of: Draft, info: Json): void {
  if (info["status"] !== "rejected") return;
  of.ending = { is: "failed", failure: classifyError("usage limit reached", { resetsAt: number(info["resetsAt"]) }) };
}

import { failed } from "../core/transcript.js";
import { type Draft, draft, finishDraft, overhear, ran, say } from "./draft.js";
import { classifyError, short } from "./failures.js";
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

/** `--output-format stream-json`: one event a line, perhaps after a text header. */
export const claudeStream: EventReader = {
  format: "claude-stream",
  recognises: (first) => first.some(isClaudeEvent) && !(first.length === 1 && first.every(isResult)),
  unclosed: failed("cut-off", "the stream ends without a result event"),
  isBulk: (head) => head.startsWith('{"type":"user"') || head.startsWith('{"type":"stream_event"'),
  read: readClaudeEvent,
};

/** `--output-format json`: one result object, or an array of all messages, perhaps with noise around it. */
export const claudeJson: DocumentReader = {
  format: "claude-json",
  recognises: (source) => resultStart(source) >= 0,
  read(source) {
    const of = draft("claude-json", failed("cut-off", "the JSON result is cut off"));
    const start = resultStart(source);
    const line = source.slice(0, Math.max(start, 0)).split("\n").length;
    const value = parseFrom(source, start);
    for (const event of Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : [])
      readClaudeEvent(of, event, line);
    return finishDraft(of);
  },
};

/** Where the result object or the array of events begins, or -1. Looks at line starts only. */
function resultStart(source: string): number {
  const opening = /^[ \t]*(?:\[\s*)?\{\s*"(?:type|subtype|is_error|result|session_id|duration_ms)"\s*:/m.exec(source);
  if (!opening) return -1;
  return /"type"\s*:\s*"(?:result|system|assistant)"/.test(source.slice(opening.index)) ? opening.index : -1;
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
  of.sessionId ??= text(event["session_id"]) || null;
  if (event["type"] === "assistant") readAssistant(of, event, line);
  else if (event["type"] === "user") readUser(of, event, line);
  else if (event["type"] === "result") readResult(of, event, line);
  else if (event["type"] === "rate_limit_event") readRateLimit(of, object(event["rate_limit_info"]));
  else if (event["type"] === "system" && event["subtype"] === "permission_denied") of.denials++;
}

function readAssistant(of: Draft, event: Json, line: number): void {
  const message = object(event["message"]);
  const isSynthetic = message["model"] === "<synthetic>" || event["is_api_error_message"] === true;
  for (const block of objects(message["content"])) {
    const words = text(block["text"]);
    if (block["type"] === "text" && words !== "") {
      if (isSynthetic) overhear(of, "synthetic", { text: words, line });
      else say(of, words, line);
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
    const words = isTool ? textOf(block["content"]) : text(block["text"]);
    overhear(of, isTool ? "tool-result" : "prompt", { text: words, line });
  }
}

const textOf = (content: unknown): string =>
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

function readResult(of: Draft, event: Json, line: number): void {
  const words = text(event["result"]);
  of.costUsd = number(event["total_cost_usd"]) ?? of.costUsd;
  of.usage = usageOf(object(event["usage"])) ?? of.usage;
  of.denials = Math.max(of.denials, list(event["permission_denials"]).length);
  const isError = event["is_error"] === true || text(event["subtype"]).startsWith("error");
  if (isError) {
    of.ending = failureOf(of, event, words);
    overhear(of, "synthetic", { text: words, line });
    return;
  }
  if (of.messages.at(-1)?.text.trim() !== words.trim()) say(of, words, line);
  of.ending = { is: "finished" };
}

function failureOf(of: Draft, event: Json, words: string): Draft["ending"] {
  const subtype = text(event["subtype"]);
  const reason = text(event["terminal_reason"]);
  const message =
    words ||
    list(event["errors"])
      .map((error) => text(error) || text(object(error)["message"]))
      .join("; ") ||
    subtype;
  if (subtype === "error_max_turns" || reason === "max_turns")
    return failed("max-turns", "the agent used up its turns");
  if (subtype === "error_max_budget_usd" || reason === "budget_exhausted")
    return failed("budget", "the agent used up its own budget");
  if (reason.startsWith("aborted")) return failed("interrupted", "the agent was interrupted");
  const told = of.ending.is === "failed" ? of.ending.failure.limit : null;
  const failure = classifyError(message, { status: number(event["api_error_status"]) });
  if (told)
    return {
      is: "failed",
      failure: { ...failure, kind: "limit", limit: { ...told, resetsText: failure.limit?.resetsText ?? null } },
    };
  return { is: "failed", failure: { ...failure, message: short(message) } };
}

function usageOf(usage: Json): Draft["usage"] {
  const output = number(usage["output_tokens"]);
  if (output === undefined) return null;
  return {
    inputUncached: number(usage["input_tokens"]) ?? 0,
    cacheRead: number(usage["cache_read_input_tokens"]) ?? 0,
    cacheWrite: number(usage["cache_creation_input_tokens"]) ?? 0,
    output,
  };
}

import { failed } from "../../decide/transcript.js";
import { option } from "../../lib/process/option.js";
import type { ToolCall } from "../agent.js";
import type { AgentCli, AgentStart } from "../agent-cli.js";
import { countUnbilled, isRejected, readClaudeEvent, unclosed } from "../transcripts/claude-events.js";
import { type Draft, newDraft } from "../transcripts/draft.js";
import { isObject, type Json, object, objects, parseJson, text } from "../transcripts/json.js";
import type { DocumentReader, EventReader } from "../transcripts/reader.js";

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

/** `--output-format stream-json`: one event per line, possibly after a text header. */
const stream: EventReader = {
  format: "claude-stream",
  recognises: (first) => first.some(isClaudeEvent) && !(first.length === 1 && first.every(isResult)),
  isImitated: true,
  unclosed,
  isBulk: (head) => head.startsWith('{"type":"user"') || head.startsWith('{"type":"stream_event"'),
  read: readClaudeEvent,
  isHopeless: (event) => event["subtype"] === "api_retry" && isRejected(event),
  close: countUnbilled,
};

/** How the result counts until its closing event is read. */
const cutOffResult = (): Draft => newDraft("claude-json", failed("cut-off", "the JSON result is cut off"));

/** `--output-format json`: one result object or an array of all messages, possibly surrounded by noise. */
const json: DocumentReader = {
  format: "claude-json",
  recognises: (source) => resultStart(source) >= 0,
  read(source) {
    const draft = cutOffResult();
    const start = resultStart(source);
    const line = source.slice(0, Math.max(start, 0)).split("\n").length;
    const value = parseFrom(source, start);
    for (const event of Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : [])
      readClaudeEvent(draft, event, line);
    return draft;
  },
  array: { begins: resultStart, open: cutOffResult, entries: stream },
};

export const claude: AgentCli = {
  name: "claude",
  events: stream,
  document: json,
};

export const claudeStart: AgentStart = {
  name: "claude",
  format: "claude-stream",
  args: ({ resume, model, permissions, more }) => [
    ...["-p", "--output-format", "stream-json", "--verbose", ...permissions],
    ...option("--model", model),
    ...option("--resume", resume),
    ...more,
  ],
  prompt: "stdin",
  permissions: {
    all: { flags: ["--dangerously-skip-permissions"] },
    // It takes some commands, such as `touch`, for edits.
    edit: { flags: ["--permission-mode", "acceptEdits", "--disallowedTools", "Bash"], isTried: true },
    read: { flags: ["--permission-mode", "plan"], isTried: true },
  },
  env: { DISABLE_AUTOUPDATER: "1" },
  politeSignal: "SIGINT",
  reports: { cost: true, tokens: true, limits: "reset", stopReasons: "event" },
  setUp: { install: "npm install -g @anthropic-ai/claude-code", logIn: "claude auth login" },
  rootVariable: "IS_SANDBOX",
  logInSigns: {
    variables: [
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_AUTH_TOKEN",
      "CLAUDE_CODE_OAUTH_TOKEN",
      "CLAUDE_CODE_USE_BEDROCK",
      "CLAUDE_CODE_USE_VERTEX",
    ],
    files: [".claude/.credentials.json", ".claude.json"],
  },
  tried: "runs",
  readToolCalls: readClaudeToolCalls,
};

/** Also of CLIs with the same format. */
export function readClaudeToolCalls(event: Json): readonly ToolCall[] {
  if (event["type"] !== "assistant") return [];
  return objects(object(event["message"])["content"])
    .filter(({ type }) => type === "tool_use")
    .map(({ name, input }) => ({ tool: text(name), input: object(input) }));
}

/**
 * The offset of the result object or the array of events, or -1. Only checks line starts; the keys may be in any order.
 */
function resultStart(source: string): number {
  const opening =
    /^[ \t]*(?:\[\s*)?\{\s*"(?:type|subtype|is_error|result|session_id|duration_ms|duration_api_ms|role|cost_usd|stop_reason|num_turns|total_cost_usd|usage|modelUsage|uuid)"\s*:/m.exec(
      source,
    );
  if (!opening) return -1;
  const rest = source.slice(opening.index);
  return /"type"\s*:\s*"(?:result|system|assistant)"|"(?:total_)?cost_usd"\s*:/.test(rest) || isBareResult(rest)
    ? opening.index
    : -1;
}

/** A result without its `type`, as written by loops that save only some of the fields. */
function isBareResult(rest: string): boolean {
  if (!rest.trimEnd().endsWith("}") || !/"result"\s*:\s*"/.test(rest)) return false;
  return /"(?:session_?id|total_cost_usd|num_turns)"\s*:/i.test(rest);
}

/** Parses the JSON value at this offset. Ignores what follows it (an exit-code line, a warning). */
function parseFrom(source: string, start: number): unknown {
  const rest = source.slice(start).trim();
  const whole = parseJson(rest);
  if (whole !== undefined) return whole;
  const end = Math.max(rest.lastIndexOf("}\n"), rest.lastIndexOf("]\n"));
  return end < 0 ? undefined : parseJson(rest.slice(0, end + 1));
}

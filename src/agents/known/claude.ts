import { option } from "../../base/option.js";
import { type Ending, explicitFailure, type FailureKind, failed } from "../../core/transcript.js";
import type { ToolCall } from "../agent.js";
import type { AgentCli, AgentStart } from "../agent-cli.js";
import { addCommand, addMessage, type Draft, finishDraft, newDraft, overhear } from "../transcripts/draft.js";
import { classifyError, short } from "../transcripts/failures.js";
import { isObject, type Json, list, number, object, objects, parseJson, text } from "../transcripts/json.js";
import type { DocumentReader, EventReader } from "../transcripts/reader.js";
import { spend } from "../transcripts/spend.js";

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
    return finishDraft(draft);
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
const isRejected = (event: Json): boolean => event["error_status"] === 401 && (number(event["attempt"]) ?? 0) > 1;

const isUntypedResult = (event: Json): boolean => event["type"] === undefined && "result" in event;

const isRetrying = ({ ending }: Draft): boolean =>
  ending.is === "failed" && (ending.failure.kind === "cut-off" || ending.failure.kind === "auth");

function readAssistant(draft: Draft, event: Json, line: number): void {
  const message = object(event["message"]);
  const isSynthetic = message["model"] === "<synthetic>" || event["is_api_error_message"] === true;
  if (!isSynthetic && isRetrying(draft)) draft.ending = unclosed;
  // A sub-agent's answer goes to the agent, like a tool result.
  const isSubAgent = text(event["parent_tool_use_id"]) !== "" || event["isSidechain"] === true;
  if (event["isSidechain"] === false)
    draft.ending = message["stop_reason"] === "end_turn" ? { is: "finished" } : unclosed;
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
  if (event["isSidechain"] === false) draft.ending = unclosed; // A session file has no result event: the next turn begins.
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

/** The event that closes a turn: how it ended, its cost, and the agent's last message again. */
function readResult(draft: Draft, event: Json, line: number): void {
  const words = text(event["result"]);
  draft.costUsd = number(event["total_cost_usd"]) ?? number(event["cost_usd"]) ?? draft.costUsd;
  draft.usage = sumModelUsage(object(event["modelUsage"])) ?? readUsage(object(event["usage"])) ?? draft.usage;
  draft.denials = Math.max(draft.denials, list(event["permission_denials"]).length);
  const failure = readFailure(draft, event, words);
  if (failure) {
    draft.ending = failure;
    overhear(draft, "synthetic", { text: words, line });
    return;
  }
  if (draft.messages.at(-1)?.text.trim() !== words.trim()) addMessage(draft, words, line);
  draft.ending = { is: "finished" };
}

/** API errors arrive as `success` with `is_error`; a refusal or a truncated answer may arrive without it. */
function readFailure(draft: Draft, event: Json, words: string): Ending | undefined {
  const stop = text(event["stop_reason"]);
  const message = words || readErrors(event) || text(event["subtype"]);
  if (stop === "refusal") return reportedFailure("refused", short(message));
  if (stop === "max_tokens") return reportedFailure("cut-off", "the answer was cut off at its longest");
  const isError = event["is_error"] === true || text(event["subtype"]).startsWith("error");
  if (!isError) return undefined;
  const own = ownLimit(event);
  if (own) return own;
  if (event["terminal_reason"] === flagsNotKept) return reportedFailure("bad-flags", short(message));
  const failure = classifyError(message, { status: number(event["api_error_status"]) });
  const known =
    draft.ending.is === "failed" && draft.ending.failure.kind === "limit" ? draft.ending.failure.limit : null;
  if (!known) return explicitFailure(failure);
  return explicitFailure({
    ...failure,
    kind: "limit",
    limit: { ...known, resetsText: failure.limit?.resetsText ?? null },
  });
}

const reportedFailure = (kind: FailureKind, message: string): Ending => explicitFailure({ kind, message, limit: null });

const readErrors = (event: Json): string =>
  text(object(event["error"])["message"]) ||
  list(event["errors"])
    .map((error) => text(error) || text(object(error)["message"]))
    .join("; ");

/** Ours, not claude's: an agent behind another protocol did what its flags forbid. */
export const flagsNotKept = "flags_not_kept";

/** Limits the agent was started with, and our own signal. */
function ownLimit(event: Json): Ending | undefined {
  const subtype = text(event["subtype"]);
  const reason = text(event["terminal_reason"]);
  if (subtype === "error_max_turns" || reason === "max_turns")
    return reportedFailure("max-turns", "the agent used up its turns");
  if (subtype === "error_max_budget_usd" || reason === "budget_exhausted")
    return reportedFailure("budget", "the agent used up its own budget");
  return reason.startsWith("aborted") ? reportedFailure("interrupted", "the agent was interrupted") : undefined;
}

/** Anthropic's field names; its input excludes cached tokens. */
export function readUsage(usage: Json): Draft["usage"] {
  const output = number(usage["output_tokens"]);
  if (output === undefined) return null;
  return {
    inputUncached: number(usage["input_tokens"]) ?? 0,
    cacheRead: number(usage["cache_read_input_tokens"]) ?? 0,
    cacheWrite: number(usage["cache_creation_input_tokens"]) ?? 0,
    output,
  };
}

/**
 * The bill, one entry per model. `usage` counts a stream that broke and was retried twice, and may miss the last
 * request.
 */
function sumModelUsage(models: Json): Draft["usage"] {
  const each = objects(Object.values(models));
  if (each.length === 0) return null;
  const sum = (key: string): number => each.reduce((total, model) => total + (number(model[key]) ?? 0), 0);
  return {
    inputUncached: sum("inputTokens"),
    cacheRead: sum("cacheReadInputTokens"),
    cacheWrite: sum("cacheCreationInputTokens"),
    output: sum("outputTokens"),
  };
}

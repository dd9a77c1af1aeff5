import { type Ending, explicitFailure, type FailureKind } from "../core/transcript.js";
import { addMessage, type Draft, overhear } from "./draft.js";
import { classifyError, short } from "./failures.js";
import { type Json, list, number, object, objects, text } from "./json.js";

/** The event that closes a turn: how it ended, what it cost, and the agent's last word once more. */
export function readResult(of: Draft, event: Json, line: number): void {
  const words = text(event["result"]);
  of.costUsd = number(event["total_cost_usd"]) ?? of.costUsd;
  of.usage = sumModelUsage(object(event["modelUsage"])) ?? readUsage(object(event["usage"])) ?? of.usage;
  of.denials = Math.max(of.denials, list(event["permission_denials"]).length);
  const failure = readFailure(of, event, words);
  if (failure) {
    of.ending = failure;
    overhear(of, "synthetic", { text: words, line });
    return;
  }
  if (of.messages.at(-1)?.text.trim() !== words.trim()) addMessage(of, words, line);
  of.ending = { is: "finished" };
}

/** API errors come as `success` with `is_error`; a refusal or an answer cut short may come without. */
function readFailure(of: Draft, event: Json, words: string): Ending | undefined {
  const stop = text(event["stop_reason"]);
  const message = words || readErrors(event) || text(event["subtype"]);
  if (stop === "refusal") return reportedFailure("refused", short(message));
  if (stop === "max_tokens") return reportedFailure("cut-off", "the answer was cut off at its longest");
  const isError = event["is_error"] === true || text(event["subtype"]).startsWith("error");
  if (!isError) return undefined;
  const own = ownLimit(event);
  if (own) return own;
  const failure = classifyError(message, { status: number(event["api_error_status"]) });
  const known = of.ending.is === "failed" && of.ending.failure.kind === "limit" ? of.ending.failure.limit : null;
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

/** Anthropic's names; its input leaves out the cache. */
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

/** The bill, a model an entry. `usage` counts a stream that broke and was retried twice, and may miss the last request. */
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

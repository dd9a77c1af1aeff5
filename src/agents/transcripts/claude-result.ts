import { type Ending, explicitFailure, type FailureKind } from "../../decide/transcript.js";

import { addMessage, type Draft, overhear } from "./draft.js";
import { classifyError, short } from "./failures.js";
import { type Json, list, number, object, objects, text } from "./json.js";

/** The event that closes a turn: how it ended, its cost, and the agent's last message again. */
export function readResult(draft: Draft, event: Json, line: number): void {
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

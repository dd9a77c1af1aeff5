import type { Failure, FailureKind, Limit, LimitKind } from "../../decide/transcript.js";
import { type Outage, outageWords } from "./outage-table.js";

interface Hints {
  /** The HTTP status, if the CLI reports it. */
  readonly status?: number | undefined;
  /** The reset time from a structured event, in seconds since 1970. */
  readonly resetsAt?: number | undefined;
}

/** Built when the first error is read: most turns have none. */
const patterns = new Map<Outage, RegExp>();

/** Whether an error message names this outage: as an event does, or as the CLIs say it at its beginning. */
function names(outage: Outage, message: string): boolean {
  const pattern = patterns.get(outage) ?? buildPattern(outage);
  patterns.set(outage, pattern);
  return pattern.test(message);
}

function buildPattern(outage: Outage): RegExp {
  const anywhere = outageWords(outage, ["event", "code"]);
  const whole = outageWords(outage, ["vendor"]);
  return new RegExp(`${anywhere.join("|")}|^(?:${whole.join("|") || "(?!)"})`, "im");
}

const auth =
  /\bnot logged in\b|please run \/login|\b(?:invalid|incorrect) (?:api )?key\b|\bunauthori[sz]ed\b|\bauthentication\b|\bapi key (?:not|missing|is)\b|\b401\b|\boauth token\b|\bmissing environment variable:? [`'"]?\w{0,60}(?:key|token)\b/i;
const model =
  /\bmodel\b.{0,90}\b(?:does not exist|not (?:found|supported|available)|may not exist)\b|\b(?:unknown|invalid|unsupported) model\b/i;
const context =
  /prompt is too long|context (?:length|window)|too many (?:input )?tokens|maximum context|exceeds the maximum number of tokens/i;
const cutOff = /output token maximum|max_output_tokens/i;
const empty = /\bempty response\b/i;

/** Classifies an error message of a CLI. Only for error events and stderr, never for an agent's prose. */
export function classifyError(message: string, { status, resetsAt }: Hints = {}): Failure {
  const limit = readLimit(message, status, resetsAt);
  if (limit && !names("billing", message)) return { kind: "limit", message: short(message), limit };
  return { kind: classifyFailure(message, status), message: short(message), limit: null };
}

function classifyFailure(message: string, status: number | undefined): FailureKind {
  if (status === 401 || auth.test(message)) return "auth";
  if (status === 402 || names("billing", message)) return "billing";
  if (status === 403) return "auth";
  if (model.test(message)) return "bad-flags";
  if (context.test(message)) return "context";
  if (cutOff.test(message)) return "cut-off";
  if (empty.test(message)) return "empty";
  return "api";
}

export function readLimit(message: string, status?: number, resetsAt?: number): Limit | null {
  const kind = readLimitKind(message, status);
  return kind ? datedLimit(kind, message, resetsAt) : null;
}

function readLimitKind(message: string, status: number | undefined): LimitKind | undefined {
  if (names("usage", message)) return "usage";
  if (status === 429 || names("rate", message)) return "rate";
  return status === 529 || status === 503 || names("overloaded", message) ? "overloaded" : undefined;
}

/** A limit of a known kind, with the reset that its message names. */
export const datedLimit = (kind: LimitKind, message: string, resetsAt?: number): Limit => ({
  kind,
  resetsAt: iso(resetsAt ?? epochIn(message)),
  resetsText: resetsTextIn(message),
});

/** The older format: "usage limit reached|1760000000". */
const epochIn = (message: string): number | undefined => {
  const digits = /\|(\d{10})\b/.exec(message)?.[1];
  return digits ? Number(digits) : undefined;
};

const resetsTextIn = (message: string): string | null =>
  /\b(?:resets?(?: at| after| in| on)?|(?:try again|available(?: again)?|retry)(?: at| in| after| on)?|retry[- ]after)(?:[:=]\s*|\s+)(tomorrow\b[^\n|\]]{0,48}|[^\n|\]\d]{0,20}\d[^\n|\]]{0,48})/i
    .exec(message)?.[1]
    ?.trim()
    .replace(/[.·]+$/, "") ?? null;

const iso = (seconds: number | undefined): string | null =>
  seconds === undefined || !Number.isFinite(seconds) || Math.abs(seconds) > 8e12
    ? null
    : new Date(seconds * 1000).toISOString();

export const short = (message: string): string => {
  const line = message.replaceAll(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
};

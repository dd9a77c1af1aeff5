import type { Failure } from "../../decide/transcript.js";
import { classifyError, short } from "./failures.js";
import { isObject, type Json, number, object, parseJson, text } from "./json.js";

/** What an error event says about a call to the model. Everything but the message may be missing. */
export interface ApiError {
  readonly message: string;
  readonly status?: number | undefined;
  /** The CLI's own name for the error. */
  readonly code?: string;
  /** The vendor's response, if it is not part of the message. */
  readonly body?: string;
  readonly headers?: Json;
}

/**
 * Uses structured data first: status, codes, and reset times in headers or the body. The wording only decides what is
 * left.
 */
export function apiFailure({ message, status, code = "", body = "", headers = {} }: ApiError): Failure {
  const data = bodyIn(body || message);
  const words = text(data["message"]) || message.trim() || "the call to the model failed";
  const named = `${words} ${code} ${text(data["type"])} ${text(data["code"])}`.replaceAll("_", " ");
  if (filtered.test(named)) return { kind: "refused", message: short(words), limit: null };
  const resetsAt = absolute(data["resets_at"]) ?? absolute(headers["anthropic-ratelimit-unified-reset"]);
  const dated = resetsAt ?? httpDate(headers["retry-after"]);
  const failure = classifyError(named, { status: status ?? statusIn(message), resetsAt: dated });
  const resetsText = failure.limit?.resetsText ?? (dated === undefined ? relative(data, headers) : null);
  return { ...failure, message: short(words), limit: failure.limit && { ...failure.limit, resetsText } };
}

const filtered = /content.(?:filter|policy|management)|responsible ai policy/i;

/** The vendor's error object: CLIs print it alone, after the status ("429: {…}"), or inside another object. */
function bodyIn(source: string): Json {
  const start = source.indexOf("{");
  const value = start < 0 ? {} : object(parseJson(source.slice(start)));
  return isObject(value["error"]) ? value["error"] : value;
}

const statusIn = (message: string): number | undefined => {
  const digits = /^\s*([45]\d\d)\b/.exec(message)?.[1];
  return digits ? Number(digits) : undefined;
};

/** Seconds since 1970, from seconds, milliseconds or a date. */
function absolute(value: unknown): number | undefined {
  const at = number(value) ?? (/^\d{9,13}$/.test(text(value)) ? Number(value) : undefined);
  if (at !== undefined) return at > 1e11 ? at / 1000 : at;
  return httpDate(value);
}

/** `retry-after` is a number of seconds or a date; only a date has a four-digit year beside other characters. */
function httpDate(value: unknown): number | undefined {
  const at = /\d{4}/.test(text(value)) && /\D/.test(text(value)) ? Date.parse(text(value)) : Number.NaN;
  return Number.isNaN(at) ? undefined : at / 1000;
}

function relative(data: Json, headers: Json): string | null {
  const after = headers["retry-after"];
  const seconds =
    number(data["resets_in_seconds"]) ?? number(after) ?? (/^\d{1,7}$/.test(text(after)) ? Number(after) : undefined);
  return seconds === undefined ? null : `in ${Math.ceil(seconds)}s`;
}

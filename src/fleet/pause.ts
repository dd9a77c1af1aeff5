import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import type { RepositoryTrouble } from "./fault.js";

/** A repository that is left alone for a while, since its remote does not answer or refuses; by one worker, for what it lacks. */
export interface Pause {
  readonly is: RepositoryTrouble | "unusable-here";
  readonly why: string;
  /** Since when, how often it was tried, and when it is tried again; in milliseconds since 1970. */
  readonly since: number;
  readonly times: number;
  readonly until: number;
}

export interface Patience {
  /** How long it is left alone the first time. */
  readonly firstMs: number;
  /** How long it is tried in all. */
  readonly mostMs: number;
}

const longestMs = 3_600_000;

/**
 * The next pause: twice as long each time, up to an hour. While one is on, a second task that fails for the same cause
 * changes nothing. Null if patience has run out.
 */
export function nextPause(
  earlier: Pause | null,
  { is, why }: Pick<Pause, "is" | "why">,
  { now, patience }: { readonly now: number; readonly patience: Patience },
): Pause | null {
  // One that has been over for long says nothing of this.
  const known = earlier && now < earlier.until + longestMs ? earlier : null;
  const since = known?.since ?? now;
  if (now - since >= patience.mostMs) return null;
  if (known && known.until > now) return known;
  const times = (known?.times ?? 0) + 1;
  const length = Math.min(patience.firstMs * 2 ** Math.min(times - 1, 20), longestMs);
  return { is, why, since, times, until: Math.min(now + length, since + patience.mostMs) };
}

/** Null if there is none, or it is damaged. */
export function readPause(text: string): Pause | null {
  const value = tryParseJson(text);
  if (!isRecord(value)) return null;
  const { is, why, since, times, until } = value;
  const isNamed = typeof is === "string" && typeof why === "string";
  return isNamed && [since, times, until].every((each) => Number.isFinite(each)) ? (value as unknown as Pause) : null;
}

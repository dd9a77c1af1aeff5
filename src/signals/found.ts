import type { Dialect, Says, Scope } from "../core/said.js";
import type { Answers, Fields } from "./interpret.js";
import type { Line } from "./lines.js";

/** Something that looks like a signal, before its place and its words decide whether it counts. */
export interface Found {
  readonly dialect: Dialect;
  readonly scope: Scope;
  readonly says: Says;
  /** Index of its first and last line. */
  readonly from: number;
  readonly to: number;
  readonly fields: Fields;
  readonly answers: Answers | null;
  /** Why it cannot count, seen from the signal itself: no closing line, another promise word, a mention. */
  readonly ignoredBecause: string | null;
}

export interface SignalOptions {
  readonly promise: string;
  readonly abortPromise: string | null;
  readonly nonce: string | null;
}

/**
 * Reads one dialect out of a message. `marked` are the indices of the lines on which a signal can begin: those that hold
 * a token of one and that no block has taken yet.
 */
export type DialectReader = (
  lines: readonly Line[],
  marked: readonly number[],
  options: SignalOptions,
) => readonly Found[];

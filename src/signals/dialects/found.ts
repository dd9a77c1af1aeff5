import type { Dialect, Says, Scope } from "../../core/agent-report.js";
import type { Line } from "../lines.js";
import type { Answers, Fields } from "./interpret.js";

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
  /** What it answers where failing tests it mentions are left out; absent where that makes no difference. */
  readonly besideTests?: Answers;
  /** A yes in it is not believed; what it denies counts all the same. */
  readonly doubt?: Doubt;
  /** A no that a yes after it ends: a refusal of an earlier moment, or until something is done. */
  readonly passing?: true;
  /** Why it cannot count, seen from the signal itself: no closing line, another promise word, a mention. */
  readonly ignoredBecause: string | null;
}

export const noNonce = "it does not carry this turn's nonce";
export const oldNonce = "it carries the nonce of another turn";

const nonceForm = /^[0-9a-f]{8}$/;

/** Why a yes with this nonce is doubted. A nonce of ours that is not this turn's comes from an old answer or prompt. */
export function doubtNonce(given: string | undefined, nonce: string | null): string | undefined {
  if (nonce === null || given === nonce) return undefined;
  return nonceForm.test(given ?? "") && nonceForm.test(nonce) ? oldNonce : noNonce;
}

/** Why a yes is only a weak claim, and of what it was one. */
export interface Doubt {
  readonly because: string;
  readonly run: boolean;
  readonly task: boolean;
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

/** A token in lower case, such as `exit_signal`, that is rare in what tools print. */
export type Mark = `${string}_${string}` | `<${string}`;

/** A dialect as its file declares it. */
export interface DialectDefinition {
  readonly name: Dialect;
  /** What it is recognised by: looked for in every byte of an output. */
  readonly marks: readonly Mark[];
  /** Tokens too common for that: looked for only in what somebody said. */
  readonly marksInText?: readonly string[];
  readonly read: DialectReader;
}

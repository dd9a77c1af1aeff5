import type { Dialect, Says, Scope } from "../../../decide/agent-report.js";
import type { MessageLine } from "../lines.js";
import type { Answers, StatusFields } from "./interpret.js";

/** Looks like a signal; its position and context decide whether it counts. */
export interface FoundSignal {
  readonly dialect: Dialect;
  readonly scope: Scope;
  readonly says: Says;
  /** Indexes of its first and last line. */
  readonly from: number;
  readonly to: number;
  readonly fields: StatusFields;
  readonly answers: Answers | null;
  /** Its answers without the failing tests it mentions; absent if that makes no difference. */
  readonly besideTests?: Answers;
  /** Set if a "yes" in it is not believed. A "no" in it still counts. */
  readonly doubt?: Doubt;
  /** A "no" that a later "yes" ends: a refusal about an earlier moment, or until something is done. */
  readonly passing?: true;
  /** Why the signal itself cannot count: no closing line, another promise word, a mention. */
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

/** Why a "yes" is only a weak claim, and what it claims. */
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
 * Reads one dialect from a message. `marked` are the indexes of the lines where a signal can begin: those that contain
 * a token and are not part of an earlier block.
 */
export type DialectReader = (
  lines: readonly MessageLine[],
  marked: readonly number[],
  options: SignalOptions,
) => readonly FoundSignal[];

/** A token in lower case, such as `exit_signal`, that is rare in tool output. */
export type Mark = `${string}_${string}` | `<${string}`;

export interface DialectDefinition {
  readonly name: Dialect;
  /** The tokens of the dialect, searched for in every byte of an output. */
  readonly marks: readonly Mark[];
  /** Tokens too common for that: only searched for in messages. */
  readonly marksInText?: readonly string[];
  readonly read: DialectReader;
}

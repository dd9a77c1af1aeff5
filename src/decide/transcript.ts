/** The name of an output format: `text`, or one of the formats that the known agents print. */
export type Format = string;

/** One message of the agent. `line` is where it begins in the output, counted from 1. */
export interface Message {
  readonly text: string;
  readonly line: number;
  /** Where lines were left out of a long output. */
  readonly gaps?: readonly Gap[];
}

/** From index `at` of the text on, lines are numbered from `line` of the whole output (both zero-based). */
export interface Gap {
  readonly at: number;
  readonly line: number;
}

/** Text in the output that is not the agent's answer: never a status, but reported if it looks like one. */
export interface Overheard {
  readonly source: "tool-result" | "prompt" | "synthetic" | "stderr" | "document" | "thinking" | "aside";
  readonly text: string;
  readonly line: number;
}

export type LimitKind = "usage" | "rate" | "overloaded";

/** The vendor refuses requests for a while. `resetsText` is the vendor's wording if it gives no date. */
export interface Limit {
  readonly kind: LimitKind;
  readonly resetsAt: string | null;
  readonly resetsText: string | null;
}

export type FailureKind =
  | "limit"
  | "auth"
  | "billing"
  | "not-installed"
  | "bad-flags"
  | "context"
  | "api"
  | "refused"
  | "max-turns"
  | "budget"
  | "crash"
  | "timeout"
  | "cut-off"
  | "empty"
  | "interrupted";

/** A retry does not help against these; only another agent or a person does. */
export type UnusableKind = "not-installed" | "auth" | "billing" | "bad-flags";

export const isUnusable = (kind: FailureKind): kind is UnusableKind =>
  kind === "not-installed" || kind === "auth" || kind === "billing" || kind === "bad-flags";

/** Why the output of a turn may not be what the agent meant to answer. */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly limit: Limit | null;
}

/**
 * `untold`: plain text has no closing event, so only the process or the prose can show the ending. A failure is
 * `explicit` if a closing event names it; an inferred one (the stream stops) gives way to the exit of the process.
 */
export type Ending =
  | { readonly is: "finished" }
  | { readonly is: "untold" }
  | { readonly is: "failed"; readonly failure: Failure; readonly explicit?: true };

/** How the agent's process ended, if the caller knows. */
export interface ProcessEnd {
  readonly exitCode?: number | null;
  readonly stderr?: string;
  readonly timedOut?: boolean;
  readonly interruptedByUs?: boolean;
}

/** Tokens, with the cache separate: agents disagree on whether "input" includes it. */
export interface Usage {
  readonly inputUncached: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** One agent turn, whatever CLI printed it. */
export interface Transcript {
  readonly format: Format;
  /** In order; the last one is the final message. */
  readonly messages: readonly Message[];
  readonly overheard: readonly Overheard[];
  readonly ending: Ending;
  readonly denials: number;
  /** Shell commands the agent ran and files it edited: enough to detect "only ran the tests". */
  readonly commands: readonly string[];
  readonly edits: number;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  readonly sessionId: string | null;
  /** Remarks about how the output was read. */
  readonly notes: readonly string[];
}

export const failed = (kind: FailureKind, message: string, limit: Limit | null = null): Ending => ({
  is: "failed",
  failure: { kind, message, limit },
});

/** A failure that the agent's own closing event names. */
export const explicitFailure = (failure: Failure): Ending => ({ is: "failed", failure, explicit: true });

/** The agent's last message, or undefined if it wrote nothing. */
export function finalMessage(transcript: Transcript): Message | undefined {
  return transcript.messages.findLast((message) => message.text.trim() !== "");
}

/** The transcript with words of the agent at the end of its last message. */
export function addWords(transcript: Transcript, words: string | null): Transcript {
  if (words === null) return transcript;
  const last = finalMessage(transcript) ?? { text: "", line: 1 };
  const messages = transcript.messages.filter((message) => message !== last);
  return { ...transcript, messages: [...messages, { ...last, text: `${last.text}\n\n${words}` }] };
}

/** A turn without output: only the end of the process is known. */
export const emptyTranscript: Transcript = {
  format: "text",
  messages: [],
  overheard: [],
  ending: { is: "untold" },
  denials: 0,
  commands: [],
  edits: 0,
  usage: null,
  costUsd: null,
  sessionId: null,
  notes: [],
};

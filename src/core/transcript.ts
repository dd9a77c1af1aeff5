/** How an agent's output was written down. Unknown formats are read as `text`. */
export type Format =
  | "text"
  | "claude-json"
  | "claude-stream"
  | "codex"
  | "gemini"
  | "gemini-json"
  | "opencode"
  | "qwen"
  | "pi"
  | "copilot"
  | "cline"
  | "droid"
  | "continue";

/** One message in the agent's own words. `line` is where it begins in the output, counted from 1. */
export interface Message {
  readonly text: string;
  readonly line: number;
  /** Where lines were left out of a long output. */
  readonly gaps?: readonly Gap[];
}

/** From the line with index `at` in a text on, lines are numbered from `line` (counted from 0) of the whole output. */
export interface Gap {
  readonly at: number;
  readonly line: number;
}

/** Words in the output that are not the agent's answer: never a status, but worth naming when they look like one. */
export interface Overheard {
  readonly source: "tool-result" | "prompt" | "synthetic" | "stderr" | "document" | "thinking";
  readonly text: string;
  readonly line: number;
}

export type LimitKind = "usage" | "rate" | "overloaded";

/** The vendor will not serve us for a while. `resetsText` is the vendor's wording where it named no date. */
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

/** Why a turn cannot be trusted to have said what the agent meant to say. */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly limit: Limit | null;
}

/**
 * `untold`: plain text carries no closing event, so only the process or the words can tell. A failure is `told` where
 * a closing event names it; one that was only concluded (the stream stops) gives way to what the process knows.
 */
export type Ending =
  | { readonly is: "finished" }
  | { readonly is: "untold" }
  | { readonly is: "failed"; readonly failure: Failure; readonly explicit?: true };

/** What the process that ran the agent told us, where somebody watched it. */
export interface ProcessEnd {
  readonly exitCode?: number | null;
  readonly stderr?: string;
  readonly timedOut?: boolean;
  readonly interruptedByUs?: boolean;
}

/** Tokens, with the cache told apart: agents disagree on whether "input" includes it. */
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
  /** Shell commands the agent ran, and how many files it edited: enough to tell "only ran the tests". */
  readonly commands: readonly string[];
  readonly edits: number;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  readonly sessionId: string | null;
  /** What a reader should know of how this was read. */
  readonly notes: readonly string[];
}

export const failed = (kind: FailureKind, message: string, limit: Limit | null = null): Ending => ({
  is: "failed",
  failure: { kind, message, limit },
});

/** A failure that the agent's own closing event names. */
export const explicitFailure = (failure: Failure): Ending => ({ is: "failed", failure, explicit: true });

/** The agent's last word, or undefined when it said nothing. */
export function finalMessage(transcript: Transcript): Message | undefined {
  return transcript.messages.findLast((message) => message.text.trim() !== "");
}

/** A turn of which nobody kept the words: all we have is how the process ended. */
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

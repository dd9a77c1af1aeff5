import { type Failure, isUnusable, type Transcript } from "../../decide/transcript.js";

/** What to do after a failed turn, before the iteration is judged. */
export type Recovery = "new-session" | "retry" | "next-agent" | "none";

export interface FailedTurn {
  readonly failure: Failure;
  readonly transcript: Transcript;
  /** It resumed a session. */
  readonly isResumed: boolean;
  /** Another agent could take over. */
  readonly hasOther: boolean;
  /** A retry is left, in number and in time. */
  readonly mayRetry: boolean;
}

/**
 * A session that cannot be resumed is left, and a model that cannot be reached is asked again. What is left may be the
 * vendor's or the log-in's fault: another agent has its own.
 */
export function chooseRecovery({ failure, transcript, isResumed, hasOther, mayRetry }: FailedTurn): Recovery {
  const { kind, limit } = failure;
  const isOutage = kind === "api" && limit === null;
  if (hasOther && isUnusable(kind)) return "next-agent";
  if (isResumed && !isOutage && kind !== "timeout" && limit === null && !hasOutput(transcript)) return "new-session";
  if (isOutage && mayRetry) return "retry";
  return hasOther && (isOutage || limit !== null) ? "next-agent" : "none";
}

const hasOutput = ({ messages }: Transcript): boolean => messages.some(({ text }) => text.trim() !== "");

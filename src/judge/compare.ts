import type { Decision, Outcome } from "../core/decision.js";
import type { Policy } from "../core/policy.js";
import type { DecisionRecord, JournalRecord } from "../store/record.js";
import { applyRecord, emptyRunState, type RunState } from "../store/run-state.js";
import { rejudge } from "./rejudge.js";

/** How a run ended, or that it had not when its records end. */
export interface End {
  readonly iteration: number;
  readonly outcome: Outcome | null;
  readonly rule: string;
  readonly reason: string;
}

/** One run as it went, and as it would have gone. */
export interface RunCompared {
  readonly run: string;
  readonly was: End;
  readonly would: End;
  /** Iterations the other policy would have done without; negative: at least so many more. */
  readonly saved: number;
}

/** Walks a journal and says, run by run, what another policy would have made of it. */
export class Comparison {
  readonly #policyFor: (record: DecisionRecord) => Policy;
  readonly #tell: (run: RunCompared) => void;
  #runState: RunState = emptyRunState;
  #run: { id: string; was: End; would: End; wouldHasEnded: boolean } | null = null;

  constructor(policyFor: (record: DecisionRecord) => Policy, tell: (run: RunCompared) => void) {
    this.#policyFor = policyFor;
    this.#tell = tell;
  }

  take(record: JournalRecord): void {
    if (record.kind !== "decision") {
      if (record.kind === "reset") this.finish();
      // Told of an iteration that would not have been: its breaker is none of the other policy's.
      if (record.kind === "track" && this.#run?.wouldHasEnded && record.run === this.#run.id) return;
      this.#runState = applyRecord(this.#runState, record);
      return;
    }
    if (this.#run && (this.#run.id !== record.run || this.#run.was.outcome !== null)) this.finish();
    const run = this.#run;
    if (run?.wouldHasEnded) {
      this.#run = { ...run, was: toEnd(record.iteration, record.decision) };
      return;
    }
    const judged = rejudge(this.#runState, record, this.#policyFor(record));
    this.#runState = judged.runState;
    const was = toEnd(record.iteration, record.decision);
    const would = toEnd(record.iteration, judged.record.decision);
    this.#run = {
      id: record.run,
      was,
      would,
      wouldHasEnded: would.outcome !== null,
    };
  }

  /** Tells of the run that was being walked. */
  finish(): void {
    const run = this.#run;
    if (!run) return;
    this.#run = null;
    this.#tell({
      run: run.id,
      was: run.was,
      would: run.would,
      saved: savedBy(run.was, run.would),
    });
  }
}

/** How things stand after a decision. */
export const toEnd = (iteration: number, { outcome, rule, reason }: Decision): End => ({
  iteration,
  outcome,
  rule,
  reason,
});

/** Where the other policy would still go on when the run ended, it costs one iteration more at least. */
export function savedBy(was: End, would: End): number {
  if (was.outcome !== null && would.outcome === null) return -1;
  return was.iteration - would.iteration;
}

/** Whether a run would have ended otherwise, or sooner or later. */
export const isOtherwise = ({ was, would, saved }: RunCompared): boolean =>
  was.outcome !== would.outcome || saved !== 0;

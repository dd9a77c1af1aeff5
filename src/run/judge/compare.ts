import type { Decision, Outcome } from "../../decide/decision.js";
import type { Policy } from "../../decide/policy.js";
import { emptyRunState, type RunState } from "../../store/current-run.js";
import type { DecisionRecord, JournalRecord } from "../../store/record.js";
import { applyRecord } from "../../store/run-state.js";
import { rejudge } from "./rejudge.js";

/** How a run ended; `outcome` is null if it had not ended with its last record. */
export interface End {
  readonly iteration: number;
  readonly outcome: Outcome | null;
  readonly rule: string;
  readonly reason: string;
}

/** One run: what happened, and what the other policy would have done. */
export interface RunCompared {
  readonly run: string;
  readonly was: End;
  readonly would: End;
  /** Iterations the other policy would have saved; negative: at least this many more. */
  readonly saved: number;
}

/** Walks a journal and reports, run by run, what another policy would have decided. */
export class Comparison {
  readonly #policyFor: (record: DecisionRecord) => Policy;
  readonly #report: (run: RunCompared) => void;
  #runState: RunState = emptyRunState;
  #run: { id: string; was: End; would: End; wouldHasEnded: boolean } | null = null;

  constructor(policyFor: (record: DecisionRecord) => Policy, report: (run: RunCompared) => void) {
    this.#policyFor = policyFor;
    this.#report = report;
  }

  take(record: JournalRecord): void {
    if (record.kind !== "decision") {
      if (record.kind === "reset") this.finish();
      // Facts about an iteration that the other policy would not have reached.
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

  /** Reports the current run. */
  finish(): void {
    const run = this.#run;
    if (!run) return;
    this.#run = null;
    this.#report({
      run: run.id,
      was: run.was,
      would: run.would,
      saved: savedBy(run.was, run.would),
    });
  }
}

export const toEnd = (iteration: number, { outcome, rule, reason }: Decision): End => ({
  iteration,
  outcome,
  rule,
  reason,
});

/** If the other policy would have continued after the run ended, that costs at least one more iteration. */
export function savedBy(was: End, would: End): number {
  if (was.outcome !== null && would.outcome === null) return -1;
  return was.iteration - would.iteration;
}

/** Whether a run would have ended differently, or sooner or later. */
export const isOtherwise = ({ was, would, saved }: RunCompared): boolean =>
  was.outcome !== would.outcome || saved !== 0;

import type { EvidenceState } from "../../decide/evidence.js";

export interface ReportedCheck {
  readonly name: string;
  readonly state: EvidenceState;
  readonly required: boolean;
  /** How long it took; null where its result was known, or nobody measured it. */
  readonly seconds: number | null;
  readonly detail: string;
  readonly failing: readonly string[];
  /** What the log of the check says about the failing tests; absent where it was not read. */
  readonly failures?: readonly ReportedFailure[];
  /** The last lines of its output, where no failing test was named. */
  readonly tail: readonly string[];
  /** What makes it run. */
  readonly fix: string | null;
}

/** A failing test: where it stands, and what it expected. */
export interface ReportedFailure {
  readonly test: string;
  readonly place: string | null;
  readonly message: string | null;
}

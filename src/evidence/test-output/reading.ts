import type { Tally, TestFailure } from "./test-run.js";

/**
 * What one runner reported in an output. `unfinished`: it started, but the text ends before its result. `nothing`: it
 * finished without running a test.
 */
export interface OutputReading {
  readonly framework: string;
  /** Printed for people, or a machine-readable report. A report beside a runner's lines covers the same tests. */
  readonly source: "lines" | "report";
  readonly state: "passed" | "failed" | "unfinished" | "nothing";
  readonly tally: Tally;
  readonly failures: readonly TestFailure[];
  readonly why: string;
  /** Only lacks a closing line that some settings omit: exit status 0 makes up for that. */
  readonly isNearlyFinished: boolean;
  /** At least one test ran and was not skipped. */
  readonly hasRun: boolean;
  /** The runner lists its tests, and none failed: enough marks of passed tests also make up for the closing line. */
  readonly isListed: boolean;
}

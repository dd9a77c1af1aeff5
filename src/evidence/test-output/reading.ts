import type { Tally, TestFailure } from "./test-run.js";

/**
 * What one runner said in an output. `unfinished`: it began, and the text stops before its result. `nothing`: it ended and
 * ran no test.
 */
export interface Reading {
  readonly framework: string;
  /** Printed for people, or a machine's report. A report beside a runner's lines tells of the same tests. */
  readonly source: "lines" | "report";
  readonly state: "passed" | "failed" | "unfinished" | "nothing";
  readonly tally: Tally;
  readonly failures: readonly TestFailure[];
  readonly why: string;
  /** It only lacks a closing line that some settings leave out: a known exit status 0 makes up for that. */
  readonly isNearlyFinished: boolean;
  /** At least one test ran and was not skipped. */
  readonly hasRun: boolean;
  /** It lists its tests, and none of them failed: as many marks of passed tests make up for the closing line, too. */
  readonly isListed: boolean;
}

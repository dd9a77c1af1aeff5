/** A failed test, with the details the output has. */
export interface TestFailure {
  readonly name: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string | null;
}

/** How many tests ended how. null if the runner did not report it. */
export interface Tally {
  readonly passed: number | null;
  readonly failed: number | null;
  readonly skipped: number | null;
  /** Failures outside a test: a suite that did not load, an unhandled rejection, a failed hook. */
  readonly errors: number | null;
  readonly total: number | null;
}

export type CountName = keyof Tally;
export type Counts = Partial<Tally>;

/** The test result in an output. `unknown` is never a pass. */
export interface TestRun extends Tally {
  readonly status: "pass" | "fail" | "unknown";
  /** The runner, or several joined by " + "; null if none was recognised. */
  readonly framework: string | null;
  /** At most the first five hundred. Empty if the status is a pass. */
  readonly failures: readonly TestFailure[];
  /** Why the status is what it is, for people. */
  readonly why: string;
}

export const untold: Tally = { passed: null, failed: null, skipped: null, errors: null, total: null };

/** Adds the counts of two parts of one output. Counts that only one of them has stay as they are. */
export function addTallies(one: Tally, other: Counts): Tally {
  return {
    passed: sum(one.passed, other.passed),
    failed: sum(one.failed, other.failed),
    skipped: sum(one.skipped, other.skipped),
    errors: sum(one.errors, other.errors),
    total: sum(one.total, other.total),
  };
}

const sum = (one: number | null, other: number | null | undefined): number | null =>
  other === null || other === undefined ? one : (one ?? 0) + other;

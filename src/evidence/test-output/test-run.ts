/** A test that failed, as far as the output tells. */
export interface TestFailure {
  readonly name: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string | null;
}

/** How many tests ended how. Null where the runner did not say. */
export interface Tally {
  readonly passed: number | null;
  readonly failed: number | null;
  readonly skipped: number | null;
  /** What broke outside of a test: a suite that did not load, an unhandled rejection, a failed hook. */
  readonly errors: number | null;
  readonly total: number | null;
}

export type CountName = keyof Tally;
export type Counts = Partial<Tally>;

/** What an output says of the tests. `unknown` is never a pass. */
export interface TestRun extends Tally {
  readonly status: "pass" | "fail" | "unknown";
  /** The runner, or several joined by " + "; null where none was recognised. */
  readonly framework: string | null;
  /** The first five hundred at most. Empty when the status is a pass. */
  readonly failures: readonly TestFailure[];
  /** Why the status is what it is, for people. */
  readonly why: string;
}

export const untold: Tally = { passed: null, failed: null, skipped: null, errors: null, total: null };

/** Counts of two parts of one output. What only one of them told is kept. */
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

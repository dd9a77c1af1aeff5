/** A test that failed, as far as its runner tells. */
export interface TestFailure {
  readonly name: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string | null;
}

/** What a test runner's output says. Null where it does not. */
export interface TestRun {
  readonly status: "pass" | "fail" | "unknown";
  readonly framework: string | null;
  readonly passed: number | null;
  readonly failed: number | null;
  readonly skipped: number | null;
  readonly errors: number | null;
  readonly total: number | null;
  readonly failures: readonly TestFailure[];
  readonly why: string;
}

/** Reads a test runner's output as it comes. The port behind which the readers of all the frameworks stand. */
export interface TestOutputReader {
  write(chunk: Uint8Array): void;
  end(options: { readonly exitCode: number | null }): TestRun;
}

export type NewTestReader = () => TestOutputReader;

/** A failing test by file and name, so that two of the same name are two. */
export const failureKey = ({ name, file }: TestFailure): string => (file ? `${file}: ${name}` : name);

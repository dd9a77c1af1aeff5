import type { Reading } from "../reading.js";

/** A machine's report, read as it comes. */
export interface Report {
  /** True once it is known to be a report of tests, and not just any JSON or XML. */
  readonly isRecognised: boolean;
  /** Bytes spelt as characters. `over`: the document has ended; `no`: it is none. */
  write(text: string): "going" | "over" | "no";
  reading(): Reading | undefined;
}

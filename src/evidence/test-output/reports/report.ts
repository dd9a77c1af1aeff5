import type { Reading } from "../reading.js";

/** `over`: the document has ended; `no`: it is none. */
export type ReportState = "going" | "over" | "no";

/** A machine's report, read as it comes. */
export interface Report {
  readonly state: ReportState;
  /** True once it is known to be a report of tests, and not just any JSON or XML. */
  readonly isRecognised: boolean;
  /** Bytes spelt as characters. Says where in them the document ends, or the end. */
  write(text: string, from: number, end: number): number;
  reading(): Reading | undefined;
}

import type { OutputReading } from "../reading.js";

/** `over`: the document has ended; `no`: it is not a valid one. */
export type ReportState = "going" | "over" | "no";

/** A machine-readable report, read as a stream. */
export interface Report {
  readonly state: ReportState;
  /** True once it is known to be a test report, and not just any JSON or XML. */
  readonly isRecognised: boolean;
  /** Takes bytes stored one per character. Returns the offset where the document ends, or `end`. */
  write(text: string, from: number, end: number): number;
  reading(): OutputReading | undefined;
}

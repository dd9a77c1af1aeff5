import type { DecisionDetail, ReportRows } from "../run-report/run-report.js";
import { type PackedValues, type Ref, unpackValue } from "./unpack-values.js";

/** A report, with the details of a decision unpacked when they are looked at. */
export interface ReportData {
  readonly report: ReportRows;
  /** Of the decision at this position; null if it was left out of the page. */
  readonly detailAt: (at: number) => DecisionDetail | null;
}

export type DecisionRow = ReportRows["decisions"][number];

interface PackedReport extends PackedValues {
  readonly report: Ref;
  readonly details: readonly Ref[];
}

export function readReport(json: string): ReportData {
  const packed: PackedReport = JSON.parse(json);
  return {
    report: unpackValue(packed, packed.report) as ReportRows,
    detailAt: (at) => unpackValue(packed, packed.details[at] ?? null) as DecisionDetail | null,
  };
}

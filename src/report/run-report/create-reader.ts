import { summarizeRun } from "../../run/loop/summarize-run.js";
import type { DecisionRecord } from "../../store/record.js";
import { nothingWaiting } from "../../store/words.js";
import { reportDecision, SharedParts } from "./report-decision.js";
import type { ReportedDecision } from "./run-report.js";

/** Others can write to the journal, so a record may lack what the report needs: then this throws. */
export function createReader(): (record: DecisionRecord) => ReportedDecision {
  const shared = new SharedParts();
  return (record) => {
    const alone = { records: [record], last: record, current: null, message: null, advice: null, worktree: null };
    summarizeRun({ ...alone, owed: [], unmarked: [], waiting: nothingWaiting });
    return reportDecision(record, shared);
  };
}

import { budgetLines, formatBudget } from "../../decide/budget.js";
import type { Settings } from "../../decide/settings.js";
import type { RunSummary } from "../../run/loop/run-summary.js";
import type { DecisionRecord } from "../../store/record.js";
import { formatNotProven, formatProved } from "../format-proof.js";
import { clipLine } from "./clip-text.js";
import type { RunReport } from "./run-report.js";

export interface ReportedBudget {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
  readonly text: string;
}

/** How much of each limit is used, as the last decision had it. */
export const reportBudget = (last: DecisionRecord, settings: Settings): readonly ReportedBudget[] =>
  budgetLines(last.observation, settings).map((line) => ({ ...line, text: formatBudget(line) }));

export const reportProof = (summary: RunSummary): RunReport["proof"] => ({
  provedBy: formatProved(summary).map((line) => clipLine(line)),
  notProven: formatNotProven(summary).map((line) => clipLine(line)),
});

import { countsIn, labelledCounts } from "../counts.js";
import { byShape, type Runner } from "../runner.js";

const words = {
  passed: "passed",
  passing: "passed",
  failed: "failed",
  failing: "failed",
  skipped: "skipped",
  pending: "skipped",
} as const;
const labels = {
  Passed: "passed",
  passed: "passed",
  PASSED: "passed",
  Failed: "failed",
  failed: "failed",
  FAILED: "failed",
  Skipped: "skipped",
  skipped: "skipped",
} as const;

/**
 * The plain form that home-made runners print, alone on a line: "12 passed, 0 failed", "Tests: 12 passed, 1 failed",
 * "Passed: 12, Failed: 0". Both numbers must be told. Anybody can print that, so that it passes only beside a known exit
 * status 0; a failure is believed at once.
 */
export const generic: Runner = {
  name: "generic",
  starts: [
    "0 passed",
    "0 passing",
    "0 test",
    "=",
    "Tests",
    "tests:",
    "Test:",
    "test:",
    "Result",
    "result",
    "Summary",
    "summary",
    "TOTAL",
    "Total",
    "Pass",
    "pass",
    "PASS",
  ],
  reader: (ledger) =>
    byShape([
      [
        /^(?:=+ )?(?:(?:[Tt]ests?|[Rr]esults?|[Ss]ummary|TOTAL|Total): {0,8})?(\d+ (?:tests? )?(?:passed|passing), \d+ (?:tests? )?(?:failed|failing)(?:, \d+ (?:skipped|pending))?)(?:, \d+ total)?\.?(?: =+)?$/,
        ([, text = ""]) => {
          ledger.touch();
          ledger.count(countsIn(text.replaceAll(/ tests? /g, " "), words));
          ledger.nearlyFinish();
        },
      ],
      [
        /^(?:Results?: {0,4})?(Pass(?:ed)?: *\d+[,;|]? +Fail(?:ed)?: *\d+(?:[,;|]? +Skip(?:ped)?: *\d+)?)$/i,
        ([, text = ""]) => {
          ledger.touch();
          ledger.count(labelledCounts(text, labels));
          ledger.nearlyFinish();
        },
      ],
    ]),
};

import { countsIn, labelledCounts } from "../counts.js";
import { byShape, type Runner } from "../runner.js";
import type { Counts } from "../test-run.js";

const words = {
  failed: "failed",
  failing: "failed",
  failure: "failed",
  failures: "failed",
  passed: "passed",
  passing: "passed",
  skipped: "skipped",
} as const;
const labels = { failures: "failed", errors: "errors" } as const;

/**
 * A line of nothing but counts, some of them failures, as left over when the rest was cut off: "2 failed", "Tests: 1
 * failed, 3 passed", "FAILED (failures=2)". Only its failures count.
 */
export const loneFailures: Runner = {
  name: "lone-failures",
  commands: [],
  yields: "always",
  starts: ["0 …fail", "Tests…fail", "✖ …fail", "✗ …fail", "✘ …fail", "❌ …fail", "FAILED ("],
  reader(ledger) {
    ledger.rename("generic");
    const countFailures = (counts: Counts): void => {
      if ((counts.failed ?? 0) + (counts.errors ?? 0) > 0) ledger.count(counts);
    };
    return byShape([
      [
        /^(?:[✖✗✘❌] {1,2}|Tests:? {1,8})?((?:\d{1,9} (?:tests? |specs? |examples? |scenarios? )?[a-z]{4,8}(?:, | \| |$)){1,6})$/,
        ([, text = ""]) =>
          countFailures(countsIn(text.replaceAll(/ (?:test|spec|example|scenario)s?(?= [a-z])/g, ""), words)),
      ],
      [
        /^FAILED \((?:[a-z ]{4,24}=\d{1,9}(?:, )?){1,6}\)$/,
        ([text = ""]) => countFailures(labelledCounts(text, labels)),
      ],
    ]);
  },
};

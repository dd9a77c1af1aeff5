import { labelledCounts } from "../counts.js";
import { byShape, type Runner } from "../runner.js";
import type { Counts } from "../test-run.js";

const words = {
  TOTAL: "total",
  PASS: "passed",
  SKIP: "skipped",
  XFAIL: "skipped",
  FAIL: "failed",
  XPASS: "failed",
  ERROR: "errors",
} as const;

/** Automake's `make check`: "# TOTAL: 3", "# PASS:  3" … "# ERROR: 0". */
export const automake: Runner = {
  name: "automake",
  commands: [],
  starts: ["# TOTAL:", "# PASS:", "# SKIP:", "# XFAIL:", "# FAIL:", "# XPASS:", "# ERROR:"],
  contains: ["tap"],
  reader(ledger) {
    let isOpen = false;
    const add = (counts: Counts): void => {
      if (isOpen) ledger.count(counts);
    };
    return byShape([
      [
        /^# TOTAL: +\d+$/,
        ([text = ""]) => {
          isOpen = true;
          ledger.begin();
          add(labelledCounts(text, words));
        },
      ],
      [/^# (?:PASS|SKIP|XFAIL|FAIL|XPASS): +\d+$/, ([text = ""]) => add(labelledCounts(text, words))],
      [
        /^# ERROR: +\d+$/,
        ([text = ""]) => {
          add(labelledCounts(text, words));
          if (isOpen) ledger.finish();
          isOpen = false;
        },
      ],
    ]);
  },
};

import { plural } from "../../../lib/text/plural.js";
import { countsIn } from "../counts.js";
import { byShape, type Runner } from "../runner.js";

const words = {
  passed: "passed",
  failed: "failed",
  failures: "failed",
  skip: "skipped",
  todo: "skipped",
  of: "total",
} as const;

/** tap (npm): "Suites:   1 passed, 1 of 1 completed", "Asserts:  2 passed, of 2", then the time. */
export const nodeTap: Runner = {
  name: "node-tap",
  commands: [],
  starts: ["Suites: ", "Asserts: ", "Time: "],
  contains: ["tap"],
  reader(ledger) {
    let isCounted = false;
    return byShape([
      [
        /^Suites: {2,4}(.+) completed$/,
        ([, text = ""]) => {
          ledger.touch();
          const failed = countsIn(text, words).failed ?? 0;
          if (failed > 0) ledger.problem(`${plural(failed, "suite")} failed`);
        },
      ],
      [
        /^Asserts: {2}(.*, )?of (\d+)$/,
        ([, text = "", total = "0"]) => {
          ledger.count({ ...countsIn(text, words), total: Number(total) });
          ledger.nearlyFinish();
          isCounted = true;
        },
      ],
      [
        /^Time: {2,8}\d/,
        () => {
          if (isCounted) ledger.finish();
          isCounted = false;
        },
      ],
    ]);
  },
};

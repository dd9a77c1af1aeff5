import { LatestCounts } from "../latest-counts.js";
import { byShape, type Runner } from "../runner.js";

/** Robot Framework: "3 tests, 2 passed, 1 failed" for each suite and last for all of them, then the output files. */
export const robot: Runner = {
  name: "robot",
  commands: [],
  starts: ["0 test", "Output:  "],
  reader(ledger) {
    const latest = new LatestCounts(ledger);
    let isCounted = false;
    return byShape([
      [
        /^(\d+) tests?(?: total)?, (\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/,
        ([, ...counts], { isWhole }) => {
          const [total = 0, passed = 0, failed = 0, skipped = 0] = counts.map((each) => Number(each ?? 0));
          ledger.touch();
          latest.update({ total, passed, failed, skipped });
          isCounted = true;
          if (isWhole) ledger.nearlyFinish();
        },
      ],
      [
        /^Output: {2}\S/,
        () => {
          if (isCounted) ledger.finish("even if cut");
          isCounted = false;
          latest.close();
        },
      ],
    ]);
  },
};

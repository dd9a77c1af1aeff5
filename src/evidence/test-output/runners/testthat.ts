import { LatestCounts } from "../latest-counts.js";
import { byShape, type Runner } from "../runner.js";

/** testthat (R): "[ FAIL 0 | WARN 1 | SKIP 0 | PASS 5 ]", printed repeatedly; the last one is under "══ Results". */
export const testthat: Runner = {
  name: "testthat",
  commands: [],
  starts: ["[ FAIL ", "══ Results", "Error: Test failures", "Error: ! Test failures"],
  reader(ledger) {
    const latest = new LatestCounts(ledger);
    let isLast = false;
    return byShape([
      [
        /^══ Results ═/,
        () => {
          isLast = true;
        },
      ],
      [
        /^\[ FAIL (\d+) \| WARN \d+ \| SKIP (\d+) \| PASS (\d+) \]$/,
        ([, ...counts]) => {
          const [failed = 0, skipped = 0, passed = 0] = counts.map(Number);
          ledger.touch();
          latest.update({ failed, skipped, passed });
          if (isLast) {
            ledger.finish();
            latest.close();
          } else ledger.nearlyFinish();
          isLast = false;
        },
      ],
      [/^Error: (?:! )?Test failures/, ([line = ""]) => ledger.problem(line)],
    ]);
  },
};

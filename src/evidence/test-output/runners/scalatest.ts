import { byShape, type Runner } from "../runner.js";

/** ScalaTest: "Tests: succeeded 3, failed 0, canceled 0, ignored 0, pending 0", and MUnit's "Test run finished: 0 failed, …". */
export const scalatest: Runner = {
  name: "scalatest",
  starts: ["Tests: succeeded ", "Test run ", "*** …ABORTED"],
  reader: (ledger) =>
    byShape([
      [
        /^Tests: succeeded (\d+), failed (\d+), canceled (\d+), ignored (\d+), pending (\d+)$/,
        ([, ...counts]) => {
          const [passed = 0, failed = 0, ...rest] = counts.map(Number);
          const skipped = rest.reduce((sum, count) => sum + count, 0);
          ledger.conclude({ passed, failed, skipped, total: passed + failed + skipped });
        },
      ],
      [
        /^Test run (?:\S+ )?finished: (\d+) failed, (\d+) ignored, (\d+) total, [\d.]+s$/,
        ([, ...counts]) => {
          const [failed = 0, skipped = 0, total = 0] = counts.map(Number);
          ledger.conclude({ failed, skipped, total, passed: Math.max(0, total - failed - skipped) });
        },
      ],
      [/^\*\*\* \d+ SUITES? ABORTED \*\*\*$/, ([line = ""]) => ledger.problem(line)],
    ]),
};

import { byShape, type Runner } from "../runner.js";

/** Ginkgo (Go): "Ran 3 of 5 Specs in 0.001 seconds", then "SUCCESS! -- 3 Passed | 0 Failed | 0 Pending | 2 Skipped". */
export const ginkgo: Runner = {
  name: "ginkgo",
  starts: ["SUCCESS! -- ", "FAIL! -- ", "Ran ", "Test Suite Failed"],
  reader: (ledger) =>
    byShape([
      [/^Ran \d+ of \d+ Specs? in /, () => ledger.touch()],
      [
        /^(SUCCESS|FAIL)! (?:- .{1,40} )?-- (\d+) Passed \| (\d+) Failed \| (?:\d+ Flaked \| )?(\d+) Pending \| (\d+) Skipped/,
        ([, result, ...counts]) => {
          const [passed = 0, failed = 0, pending = 0, skipped = 0] = counts.map(Number);
          if (result === "FAIL") ledger.problem("FAIL!");
          ledger.conclude({ passed, failed, skipped: pending + skipped, total: passed + failed + pending + skipped });
        },
      ],
      [/^Test Suite Failed$/, ([line = ""]) => ledger.problem(line)],
    ]),
};

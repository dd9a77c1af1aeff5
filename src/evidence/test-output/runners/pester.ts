import { byShape, type Runner } from "../runner.js";

/** Pester (PowerShell): "Tests Passed: 3, Failed: 0, Skipped: 0, Inconclusive: 0, NotRun: 0". */
export const pester: Runner = {
  name: "pester",
  starts: ["Tests Passed: ", "Container failed: ", "BeforeAll "],
  reader: (ledger) =>
    byShape([
      [
        /^Tests Passed: (\d+), Failed: (\d+), Skipped: (\d+),? (?:Inconclusive: (\d+),? |Pending: (\d+),? )?NotRun: \d+$/,
        ([, ...counts]) => {
          const [passed = 0, failed = 0, ...rest] = counts.map((each) => Number(each ?? 0));
          const skipped = rest.reduce((sum, count) => sum + count, 0);
          ledger.conclude({ passed, failed, skipped, total: passed + failed + skipped });
        },
      ],
      [/^(?:Container|BeforeAll \\ AfterAll) failed: [1-9]/, ([line = ""]) => ledger.problem(line)],
    ]),
};

import { byShape, type Runner } from "../runner.js";

/** Catch2 and doctest: "All tests passed (3 assertions in 1 test case)" or "test cases: 2 | 1 passed | 1 failed". */
export const catch2: Runner = {
  name: "catch2",
  commands: [],
  starts: ["All tests passed", "test cases:", "[doctest]", "No tests ran", "No test cases"],
  reader: (ledger) =>
    byShape([
      [
        /^All tests passed \(\d+ assertions? in (\d+) test cases?\)$/,
        ([, total = "0"]) => {
          ledger.count({ passed: Number(total), failed: 0, total: Number(total) });
          ledger.finish();
        },
      ],
      [
        /^(?:\[doctest\] )?test cases: +(\d+) \| +(?:(\d+) passed)?(?: *\|? *(\d+) failed)?(?: *\| *(\d+) (?:skipped|failed as expected))?/,
        ([, total = "0", passed = "0", failed = "0", skipped = "0"], { isWhole }) => {
          if (!isWhole) return ledger.touch();
          ledger.count({
            passed: Number(passed),
            failed: Number(failed),
            skipped: Number(skipped),
            total: Number(total),
          });
          ledger.finish();
        },
      ],
      [/^No tests ran$|^No test cases matched/, () => ledger.nothing("no tests ran")],
    ]),
};

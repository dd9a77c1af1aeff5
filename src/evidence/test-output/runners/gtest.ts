import { byShape, type Runner } from "../runner.js";

/** GoogleTest: "[==========] 3 tests from 1 test suite ran.", "[  PASSED  ] 2 tests.", "[  FAILED  ] 1 test, listed below:". */
export const gtest: Runner = {
  name: "gtest",
  commands: [],
  starts: ["[==", "[  PASSED", "[  FAILED", "[  SKIPPED"],
  reader(ledger) {
    let total = 0;
    return byShape([
      [/^\[=+\] Running \d+ tests? /, () => ledger.begin()],
      [
        /^\[=+\] (\d+) tests? .*ran\./,
        ([, tests = "0"]) => {
          total = Number(tests);
        },
      ],
      [
        /^\[ {2}PASSED {2}\] (\d+) tests?\.$/,
        ([, passed = "0"]) => {
          ledger.count({ passed: Number(passed), total });
          ledger.finish();
        },
      ],
      [
        /^\[ {2}FAILED {2}\] (\d+) tests?, listed below:$/,
        ([, failed = "0"]) => ledger.count({ failed: Number(failed) }),
      ],
      [
        /^\[ {2}SKIPPED \] (\d+) tests?, listed below:$/,
        ([, skipped = "0"]) => ledger.count({ skipped: Number(skipped) }),
      ],
      [
        /^\[ {2}FAILED {2}\] ([\w/.]+)(?:,.*)? \(\d+ ms\)$/,
        ([, name = ""]) => {
          ledger.failure({ name });
          ledger.problem(`failed: ${name}`);
        },
      ],
    ]);
  },
};

import { byShape, type Runner } from "../runner.js";

/**
 * EUnit if not all tests passed: "Failed: 1.  Skipped: 0.  Passed: 2."; Common Test: "TEST COMPLETE, 3 ok, 0 failed of
 * 3 test cases".
 */
export const eunit: Runner = {
  name: "eunit",
  starts: ["Failed: ", "There were no tests to run", "Testing …TEST COMPLETE"],
  reader: (ledger) =>
    byShape([
      [
        /^Failed: (\d+)\.\s{1,4}Skipped: (\d+)\.\s{1,4}Passed: (\d+)\.$/,
        ([, ...counts]) => {
          const [failed = 0, skipped = 0, passed = 0] = counts.map(Number);
          ledger.conclude({ failed, skipped, passed, total: failed + skipped + passed });
        },
      ],
      [/^There were no tests to run\.$/, () => ledger.nothing("no tests to run")],
      [
        /^Testing \S.{0,200}: TEST COMPLETE, (\d+) ok, (\d+) failed(?:, (\d+) skipped)? of (\d+) test cases$/,
        ([, ...counts]) => {
          const [passed = 0, failed = 0, skipped = 0, total = 0] = counts.map((each) => Number(each ?? 0));
          ledger.conclude({ passed, failed, skipped, total });
        },
      ],
    ]),
};

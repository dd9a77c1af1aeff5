import { byShape, type Runner } from "../runner.js";

/** Boost.Test: "Running 3 test cases...", then "*** No errors detected" or the number of failures. */
export const boostTest: Runner = {
  name: "boost-test",
  commands: [],
  starts: ["Running ", "*** ", "Test setup error"],
  reader(ledger) {
    let planned: number | undefined;
    return byShape([
      [
        /^Running (\d+) test cases?\.\.\.$/,
        ([, count]) => {
          planned = Number(count);
          ledger.begin();
        },
      ],
      [
        /^\*\*\* No errors detected$/,
        () => {
          if (planned !== undefined) ledger.conclude({ passed: planned, failed: 0, total: planned });
          planned = undefined;
        },
      ],
      [/^\*\*\* \d+ failures? (?:is|are) detected\b/, ([line = ""]) => ledger.problem(line.slice(4))],
      [/^Test setup error: no test cases matching filter/, ([line = ""]) => ledger.nothing(line)],
    ]);
  },
};

import { byShape, type Runner } from "../runner.js";

/** Perl's prove and other users of TAP::Harness: "Files=1, Tests=2, …", then "Result: PASS". */
export const prove: Runner = {
  name: "prove",
  commands: [],
  starts: ["Files=", "Result: ", "Failed "],
  contains: ["tap"],
  reader(ledger) {
    let total: number | undefined;
    return byShape([
      [
        /^Files=\d+, Tests=(\d+), /,
        ([, tests = "0"]) => {
          ledger.touch();
          total = Number(tests);
        },
      ],
      [
        /^Result: (PASS|FAIL|NOTESTS)$/,
        ([, result = ""]) => {
          if (total === undefined) return;
          ledger.count({ total });
          if (result === "FAIL") ledger.problem("Result: FAIL");
          else if (result === "PASS" && total > 0) ledger.ran();
          total = undefined;
          ledger.finish();
        },
      ],
      [/^Failed (?:test|\d+\/\d+ (?:subtests|test programs))/, ([line = ""]) => ledger.suspect(line)],
    ]);
  },
};

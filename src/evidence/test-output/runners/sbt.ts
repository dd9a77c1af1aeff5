import { byShape, type Runner } from "../runner.js";

/** sbt with any framework: "Passed: Total 3, Failed 0, Errors 0, Passed 3" per project. */
export const sbt: Runner = {
  name: "sbt",
  starts: ["Passed: Total ", "Failed: Total ", "Error: Total ", "No tests were executed"],
  contains: ["scalatest"],
  reader: (ledger) =>
    byShape([
      [
        /^(Passed|Failed|Error): Total (\d+), Failed (\d+), Errors (\d+), Passed (\d+)(?:, Skipped (\d+))?(?:, Ignored (\d+))?/,
        ([, result, ...counts]) => {
          const [total = 0, failed = 0, errors = 0, passed = 0, skipped = 0, ignored = 0] = counts.map((each) =>
            Number(each ?? 0),
          );
          if (result !== "Passed") ledger.problem(`${result} by sbt's count`);
          ledger.conclude({ total, failed, errors, passed, skipped: skipped + ignored });
        },
      ],
      [/^No tests were executed\.?$/, () => ledger.nothing("no tests were executed")],
    ]),
};

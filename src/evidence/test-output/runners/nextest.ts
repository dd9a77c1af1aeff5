import { countsIn } from "../counts.js";
import { byShape, type Runner } from "../runner.js";

const words = { passed: "passed", failed: "failed", skipped: "skipped", timed: "failed", exec: "failed" } as const;

/** cargo-nextest: "Summary [   0.012s] 3 tests run: 2 passed, 1 failed, 0 skipped". */
export const nextest: Runner = {
  name: "nextest",
  commands: ["nextest"],
  starts: ["Starting ", "Summary [", "FAIL [", "SIG", "TIMEOUT [", "ABORT [", "error: no tests", "error: test run"],
  // Each test is a process of the standard harness, and the output of failed ones is shown.
  contains: ["cargo-test"],
  reader: (ledger) =>
    byShape([
      [/^Starting \d+ tests? across \d+ binar/, () => ledger.begin()],
      [
        /^Summary \[ *[\d.]+s\] (\d+)(?:\/(\d+))? tests? run: (.+)$/,
        ([, ran = "", planned, text = ""]) => {
          ledger.count({ ...countsIn(text.replaceAll(/\(.*?\)/g, ""), words), total: Number(planned ?? ran) });
          if (planned !== undefined && planned !== ran) ledger.problem(`${ran} of ${planned} tests were run`);
          ledger.finish();
        },
      ],
      [
        /^(?:FAIL|SIG[A-Z]+|TIMEOUT|ABORT) \[ *[\d.]+s\] (?:\( *\d+\/\d+\) )?(.+)$/,
        ([, name = ""]) => {
          ledger.suspect(`failed: ${name}`);
          ledger.failure({ name });
        },
      ],
      [/^error: no tests to run/, () => ledger.nothing("no tests to run")],
      [/^error: test run failed/, ([line = ""]) => ledger.problem(line.slice(7))],
    ]),
};

import { byShape, type Runner } from "../runner.js";

/** deno test: "ok | 2 passed | 0 failed (5ms)", or the same with FAILED. */
export const denoTest: Runner = {
  name: "deno-test",
  starts: ["running ", "ok | ", "FAILED | "],
  reader: (ledger) =>
    byShape([
      [/^running \d+ tests? from \S/, () => ledger.touch()],
      [
        /^(ok|FAILED) \| (\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?.*\(\d+m?s\)$/,
        ([, result, passed = "0", failed = "0", skipped = "0"]) => {
          const total = Number(passed) + Number(failed) + Number(skipped);
          ledger.count({ passed: Number(passed), failed: Number(failed), skipped: Number(skipped), total });
          if (result === "FAILED") ledger.problem("FAILED");
          ledger.finish();
        },
      ],
    ]),
};

import { byShape, type Runner } from "../runner.js";

/** ctest: "67% tests passed, 1 tests failed out of 3", then the time. It counts skipped tests as passed; we do not. */
export const ctest: Runner = {
  name: "ctest",
  commands: ["ctest"],
  starts: ["Test project", "0/", "0%", "Total Test time", "No tests were found", "Errors while running"],
  contains: ["gtest", "catch2"],
  reader(ledger) {
    let skipped = 0;
    let isCounted = false;
    return byShape([
      [/^Test project \S/, () => ledger.begin()],
      [
        /^\d+\/\d+ Test +#\d+: (\S+) \.*\**(Passed|Failed|Skipped|Not Run|Timeout|Exception|Bad Command)?/,
        ([, name = "", result]) => {
          if (result === "Skipped" || result === "Not Run") skipped++;
          else if (result !== "Passed") ledger.failure({ name, message: result ?? null });
          if (result !== undefined && !["Passed", "Skipped", "Not Run"].includes(result))
            ledger.suspect(`failed: ${name}`);
        },
      ],
      [
        /^\d+% tests passed(?:, (\d+) tests? failed)? out of (\d+)$/,
        ([, failed = "0", total = "0"]) => {
          const rest = Number(failed) + skipped;
          ledger.count({
            passed: Math.max(0, Number(total) - rest),
            failed: Number(failed),
            skipped,
            total: Number(total),
          });
          ledger.nearlyFinish();
          isCounted = true;
        },
      ],
      [
        /^Total Test time \(real\) = /,
        () => {
          if (isCounted) ledger.finish();
          isCounted = false;
          skipped = 0;
        },
      ],
      [
        /^No tests were found!!!/,
        () => {
          ledger.nothing("no tests were found");
          ledger.finish();
        },
      ],
      [/^Errors while running CTest/, ([line = ""]) => ledger.problem(line)],
    ]);
  },
};

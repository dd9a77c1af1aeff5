import { byShape, type Runner } from "../runner.js";

/**
 * bats, pretty format: "2 tests, 1 failure, 1 skipped" under the list of tests. ExUnit prints the same after its time.
 */
export const bats: Runner = {
  name: "bats-pretty",
  commands: ["bats"],
  starts: ["Finished in", "0 test", "✗ ", "bats warning"],
  reader(ledger) {
    ledger.rename("bats");
    let isOthers = false;
    return byShape([
      [
        /^Finished in /,
        () => {
          isOthers = true;
        },
      ],
      [
        /^(\d+) tests?, (\d+) failures?(?:, (\d+) skipped)?(?:, (\d+) not run)?(?: in [\d.]+ seconds?)?$/,
        ([, total = "0", failed = "0", skipped = "0", lost = "0"], { isWhole }) => {
          if (isOthers) isOthers = false;
          else if (isWhole) {
            const passed = Math.max(0, Number(total) - Number(failed) - Number(skipped) - Number(lost));
            ledger.count({ passed, failed: Number(failed), skipped: Number(skipped), total: Number(total) });
            if (lost !== "0") ledger.problem(`${lost} not run`);
            ledger.finish();
          } else ledger.touch();
        },
      ],
      [
        /^✗ (.+)$/,
        ([, name = ""]) => {
          ledger.suspect(`failed: ${name}`);
          ledger.failure({ name });
        },
      ],
      [/^bats warning: Executed \d+ instead of/, ([line = ""]) => ledger.problem(line)],
    ]);
  },
};

import { plural } from "../../../lib/text/plural.js";
import { byShape, type Runner } from "../runner.js";

/** behave (Python): "3 scenarios passed, 0 failed, 0 skipped", then the same for steps, which may be undefined. */
export const behave: Runner = {
  name: "behave",
  commands: ["behave"],
  starts: ["0 scenario", "0 step"],
  reader: (ledger) =>
    byShape([
      [
        /^(\d+) scenarios? passed, (\d+) failed(?:, (\d+) error)?, (\d+) skipped(?:, (\d+) untested)?$/,
        ([, ...counts]) => {
          const [passed = 0, failed = 0, errors = 0, skipped = 0, untested = 0] = counts.map((each) =>
            Number(each ?? 0),
          );
          ledger.touch();
          ledger.count({ passed, failed, errors, skipped, total: passed + failed + errors + skipped + untested });
          if (untested > 0) ledger.problem(`${plural(untested, "scenario")} untested`);
        },
      ],
      [
        /^\d+ steps? passed, (\d+) failed(?:, (\d+) error)?, \d+ skipped(?:, (\d+) (?:undefined|pending))?/,
        ([, ...counts]) => {
          const [failed = 0, errors = 0, missing = 0] = counts.map((each) => Number(each ?? 0));
          if (failed + errors + missing > 0) ledger.problem("steps failed or are undefined");
          ledger.finish();
        },
      ],
    ]),
};

import { plural } from "../../../lib/text/plural.js";
import { byShape, type Runner } from "../runner.js";

/**
 * `zig test`: "All 3 tests passed." or "2 passed; 1 skipped; 0 failed."; `zig build test` summarises its steps. EUnit's
 * lines begin alike.
 */
export const zigTest: Runner = {
  name: "zig-test",
  commands: [],
  starts: ["All …tests passed.", "0 passed; ", "Build Summary: "],
  reader: (ledger) =>
    byShape([
      [
        /^All (\d+) tests passed\.$/,
        ([, count], { indent }) => {
          if (indent > 0) ledger.rename("eunit");
          ledger.conclude({ passed: Number(count), failed: 0, total: Number(count) });
        },
      ],
      [
        /^(\d+) passed; (\d+) skipped; (\d+) failed\.$/,
        ([, ...counts]) => {
          const [passed = 0, skipped = 0, failed = 0] = counts.map(Number);
          ledger.conclude({ passed, skipped, failed, total: passed + skipped + failed });
        },
      ],
      [
        /^Build Summary: \d+\/\d+ steps succeeded(?:; (\d+) failed)?; (\d+)\/(\d+) tests passed(?:; (\d+) skipped)?(?:; (\d+) failed)?/,
        ([, ...counts]) => {
          const [steps = 0, passed = 0, total = 0, skipped = 0, failed = 0] = counts.map((each) => Number(each ?? 0));
          if (steps > 0) ledger.problem(`${plural(steps, "step")} failed`);
          ledger.conclude({ passed, total, skipped, failed });
        },
      ],
    ]),
};

import { byShape, type Runner } from "../runner.js";

/** busted (Lua): "3 successes / 1 failure / 0 errors / 0 pending : 0.012 seconds". */
export const busted: Runner = {
  name: "busted",
  starts: ["0 success"],
  reader: (ledger) =>
    byShape([
      [
        /^(\d+) success(?:es)? \/ (\d+) failures? \/ (\d+) errors? \/ (\d+) pending : [\d.]+ seconds?$/,
        ([, ...counts]) => {
          const [passed = 0, failed = 0, errors = 0, skipped = 0] = counts.map(Number);
          ledger.conclude({ passed, failed, errors, skipped, total: passed + failed + errors + skipped });
        },
      ],
    ]),
};

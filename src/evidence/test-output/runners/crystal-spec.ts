import { byShape, type Runner } from "../runner.js";

/** Crystal's spec: "3 examples, 0 failures, 0 errors, 1 pending". */
export const crystalSpec: Runner = {
  name: "crystal-spec",
  starts: ["0 example"],
  reader: (ledger) =>
    byShape([
      [
        /^(\d+) examples?, (\d+) failures?, (\d+) errors?, (\d+) pending$/,
        ([, ...counts]) => {
          const [total = 0, failed = 0, errors = 0, skipped = 0] = counts.map(Number);
          ledger.conclude({ total, failed, errors, skipped, passed: Math.max(0, total - failed - errors - skipped) });
        },
      ],
    ]),
};

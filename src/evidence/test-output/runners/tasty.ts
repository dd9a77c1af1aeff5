import { byShape, type Runner } from "../runner.js";

/** tasty (Haskell): "All 3 tests passed (0.01s)" or "1 out of 3 tests failed (0.01s)". */
export const tasty: Runner = {
  name: "tasty",
  starts: ["All …tests passed (", "0 out of "],
  reader: (ledger) =>
    byShape([
      [
        /^All (\d+) tests passed \([\d.]+s\)$/,
        ([, count]) => ledger.conclude({ passed: Number(count), failed: 0, total: Number(count) }),
      ],
      [
        /^(\d+) out of (\d+) tests failed \([\d.]+s\)$/,
        ([, failed = "0", total = "0"]) =>
          ledger.conclude({ passed: Number(total) - Number(failed), failed: Number(failed), total: Number(total) }),
      ],
    ]),
};

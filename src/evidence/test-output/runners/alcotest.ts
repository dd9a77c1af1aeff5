import { byShape, type Runner } from "../runner.js";

/** Alcotest (OCaml): "Test Successful in 0.001s. 3 tests run." or "1 failure! in 0.001s. 3 tests run." */
export const alcotest: Runner = {
  name: "alcotest",
  starts: ["Test Successful in", "0 failure", "0 error"],
  reader: (ledger) =>
    byShape([
      [
        /^Test Successful in [\d.]+s\. (\d+) tests? run\.$/,
        ([, count]) => ledger.conclude({ passed: Number(count), failed: 0, total: Number(count) }),
      ],
      [
        /^(\d+) (?:failure|error)s?! in [\d.]+s\. (\d+) tests? run\.$/,
        ([, failed = "0", total = "0"]) =>
          ledger.conclude({
            passed: Math.max(0, Number(total) - Number(failed)),
            failed: Number(failed),
            total: Number(total),
          }),
      ],
    ]),
};

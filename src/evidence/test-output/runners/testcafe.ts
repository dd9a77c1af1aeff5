import { byShape, type Runner } from "../runner.js";

/** TestCafe if tests fail: "1/3 failed (2s)". If all pass, its last line looks like Playwright's. */
export const testcafe: Runner = {
  name: "testcafe",
  starts: ["0/"],
  reader: (ledger) =>
    byShape([
      [
        /^(\d+)\/(\d+) failed \((?:\d+[hms] ?){1,3}\)$/,
        ([, failed = "0", total = "0"]) =>
          ledger.conclude({ failed: Number(failed), passed: Number(total) - Number(failed), total: Number(total) }),
      ],
    ]),
};

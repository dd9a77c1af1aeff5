import { byShape, type Runner } from "../runner.js";

/**
 * uvu: "Total: 3", "Passed: 2", "Skipped: 0", "Duration: 0.5ms" on separate lines. The total excludes skipped tests.
 */
export const uvu: Runner = {
  name: "uvu",
  commands: ["uvu"],
  starts: ["Total:  ", "Passed:  ", "Skipped:  ", "Duration:  ", "FAIL  "],
  reader(ledger) {
    let total: number | undefined;
    let passed: number | undefined;
    return byShape([
      [
        /^Total: {5}(\d{1,9})$/,
        ([, count]) => {
          ledger.touch();
          total = Number(count);
        },
      ],
      [
        /^Passed: {4}(\d{1,9})$/,
        ([, count]) => {
          passed = Number(count);
        },
      ],
      [
        /^Skipped: {3}(\d{1,9})$/,
        ([, count]) => {
          if (total === undefined || passed === undefined) return;
          ledger.count({ total, passed, failed: Math.max(0, total - passed), skipped: Number(count) });
          ledger.nearlyFinish();
        },
      ],
      [
        /^Duration: {2}[\d.]+\w+$/,
        () => {
          if (total !== undefined && passed !== undefined) ledger.finish("even if cut");
          total = undefined;
          passed = undefined;
        },
      ],
      [
        /^FAIL {2}(\S.*?) {2}"(.+)"$/,
        ([, suite = "", name = ""]) => {
          ledger.suspect(`failed: ${name}`);
          ledger.failure({ name: `${suite} › ${name}` });
        },
      ],
    ]);
  },
};

import { byShape, type Runner } from "../runner.js";

/** Small C libraries with a one-line summary: Unity, CppUTest, Check and Criterion. */
export const cUnits: Runner = {
  name: "c-units",
  starts: ["0 Tests ", "OK (", "Errors (", "0%: Checks", "[====] Synthesis"],
  reader(ledger) {
    const conclude = (framework: string, [total = 0, failed = 0, skipped = 0]: readonly number[]): void => {
      ledger.rename(framework);
      ledger.conclude({ total, failed, skipped, passed: Math.max(0, total - failed - skipped) });
    };
    return byShape([
      [/^(\d+) Tests (\d+) Failures (\d+) Ignored$/, ([, ...counts]) => conclude("unity", counts.map(Number))],
      [
        /^OK \((\d+) tests, (\d+) ran, \d+ checks, (\d+) ignored, (\d+) filtered out, \d+ ms\)$/,
        ([, total, ran]) => conclude("cpputest", [Number(total), 0, Number(total) - Number(ran)]),
      ],
      [
        /^Errors \((?:(\d+) failures, )?(\d+) tests, (\d+) ran, /,
        ([, failed, total, ran]) =>
          conclude("cpputest", [Number(total), Number(failed ?? 1), Number(total) - Number(ran)]),
      ],
      [
        /^\d+%: Checks: (\d+), Failures: (\d+), Errors: (\d+)$/,
        ([, total, failed, errors]) => conclude("check", [Number(total), Number(failed) + Number(errors)]),
      ],
      [
        /^\[====\] Synthesis: Tested: (\d+) \| Passing: (\d+) \| Failing: (\d+) \| Crashing: (\d+)/,
        ([, total, , failing, crashing]) => conclude("criterion", [Number(total), Number(failing) + Number(crashing)]),
      ],
    ]);
  },
};

import { byShape, type Runner } from "../runner.js";

/**
 * clojure.test: "Ran 3 tests containing 5 assertions.", then "0 failures, 0 errors."; kaocha on one line. The failures
 * are assertions.
 */
export const clojureTest: Runner = {
  name: "clojure-test",
  commands: ["kaocha"],
  starts: ["Ran ", "0 failure", "0 test"],
  reader(ledger) {
    let ran: number | undefined;
    const conclude = (total: number, failed: number, errors: number): void =>
      ledger.conclude({ total, failed, errors, passed: Math.max(0, total - failed - errors) });
    return byShape([
      [
        /^Ran (\d+) tests? containing \d+ assertions?\.$/,
        ([, count]) => {
          ledger.touch();
          ran = Number(count);
        },
      ],
      [
        /^(\d+) failures?, (\d+) errors?\.$/,
        ([, failed, errors]) => {
          if (ran !== undefined) conclude(ran, Number(failed), Number(errors));
          ran = undefined;
        },
      ],
      [
        /^(\d+) tests?, \d+ assertions?, (?:(\d+) errors?, )?(?:\d+ pending, )?(\d+) failures?\.$/,
        ([, total, errors, failed]) => conclude(Number(total), Number(failed), Number(errors ?? 0)),
      ],
    ]);
  },
};

import { byShape, type Runner } from "../runner.js";

/** shUnit2: "Ran 3 tests.", then "OK" or "FAILED (failures=1)". */
export const shunit2: Runner = {
  name: "shunit2",
  commands: [],
  starts: ["Ran ", "OK", "FAILED ("],
  reader(ledger) {
    let ran: number | undefined;
    return byShape([
      [
        /^Ran (\d+) tests?\.$/,
        ([, count]) => {
          ledger.touch();
          ran = Number(count);
        },
      ],
      [
        /^(?:OK|FAILED)(?: \((?:failures=(\d+))?(?:,? ?skipped=(\d+))?\))?$/,
        ([line = "", failures, skips]) => {
          if (ran === undefined) return;
          const [failed, skipped] = [Number(failures ?? 0), Number(skips ?? 0)];
          // Failures and skips are assertions, and a test may have many.
          ledger.count({ total: ran, failed: Math.min(failed, ran), skipped: Math.min(skipped, ran) });
          ledger.count({ passed: Math.max(0, ran - failed - skipped) });
          if (line.startsWith("FAILED")) ledger.problem(line);
          ran = undefined;
          ledger.finish(line.endsWith(")") ? "even if cut" : "only if whole");
        },
      ],
    ]);
  },
};

import { countsIn } from "../counts.js";
import { byShape, type Runner } from "../runner.js";

const words = {
  passed: "passed",
  failed: "failed",
  skipped: "skipped",
  todo: "skipped",
  todos: "skipped",
  incomplete: "skipped",
  errors: "errors",
  risky: "passed",
  warnings: "passed",
  deprecated: "passed",
} as const;

/** Pest, and Laravel's `artisan test`: "Tests:    1 failed, 2 passed (3 assertions)", then "Duration:". */
export const pest: Runner = {
  name: "pest",
  commands: ["pest"],
  starts: ["Tests: "],
  reader: (ledger) =>
    byShape([
      [
        /^Tests: {2,8}((?:\d+ (?:passed|failed|skipped|todos?|incomplete|risky|warnings?|deprecated|errors?|notices?)(?:, )?){1,9})(?: \(\d+ assertions?\))?$/,
        ([, text = ""]) => {
          ledger.count(countsIn(text, words));
          ledger.finish("only if whole");
        },
      ],
    ]),
};

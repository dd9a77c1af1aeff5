import { countsIn } from "../counts.js";
import { byShape, type Runner } from "../runner.js";

const words = {
  tests: "total",
  test: "total",
  skipped: "skipped",
  failure: "failed",
  failures: "failed",
  error: "errors",
  errors: "errors",
} as const;

/** gotestsum: "DONE 12 tests, 1 skipped, 2 failures in 0.5s" after the output of `go test`. */
export const gotestsum: Runner = {
  name: "gotestsum",
  commands: [],
  starts: ["DONE "],
  contains: ["go-test"],
  reader: (ledger) =>
    byShape([
      [
        /^DONE (?:\d+ runs, )?(\d+ tests?(?:, \d+ (?:skipped|failures?|errors?))*) in [\d.]+m?s/,
        ([, text = ""]) => {
          const counts = countsIn(text, words);
          const rest = (counts.failed ?? 0) + (counts.skipped ?? 0);
          ledger.count({ ...counts, passed: Math.max(0, (counts.total ?? 0) - rest) });
          ledger.finish();
        },
      ],
    ]),
};

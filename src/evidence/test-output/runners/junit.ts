import { byShape, type Runner } from "../runner.js";
import type { CountName } from "../test-run.js";

const words: Readonly<Record<string, CountName>> = {
  found: "total",
  successful: "passed",
  failed: "failed",
  skipped: "skipped",
  aborted: "skipped",
};

/** JUnit run directly, version 4 ("OK (3 tests)") and the console launcher, and TestNG. */
export const junit: Runner = {
  name: "junit",
  commands: [],
  starts: ["OK (", "FAILURES!!!", "Tests run:", "Total tests run:", "[  "],
  reader(ledger) {
    let counts: { [name in CountName]?: number } = {};
    let hasFailed = false;
    return byShape([
      [
        /^OK \((\d+) tests?\)$/,
        ([, total = "0"]) => {
          ledger.count({ passed: Number(total), failed: 0, total: Number(total) });
          ledger.finish();
        },
      ],
      [
        /^FAILURES!!!$/,
        () => {
          hasFailed = true;
          ledger.suspect("FAILURES!!!");
        },
      ],
      [
        /^(?:Total t|T)ests run: *(\d+), *(?:Passes: *\d+, *)?Failures: *(\d+)(?:, *Skips: *(\d+))?$/,
        ([line = "", total = "0", failed = "0", skipped = "0"]) => {
          if (!hasFailed && !line.startsWith("Total")) return;
          hasFailed = false;
          const passed = Math.max(0, Number(total) - Number(failed) - Number(skipped));
          ledger.count({ passed, failed: Number(failed), skipped: Number(skipped), total: Number(total) });
          ledger.finish();
        },
      ],
      [
        /^\[ +(\d+) tests (found|skipped|started|aborted|successful|failed) +\]$/,
        ([, count = "0", word = ""]) => {
          const name = words[word];
          if (name !== undefined) counts[name] = (counts[name] ?? 0) + Number(count);
          if (word !== "failed") return;
          ledger.count(counts);
          counts = {};
          ledger.finish();
        },
      ],
      [/^\[ +([1-9]\d*) containers failed +\]$/, ([, count = "0"]) => ledger.count({ errors: Number(count) })],
    ]);
  },
};

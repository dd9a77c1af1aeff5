import { byShape, type Runner } from "../runner.js";
import type { CountName } from "../test-run.js";

const words: Readonly<Record<string, CountName>> = {
  pass: "passed",
  fail: "failed",
  skip: "skipped",
  todo: "skipped",
  error: "errors",
  errors: "errors",
};

/** bun test: "2 pass", "1 fail", then "Ran 3 tests across 1 files. [12.00ms]", which a narrow console wraps. */
export const bunTest: Runner = {
  name: "bun-test",
  commands: [],
  starts: ["bun test v", "0 pass", "0 fail", "0 skip", "0 todo", "0 error", "Ran ", "(fail)", "No tests found!"],
  reader(ledger) {
    let counts: { [name in CountName]?: number } = {};
    const suspect = (count: string, word: string): void => {
      if (Number(count) > 0) ledger.suspect(`${count} ${word}`);
    };
    return byShape([
      [/^bun test v\d/, () => ledger.begin()],
      [
        /^(\d+) (pass|fail|skip|todo|errors?)$/,
        ([, count = "0", word = ""]) => {
          const name = words[word] ?? "passed";
          counts[name] = (counts[name] ?? 0) + Number(count);
          if (name === "failed" || name === "errors") suspect(count, word);
        },
      ],
      [
        /^Ran (\d+)(?: tests?(?: across(?: \d+(?: files?\..*)?)?)?)?$/,
        ([line = "", total = "0"]) => {
          if (!line.includes(" across ") && (counts.passed === undefined || counts.failed === undefined)) return;
          ledger.count({ ...counts, total: Number(total) });
          counts = {};
          ledger.finish();
        },
      ],
      [/^\(fail\) (.+?)(?: \[[\d.]+ms\])?$/, ([, name = ""]) => ledger.failure({ name })],
      [/^No tests found!/, () => ledger.nothing("no tests found")],
    ]);
  },
};

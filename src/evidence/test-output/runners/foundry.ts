import { byShape, type Runner } from "../runner.js";

/**
 * forge test: "Suite result: ok. 2 passed; 0 failed; …" per contract, and last "Ran 3 test suites in 8ms (…): 9 tests
 * passed, …".
 */
export const foundry: Runner = {
  name: "foundry",
  commands: [],
  starts: [
    "Suite result: ",
    "Test result: ",
    "Ran ",
    "[FAIL",
    "No tests ",
    "no tests match",
    "Warning: No tests found in",
  ],
  reader(ledger) {
    let seen = 0;
    const count = ([passed = 0, failed = 0, skipped = 0]: readonly number[]): void => {
      seen += passed + failed + skipped;
      ledger.touch();
      ledger.count({ passed, failed, skipped, total: passed + failed + skipped });
    };
    return byShape([
      [
        /^Suite result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) skipped; finished in /,
        ([, ...counts]) => {
          count(counts.map(Number));
          ledger.nearlyFinish();
        },
      ],
      // Versions without a summary: each contract's line is final.
      [
        /^Test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (?:(\d+) skipped; )?finished in /,
        ([, ...counts]) => {
          count(counts.map((each) => Number(each ?? 0)));
          ledger.finish("even if cut");
        },
      ],
      [
        /^Ran \d+ test suites? in .{2,60}: (\d+) tests? passed, (\d+) failed, (\d+) skipped \(\d+ total tests?\)$/,
        ([, ...counts]) => {
          if (seen === 0) count(counts.map(Number));
          seen = 0;
          ledger.finish("even if cut");
        },
      ],
      [/^Ran \d+ tests? for \S+:\S+$/, () => ledger.touch()],
      [
        /^\[FAIL(?:: |\. Reason: )?(.{0,600})\] (\w+\(.*\)) \((?:gas|runs): /,
        ([, message = "", name = ""]) => {
          ledger.suspect(`failed: ${name}`);
          ledger.failure({ name, message });
        },
      ],
      [
        /^(?:Warning: )?No tests found in project!|^[Nn]o tests match the provided pattern/,
        ([line = ""]) => ledger.nothing(line),
      ],
    ]);
  },
};

import { byShape, type Runner } from "../runner.js";

/** dart test and flutter test: "00:01 +3 ~1 -1: Some tests failed.", the last of many similar lines. */
export const dartTest: Runner = {
  name: "dart-test",
  commands: [],
  starts: ["0:", "No tests "],
  reader(ledger) {
    return byShape([
      [
        /^\d\d:\d\d \+(\d+)(?: ~(\d+))?(?: -(\d+))?: (All tests passed!|All tests skipped\.|Some tests failed\.)$/,
        ([, passed = "0", skipped = "0", failed = "0", word = ""]) => {
          const total = Number(passed) + Number(skipped) + Number(failed);
          ledger.count({ passed: Number(passed), skipped: Number(skipped), failed: Number(failed), total });
          if (word.startsWith("Some")) ledger.problem(word);
          ledger.finish();
        },
      ],
      [
        /^\d\d:\d\d \+\d+(?: ~\d+)? -[1-9]\d*: (.+) \[E\]$/,
        ([, name = ""]) => {
          ledger.suspect(`failed: ${name}`);
          ledger.failure({ name });
        },
      ],
      [/^No tests (?:ran|match)/, () => ledger.nothing("no tests ran")],
    ]);
  },
};

import { type Sample, sample } from "../sample.js";

const nextest = "     Summary [   0.012s] 5 tests run: 5 passed, 0 skipped";
const event = "PHPUnit Started (PHPUnit 11.0 using PHP 8.3)\nTest Passed (CartTest::testAdds)\n";

/** Closing lines by themselves. The second tells whether they are enough without a status. */
const passing: readonly (readonly [line: string, without: "pass" | "unknown"])[] = [
  ["5 passed in 0.12s", "pass"],
  ["===== 5 passed, 1 skipped in 0.12s =====", "pass"],
  ["Tests: 12 passed, 12 total", "unknown"],
  ["Tests:       1 skipped, 12 passed, 13 total", "unknown"],
  ["test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s", "pass"],
  ["12 passing (30ms)", "unknown"],
  ["Tests run: 5, Failures: 0, Errors: 0, Skipped: 0", "unknown"],
  ["[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 1", "unknown"],
  ["      Tests  12 passed (12)", "unknown"],
  ["100% tests passed, 0 tests failed out of 5", "unknown"],
  ["3 specs, 0 failures", "unknown"],
  ["3 examples, 0 failures", "pass"],
  ["OK (3 tests, 5 assertions)", "pass"],
  ["  4 passed (1.4s)", "pass"],
  ["Executed 5 tests, with 0 failures (0 unexpected) in 0.010 (0.012) seconds", "unknown"],
  [nextest, "pass"],
  [`${event}PHPUnit Finished (Shell Exit Code: 0)`, "pass"],
];

/** More of the same line may have been to come, of skipped tests. */
const mayGoOn = /^3 specs/;

const failing = [
  "1 failed",
  "2 failing",
  "1 failed, 3 passed",
  "3 passed, 1 failed in 0.10s",
  "Tests: 1 failed, 12 total",
  "Tests  1 failed | 3 passed",
  "Test Suites: 1 failed, 2 total",
  "Failed: 2",
  "3 tests failed",
  "FAILED (failures=1)",
  "FAILED (errors=2, skipped=1)",
  "✖ 2 tests failed",
  "test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
  "Tests run: 5, Failures: 1, Errors: 0, Skipped: 0",
  "3 specs, 1 failure",
  "3 examples, 1 failure",
  "FAIL shop/cart 0.012s",
  "FAIL    shop/cart [build failed]",
  "3 tests passed\n1 test failed",
  "80% tests passed, 1 tests failed out of 5",
];

/** Counts in which nothing failed, or that are nobody's. */
const harmless = [
  "0 failed",
  "0 failing, 3 skipped",
  "2 jobs failed to start",
  "1 failed login was logged",
  "FAILED (none)",
];

/** Whatever was or was not printed. */
const noise = ["", ".", "Cart\n", "sh: something broke\n", "src/a.ts(3,5): error TS2322: no\n", "running 3 tests\n"];

const nothing = [
  'npm error Missing script: "test"\n',
  "make: *** No rule to make target 'test'.  Stop.\n",
  "/usr/bin/python3: No module named pytest\n",
  "No tests found, exiting with code 1\n",
  "no tests ran in 0.01s\n",
];

const table: readonly Sample[] = [
  ...passing.flatMap(([line, without]) => [
    sample(`status 0: ${line}`, `${line}\n`, { status: "pass" }, 0),
    sample(`status 0, no line end: ${line}`, line, { status: mayGoOn.test(line) ? "unknown" : "pass" }, 0),
    sample(`status 1: ${line}`, `${line}\n`, { status: "fail" }, 1),
    sample(`no status: ${line}`, `${line}\n`, { status: without }),
  ]),
  ...failing.flatMap((line) => [
    sample(`no status: ${line}`, `${line}\n`, { status: "fail" }),
    sample(`status 0: ${line}`, `${line}\n`, { status: "fail" }, 0),
  ]),
  ...harmless.map((line) => sample(`no failure: ${line}`, `${line}\n`, { status: "unknown" }, 0)),
  ...noise.map((text) => sample(`status 1 and ${JSON.stringify(text)}`, text, { status: "fail" }, 1)),
  ...noise.map((text) => sample(`status 0 and ${JSON.stringify(text)}`, text, { status: "unknown" }, 0)),
  ...nothing.map((text) => sample(`status 1, where nothing was begun: ${text.trim()}`, text, { status: "unknown" }, 1)),
];

export default table;

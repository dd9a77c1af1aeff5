import { sample } from "../sample.js";

const tests = (pass: number, fail: number, skipped = 0): string =>
  `ℹ tests ${pass + fail + skipped}\nℹ suites 0\nℹ pass ${pass}\nℹ fail ${fail}\nℹ cancelled 0\nℹ skipped ${skipped}\nℹ todo 0\nℹ duration_ms 92.1\n`;

export const ava = [
  sample(
    "all passed",
    "\n  ✔ adds up\n  - later\n  ─\n\n  1 test passed\n  1 test skipped\n",
    { status: "pass", framework: "ava", passed: 1, skipped: 1 },
    0,
  ),
  sample(
    "one failed",
    "\n  ✔ empties\n  ✘ [fail]: adds up\n  ─\n\n  adds up\n\n  Difference:\n\n  ─\n\n  1 test failed\n",
    { status: "fail", failed: 1, failures: [{ name: "adds up" }] },
    1,
  ),
  sample(
    "an error outside of the tests",
    "\n  ✔ adds up\n\n  Uncaught exception in test.js\n\n  Error: late\n\n  ─\n\n  1 test passed\n  1 uncaught exception\n",
    { status: "fail", passed: 1, errors: 1 },
    1,
  ),
  sample("a file without tests", "\n  ✘ No tests found in test.js\n  ─\n\n", { status: "fail" }, 1),
  sample("words that only sound alike", "I ran it again.\n\n  12 tests passed\n", { status: "unknown" }, 0),
];

export const nodeTest = [
  sample(
    "all passed",
    `✔ adds up (1.1ms)\n﹣ later (0.1ms) # SKIP\n${tests(1, 0, 1)}`,
    { status: "pass", framework: "node-test", passed: 1, skipped: 1, total: 2 },
    0,
  ),
  sample(
    "one failed",
    `✔ empties (1.1ms)\n✖ adds up (1.5ms)\n${tests(1, 1)}\n✖ failing tests:\n\ntest at cart.test.js:3:1\n✖ adds up (1.5ms)\n  AssertionError [ERR_ASSERTION]: 3 !== 4\n`,
    { status: "fail", passed: 1, failed: 1, failures: [{ name: "adds up", file: "cart.test.js", line: 3 }] },
    1,
  ),
  ...["✖", "▶"].map((mark) =>
    sample(
      `tests of the same name in two suites, ended by ${mark}`,
      `▶ cart\n  ▶ sums\n    ✖ works (1.5ms)\n  ${mark} sums (2.5ms)\n${mark} cart (3.5ms)\n▶ print\n  ✔ works (0.5ms)\n✔ print (0.7ms)\n✖ works (1.7ms)\n${tests(1, 2)}\n✖ failing tests:\n\ntest at cart.test.js:3:1\n✖ works (1.5ms)\n  AssertionError [ERR_ASSERTION]: 3 !== 4\n\ntest at cart.test.js:9:1\n✖ works (1.7ms)\n  Error: no\n`,
      {
        status: "fail",
        failures: [
          { name: "cart > sums > works", file: "cart.test.js", line: 3 },
          { name: "works", file: "cart.test.js", line: 9 },
        ],
      },
      1,
    ),
  ),
  sample("nothing ran", tests(0, 0), { status: "unknown", total: 0 }, 0),
  sample("cut while it ran", "✔ empties (1.1ms)\n✖ adds up (1.5ms)\n", { status: "fail" }),
  sample(
    "as TAP",
    "TAP version 13\n# Subtest: adds up\nnot ok 1 - adds up\n  ---\n  duration_ms: 1.5\n  location: '/home/me/cart.test.js:3:1'\n  failureType: 'testCodeFailure'\n  ...\n1..1\n# tests 1\n# suites 0\n# pass 0\n# fail 1\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 108.4\n",
    { status: "fail", framework: "node-test", failed: 1 },
    1,
  ),
  sample(
    "a threshold of coverage",
    [`✔ adds up (1.1ms)\n${tests(1, 0)}`, "ℹ Error: 41.67% line coverage does not meet threshold of 90%.\n"],
    { status: "fail" },
    1,
  ),
];

export const playwright = [
  sample(
    "all passed, one after a retry",
    "\nRunning 3 tests using 2 workers\n\n  ✓  1 [chromium] › a.spec.ts:3:5 › opens (1.2s)\n  ✘  2 [chromium] › a.spec.ts:9:5 › closes (30.0s)\n  ✓  3 [chromium] › a.spec.ts:9:5 › closes (retry #1) (1.1s)\n\n  1 flaky\n    [chromium] › a.spec.ts:9:5 › closes\n  1 skipped\n  1 passed (33.1s)\n",
    { status: "pass", framework: "playwright", passed: 2, skipped: 1, total: 3 },
    0,
  ),
  sample(
    "one failed",
    "Running 2 tests using 1 worker\n··F\n\n  1) [chromium] › a.spec.ts:9:5 › dialog › closes ─────────────\n\n    Error: Timed out 5000ms waiting for expect(locator).toBeVisible()\n\n      at a.spec.ts:12:20\n\n  1 failed\n    [chromium] › a.spec.ts:9:5 › dialog › closes\n  1 passed (6.0s)\n",
    { status: "fail", failed: 1, passed: 1, failures: [{ name: "dialog › closes", file: "a.spec.ts", line: 9 }] },
    1,
  ),
  sample("some did not run", "Running 3 tests using 1 worker\n  1 did not run\n  2 passed (6.0s)\n", {
    status: "fail",
  }),
  sample(
    "an error outside of the tests",
    [
      "Running 1 test using 1 worker\n  1 passed (6.0s)\n",
      "  1 error was not a part of any test, see above for details\n",
    ],
    { status: "fail" },
    1,
  ),
  sample("no tests", "Error: No tests found\n", { status: "unknown" }, 1),
  sample("cut after failures", "Running 9 tests using 1 worker\n\n  ✘  1 [chromium] › a.spec.ts:9:5 › closes (2ms)\n", {
    status: "fail",
  }),
];

export const cypress = [
  sample(
    "one of two specs failed",
    "  (Run Starting)\n\n  1 passing (2s)\n\n  (Results)\n\n  1 passing (2s)\n  1 failing\n\n  1) logs in:\n     AssertionError: no\n\n====================\n\n  (Run Finished)\n\n       Spec    Tests  Passing  Failing  Pending  Skipped\n    ✖  1 of 2 failed (50%)                      00:05        3        2        1        -        -\n",
    { status: "fail", framework: "cypress", passed: 2, failed: 1, total: 3 },
    1,
  ),
  sample(
    "all passed",
    "  (Run Starting)\n\n  2 passing (2s)\n\n  (Run Finished)\n\n    ✔  All specs passed!                        00:02        2        2        -        -        -\n",
    { status: "pass", passed: 2, total: 2 },
    0,
  ),
  sample("cut after a spec that passed", "  (Run Starting)\n\n  2 passing (2s)\n\n", { status: "unknown" }),
];

export const others = [
  sample(
    "bun",
    "bun test v1.2.3 (abc)\n\na.test.ts:\n(pass) empties [0.1ms]\n(fail) adds up [0.4ms]\n\n 1 pass\n 1 fail\n 2 expect() calls\nRan 2 tests across 1 files. [12.00ms]\n",
    { status: "fail", framework: "bun-test", passed: 1, failed: 1 },
    1,
  ),
  sample(
    "deno",
    "running 2 tests from ./a.test.ts\nempties ... ok (0ms)\nadds up ... ok (0ms)\n\nok | 2 passed | 0 failed (5ms)\n",
    { status: "pass", framework: "deno-test", passed: 2 },
    0,
  ),
  sample(
    "jasmine",
    "Started\n..F\n\n3 specs, 1 failure\nFinished in 0.01 seconds\n",
    { status: "fail", framework: "jasmine", failed: 1, passed: 2 },
    3,
  ),
  sample(
    "tap of npm",
    "Suites:   1 passed, 1 of 1 completed\nAsserts:  4 passed, of 4\nTime:     2s\n",
    { status: "pass", framework: "node-tap", passed: 4 },
    0,
  ),
  sample(
    "dart",
    "00:00 +0: loading a_test.dart\n00:01 +1 -1: adds up [E]\n00:01 +1 -1: Some tests failed.\n",
    { status: "fail", framework: "dart-test", failed: 1, passed: 1 },
    1,
  ),
];

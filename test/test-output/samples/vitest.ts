import { sample } from "../sample.js";

const run = "\n RUN  v4.1.2 /home/me/shop\n\n";
const end = "   Start at  10:20:30\n   Duration  1.02s (transform 40ms, setup 0ms, import 60ms, tests 9ms)\n\n";

export default [
  sample(
    "all passed",
    `${run} ✓ src/cart.test.ts (3 tests | 1 skipped) 4ms\n\n Test Files  1 passed (1)\n      Tests  2 passed | 1 skipped (3)\n${end}`,
    { status: "pass", framework: "vitest", passed: 2, skipped: 1, total: 3, failures: [] },
    0,
  ),
  sample(
    "one failed, with its place",
    `${run} ❯ src/cart.test.ts (2 tests | 1 failed) 8ms\n   × adds up 6ms\n     → expected 3 to be 4\n\n⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\n\n FAIL  src/cart.test.ts > adds up\nAssertionError: expected 3 to be 4\n\n- Expected\n+ Received\n\n ❯ src/cart.test.ts:7:23\n      7|   expect(sum).toBe(4)\n\n⎯⎯⎯[1/1]⎯\n\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n${end}`,
    {
      status: "fail",
      passed: 1,
      failed: 1,
      failures: [
        {
          name: "src/cart.test.ts > adds up",
          file: "src/cart.test.ts",
          line: 7,
          message: "AssertionError: expected 3 to be 4",
        },
      ],
    },
    1,
  ),
  sample(
    "a suite that did not load",
    `${run} FAIL  src/tax.test.ts [ src/tax.test.ts ]\nError: Cannot find package 'taxes'\n\n Test Files  1 failed | 1 passed (2)\n      Tests  2 passed (2)\n${end}`,
    { status: "fail", passed: 2 },
    1,
  ),
  sample(
    "an unhandled error beside passing tests",
    `${run} ✓ src/cart.test.ts (1 test) 4ms\n\n⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯\n\nVitest caught 1 unhandled error during the test run.\nThis might cause false positive tests. Resolve unhandled errors to make sure your tests are not affected.\n\n Test Files  1 passed (1)\n      Tests  1 passed (1)\n     Errors  1 error\n${end}`,
    { status: "fail", passed: 1, errors: 1 },
    1,
  ),
  sample("no files", `${run}No test files found, exiting with code 1\n\nfilter: nothing\n`, { status: "unknown" }, 1),
  sample(
    "only skipped tests",
    `${run} ↓ src/cart.test.ts (2 tests | 2 skipped)\n\n Test Files  1 skipped (1)\n      Tests  2 skipped (2)\n${end}`,
    { status: "unknown", skipped: 2 },
    0,
  ),
  sample("cut before the summary", `${run} ✓ src/cart.test.ts (3 tests) 4ms\n`, { status: "unknown" }),
  sample("crashed before the summary", `${run} ✓ src/cart.test.ts (3 tests) 4ms\n`, { status: "fail" }, 134),
  sample(
    "a threshold of coverage",
    [
      `${run} ✓ src/cart.test.ts (1 test) 4ms\n\n Test Files  1 passed (1)\n      Tests  1 passed (1)\n${end}`,
      "ERROR: Coverage for lines (40%) does not meet global threshold (80%)\n",
    ],
    { status: "fail", passed: 1 },
  ),
  sample(
    "the last run of a watcher counts: red, then green",
    `\n DEV  v3.2.4 /home/me/shop\n\n ❯ a.test.ts (1 test | 1 failed) 3ms\n FAIL  a.test.ts > a\nError: no\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n${end} FAIL  Tests failed. Watching for file changes...\n       press h to show help, press q to quit\n RERUN  src/a.ts x1\n\n ✓ a.test.ts (1 test) 3ms\n\n Test Files  1 passed (1)\n      Tests  1 passed (1)\n${end} PASS  Waiting for file changes...\n`,
    { status: "pass", passed: 1, failed: null },
  ),
  sample(
    "the last run of a watcher counts: green, then red",
    [
      `\n DEV  v3.2.4 /home/me/shop\n\n Test Files  1 passed (1)\n      Tests  1 passed (1)\n${end}`,
      " PASS  Waiting for file changes...\n",
      ` RERUN  src/a.ts x1\n\n FAIL  a.test.ts > a\nError: no\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n${end}`,
    ],
    { status: "fail", failed: 1, passed: null },
  ),
  sample(
    "packages are added up",
    [
      `web:test:  RUN  v3.2.4 /home/me/web\nweb:test:  Test Files  1 passed (1)\nweb:test:       Tests  2 passed (2)\nweb:test:    Start at  10:20:30\nweb:test:    Duration  1s\n`,
      `api:test:  RUN  v3.2.4 /home/me/api\napi:test:  Test Files  1 failed (1)\napi:test:       Tests  1 failed | 3 passed (4)\napi:test:    Start at  10:20:30\napi:test:    Duration  1s\n`,
    ],
    { status: "fail", passed: 5, failed: 1, total: 6 },
  ),
  sample(
    "colours and the first form",
    "\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[32m5 passed\u001b[39m\u001b[22m\u001b[90m (5)\u001b[39m\n\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m50 passed\u001b[39m\u001b[22m\u001b[90m (50)\u001b[39m\n\u001b[2m       Time \u001b[22m 2.10s\u001b[2m (in thread 8ms, 2500%)\u001b[22m\n",
    { status: "pass", passed: 50 },
  ),
];

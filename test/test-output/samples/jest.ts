import { sample } from "../sample.js";

const end = "Snapshots:   0 total\nTime:        0.81 s, estimated 1 s\nRan all test suites.\n";

export default [
  sample(
    "all passed, with names and words that sound like failures",
    `PASS src/errors.test.js\n  ✓ fails with an error when the file is missing (3 ms)\n  ● Console\n\n    console.log\n      1 failed, FAILED\n\nTest Suites: 1 passed, 1 total\nTests:       1 todo, 1 passed, 2 total\n${end}`,
    { status: "pass", framework: "jest", passed: 1, skipped: 1, total: 2 },
    0,
  ),
  sample(
    "one failed",
    `FAIL src/cart.test.js\n  cart\n    ✕ adds up (4 ms)\n\n  ● cart › adds up\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 4\n    Received: 3\n\n    > 5 |   expect(sum()).toBe(4)\n\n      at Object.toBe (src/cart.test.js:5:17)\n\nTest Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 4 passed, 5 total\n${end}`,
    { status: "fail", passed: 4, failed: 1, failures: [{ name: "cart › adds up", file: "src/cart.test.js", line: 5 }] },
    1,
  ),
  sample(
    "a suite that did not load, beside passing tests",
    `PASS ./a.test.js\nFAIL ./b.test.js\n  ● Test suite failed to run\n\n    Cannot find module './gone' from 'b.test.js'\n\nTest Suites: 1 failed, 1 passed, 2 total\nTests:       1 passed, 1 total\n${end}`,
    {
      status: "fail",
      passed: 1,
      errors: 1,
      failures: [{ name: "./b.test.js", message: "Cannot find module './gone' from 'b.test.js'" }],
    },
    1,
  ),
  sample("no tests found", "No tests found, exiting with code 0\n", { status: "unknown" }, 0),
  sample(
    "only skipped tests",
    `Test Suites: 1 skipped, 0 of 1 total\nTests:       3 skipped, 3 total\n${end}`,
    { status: "unknown" },
    0,
  ),
  sample(
    "a threshold not met",
    `PASS ./a.test.js\nJest: "global" coverage threshold for lines (90%) not met: 41.66%\n\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\n${end}`,
    { status: "fail", passed: 1 },
    1,
  ),
  sample(
    "--silent leaves the last line out: the status makes up for it",
    "PASS ./a.test.js\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\nSnapshots:   0 total\nTime:        0.8 s\n",
    { status: "pass" },
    0,
  ),
  sample(
    "without the last line and without a status",
    "PASS ./a.test.js\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\nSnapshots:   0 total\nTime:        0.8 s\n",
    { status: "unknown" },
  ),
  sample(
    "interrupted",
    "PASS ./a.test.js\n\nTest Suites: 1 passed, 1 of 2 total\nTests:       1 passed, 1 total\nSnapshots:   0 total\nTime:        0.8 s\nTest run was interrupted.\n",
    { status: "fail" },
    1,
  ),
  sample(
    "passed, but the command did not",
    `PASS ./a.test.js\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\n${end}`,
    { status: "fail" },
    1,
  ),
  sample(
    "before version 17",
    " FAIL  a-test.js (0.3s)\n1 test failed, 2 tests passed (3 total in 1 test suite, run time 0.8s)\n",
    { status: "fail", failed: 1, passed: 2, total: 3 },
  ),
  sample(
    "marks that went through a wrong code page",
    `FAIL ./a.test.js\n  ├ù adds up (4 ms)\n\n  ΓùÅ adds up\n\n    boom\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n${end}`,
    { status: "fail", failures: [{ name: "adds up", message: "boom" }] },
  ),
];

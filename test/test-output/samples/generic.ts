import { sample } from "../sample.js";

export default [
  sample(
    "a home-made summary and status 0",
    "checked\nResults: 12 passed, 0 failed\n",
    { status: "pass", framework: "generic", passed: 12, failed: 0 },
    0,
  ),
  sample("the same without a status", "checked\nResults: 12 passed, 0 failed\n", { status: "unknown" }),
  sample("a home-made summary with failures", "12 passed, 2 failed, 1 skipped\n", { status: "fail", failed: 2 }),
  sample("labels", "Passed: 3, Failed: 1\n", { status: "fail", failed: 1, passed: 3 }),
  sample(
    "prose",
    "All 12 tests pass. I ran npm test and everything was green: 12 passed, 0 failed, which is good.\n",
    { status: "unknown", framework: null },
    0,
  ),
  sample("nothing at all", "", { status: "unknown", framework: null }, 0),
  sample("a command that was not found", "sh: 1: vitest: not found\n", { status: "unknown", framework: null }, 127),
  sample(
    "lint only",
    "src/a.ts\n  3:5  error  'x' is never used\n\n✖ 1 problem (1 error, 0 warnings)\n",
    { status: "fail", framework: null },
    1,
  ),
  sample(
    "compiler errors between the tests' lines",
    "src/a.ts(3,5): error TS2322: no\nFound 1 error.\n\n\n  2 passing (6ms)\n\n",
    { status: "pass", passed: 2 },
  ),
  sample(
    "the script that ran the tests says it failed",
    ["\n\n  2 passing (6ms)\n\n", "npm ERR! Test failed.  See above for more details.\n"],
    { status: "fail", passed: 2 },
  ),
  sample("two runners in one output", ["\n  2 passing (6ms)\n\n", "===== 1 failed, 3 passed in 0.05s =====\n"], {
    status: "fail",
    framework: "mocha + pytest",
    passed: 5,
    failed: 1,
  }),
  sample(
    "times and job names of a build server before each line",
    "test\tRun npm test\t2026-01-02T03:04:05.678Z  Test Files  1 passed (1)\ntest\tRun npm test\t2026-01-02T03:04:05.678Z       Tests  2 passed (2)\ntest\tRun npm test\t2026-01-02T03:04:05.678Z    Duration  1.02s\n",
    { status: "pass", framework: "vitest", passed: 2 },
  ),
  sample(
    "a container's name before each line",
    "api-1  | ...\napi-1  | Finished in 0.1 seconds\napi-1  | 3 examples, 1 failure\n",
    { status: "fail", framework: "rspec", failed: 1 },
  ),
];

import { sample } from "../sample.js";

export const tap = [
  sample(
    "plan first",
    "TAP version 13\n1..3\nok 1 - opens\nok 2 - closes # SKIP no network\nnot ok 3 - sorts # TODO later\n",
    { status: "pass", framework: "tap", passed: 1, skipped: 2, total: 3 },
    0,
  ),
  sample(
    "plan last, one failed",
    "TAP version 14\nok 1 - opens\nnot ok 2 - closes\n  ---\n  at: door.js:4:2\n  ...\n1..2\n# tests 2\n# pass  1\n# fail  1\n",
    { status: "fail", passed: 1, failed: 1, failures: [{ name: "closes", file: "door.js", line: 4 }] },
    1,
  ),
  sample(
    "the closing comments alone, beside exit status 0",
    "# tests 4\n# pass 4\n# fail 0\n",
    { status: "pass", framework: "tap", passed: 4, failed: 0, total: 4 },
    0,
  ),
  sample("the closing comments alone, without an exit status", "# tests 4\n# pass 4\n# fail 0\n", {
    status: "unknown",
  }),
  sample("the closing comments alone, of no test", "# tests 0\n# pass 0\n# fail 0\n", { status: "unknown" }, 0),
  sample(
    "the closing comments alone, one failed",
    "# tests 4\n# pass 3\n# fail 1\n",
    { status: "fail", passed: 3, failed: 1 },
    0,
  ),
  sample("fewer than planned", "TAP version 13\n1..3\nok 1 - opens\nok 2 - closes\n", { status: "unknown", passed: 2 }),
  sample("bailed out", "1..3\nok 1 - opens\nBail out! no database\n", { status: "fail" }),
  sample("all skipped", "TAP version 13\n1..0 # SKIP not on this system\n", { status: "unknown" }, 0),
  sample("one skipped of one", "TAP version 13\n1..1\nok 1 - opens # SKIP no door\n", { status: "unknown" }, 0),
  sample(
    "failures inside a subtest that passed as todo",
    "TAP version 14\n    not ok 1 - inner\n    1..1\nnot ok 1 - outer # TODO\nok 2 - other\n1..2\n",
    { status: "pass", passed: 1 },
  ),
  sample("two streams", ["1..1\nok 1 - a\n", "1..2\nok 1 - b\nnot ok 2 - c\n"], {
    status: "fail",
    passed: 2,
    failed: 1,
  }),
  sample(
    "an error that nobody caught, in a test",
    "TAP version 13\n# opens\nok 1 should be equal\n# closes\n/p/door.js:3\n    throw new Error('stuck')\n    ^\n\nError: stuck\n    at close (/p/door.js:3:11)\n\nNode.js v22.1.0\n",
    { status: "fail", passed: 1, failed: 1, failures: [{ name: "closes" }] },
    1,
  ),
  sample(
    "an error that nobody caught, before any test",
    "TAP version 13\n# opens\nError: no door\n\nNode.js v22.1.0\n",
    { failures: [] },
  ),
  sample("prose", "ok 1 of the things is done, 1..2 go\n", { status: "unknown" }),
];

export const bats = [
  sample(
    "as TAP, one failed",
    "1..2\nnot ok 1 adds up\n# (in test file cart.bats, line 2)\n#   `[ $sum = 4 ]' failed\nok 2 prints 0 errors\n",
    { status: "fail", framework: "bats", passed: 1, failed: 1, failures: [{ name: "adds up" }] },
    1,
  ),
  sample(
    "for people, passed",
    " ✓ adds up\n - later (skipped)\n\n2 tests, 0 failures, 1 skipped\n",
    { status: "pass", framework: "bats", passed: 1, skipped: 1 },
    0,
  ),
  sample(
    "for people, failed",
    " ✗ adds up\n   (in test file cart.bats, line 2)\n     `[ $sum = 4 ]' failed\n\n1 test, 1 failure\n",
    { status: "fail", failed: 1, failures: [{ name: "adds up" }] },
    1,
  ),
  sample("nothing ran", "1..0\n", { status: "unknown" }, 0),
];

export const prove = [
  sample(
    "passed",
    "t/a.t .. ok\nAll tests successful.\nFiles=1, Tests=2,  0 wallclock secs ( 0.01 usr +  0.00 sys =  0.01 CPU)\nResult: PASS\n",
    { status: "pass", framework: "prove", total: 2 },
    0,
  ),
  sample(
    "failed",
    "t/a.t .. \nDubious, test returned 1 (wstat 256, 0x100)\nFailed 1/2 subtests \nFiles=1, Tests=2,  0 wallclock secs\nResult: FAIL\n",
    { status: "fail" },
    1,
  ),
  sample("none", "Files=1, Tests=0,  0 wallclock secs\nResult: NOTESTS\n", { status: "unknown" }, 0),
];

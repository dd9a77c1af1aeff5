import { sample } from "../sample.js";

export default [
  sample(
    "all passed",
    "\n\n  retry\n    ✔ fails after 3 errors\n    - later\n\n\n  1 passing (6ms)\n  1 pending\n\n",
    { status: "pass", framework: "mocha", passed: 1, skipped: 1, total: 2 },
    0,
  ),
  sample(
    "two failed",
    "\n\n  cart\n    1) adds up\n    ✔ empties\n\n\n  1 passing (4ms)\n  2 failing\n\n  1) cart\n       adds up:\n\n      AssertionError: expected 3 to equal 4\n      at Context.<anonymous> (test/cart.js:9:14)\n\n  2) cart\n       throws:\n     TypeError: x is undefined\n      at Context.<anonymous> (test/cart.js:12:3)\n\n\n",
    {
      status: "fail",
      passed: 1,
      failed: 2,
      failures: [
        { name: "cart › adds up", file: "test/cart.js", line: 9, message: "AssertionError: expected 3 to equal 4" },
        { name: "cart › throws", line: 12 },
      ],
    },
    2,
  ),
  sample("nothing ran", "\n\n  0 passing (1ms)\n\n", { status: "unknown", passed: 0 }, 0),
  sample("no files", 'Error: No test files found: "test"\n', { status: "unknown" }, 1),
  sample(
    "failed to load",
    "\n Exception during run: SyntaxError: Unexpected end of input\n    at wrapSafe (node:internal/modules/cjs/loader:1)\n",
    { status: "fail" },
    1,
  ),
  sample("died in the middle", "\n\n  cart\n    ✔ empties\n", { status: "fail" }, 7),
  sample(
    "a watcher: red, then green",
    "\n  0 passing (2ms)\n  1 failing\n\n  1) a:\n     Error: no\n\n\nℹ [mocha] waiting for changes...\n\n  1 passing (2ms)\n\nℹ [mocha] waiting for changes...\n",
    { status: "pass", passed: 1 },
  ),
];

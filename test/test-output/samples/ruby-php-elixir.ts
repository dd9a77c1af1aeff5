import { sample } from "../sample.js";

export const rspec = [
  sample(
    "passed",
    "..*\n\nFinished in 0.005 seconds (files took 0.07 seconds to load)\n3 examples, 0 failures, 1 pending\n\n",
    { status: "pass", framework: "rspec", passed: 2, skipped: 1, total: 3 },
    0,
  ),
  sample(
    "failed",
    "F.\n\nFailures:\n\n  1) Cart adds up\n     Failure/Error: expect(3).to eq 4\n\nFinished in 0.01 seconds\n2 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/cart_spec.rb:4 # Cart adds up\n",
    {
      status: "fail",
      failed: 1,
      passed: 1,
      failures: [{ name: "Cart adds up", file: "./spec/cart_spec.rb", line: 4 }],
    },
    1,
  ),
  sample(
    "an error outside of examples",
    "\nAn error occurred while loading ./spec/tax_spec.rb.\nFailure/Error: require 'taxes'\n\nFinished in 0.00002 seconds\n0 examples, 0 failures, 1 error occurred outside of examples\n",
    { status: "fail", errors: 1 },
    1,
  ),
  sample(
    "none",
    "No examples found.\n\nFinished in 0.0003 seconds\n0 examples, 0 failures\n",
    { status: "unknown" },
    0,
  ),
  sample("without a line end", "Finished in 0.24 seconds\n55 examples, 0 failures", { status: "pass", passed: 55 }),
  sample(
    "a log of the application around it",
    "ERROR: could not save the cart\nFATAL: 3 failures\n.\nFinished in 1 second\n1 example, 0 failures\n\nCoverage report generated for RSpec to coverage.\n",
    { status: "pass" },
  ),
  sample(
    "coverage too low",
    [
      "Finished in 1 second\n1 example, 0 failures\n",
      "Line coverage (41.00%) is below the expected minimum coverage (90.00%).\nSimpleCov failed with exit 2 due to a coverage related error\n",
    ],
    { status: "fail" },
  ),
];

export const minitest = [
  sample(
    "passed",
    "Run options: --seed 1\n\n# Running:\n\n.S\n\nFinished in 0.001s, 900 runs/s, 900 assertions/s.\n\n2 runs, 1 assertions, 0 failures, 0 errors, 1 skips\n",
    { status: "pass", framework: "minitest", passed: 1, skipped: 1, total: 2 },
    0,
  ),
  sample(
    "failed",
    "# Running:\n\nFE\n\n  1) Failure:\nCartTest#test_sum [test/cart_test.rb:5]:\nExpected: 4\n  Actual: 3\n\n2 runs, 1 assertions, 1 failures, 1 errors, 0 skips\n",
    {
      status: "fail",
      failed: 1,
      errors: 1,
      failures: [{ name: "CartTest#test_sum", file: "test/cart_test.rb", line: 5, message: "expected 4, got 3" }],
    },
    1,
  ),
  sample(
    "test-unit",
    "Finished in 0.001 seconds.\n-----\n1 tests, 1 assertions, 0 failures, 0 errors, 0 pendings, 0 omissions, 0 notifications\n100% passed\n",
    { status: "pass", passed: 1 },
    0,
  ),
  sample("none", "# Running:\n\n0 runs, 0 assertions, 0 failures, 0 errors, 0 skips\n", { status: "unknown" }, 0),
  sample("cut", "# Running:\n\n..", { status: "unknown" }),
];

const php = "PHPUnit 11.2.5 by Sebastian Bergmann and contributors.\n\n";

export const phpunit = [
  sample(
    "passed",
    `${php}..                                      2 / 2 (100%)\n\nTime: 00:00.004, Memory: 4.00 MB\n\nOK (2 tests, 3 assertions)\n`,
    { status: "pass", framework: "phpunit", passed: 2, total: 2 },
    0,
  ),
  sample(
    "passed with skipped ones",
    `${php}OK, but some tests were skipped!\nTests: 3, Assertions: 2, Skipped: 1.\n`,
    { status: "pass", passed: 2, skipped: 1 },
    0,
  ),
  sample(
    "failed",
    `${php}FE.\n\nThere was 1 error:\n\n1) CartTest::testTax\nRuntimeException: no rate\n\n/home/me/tests/CartTest.php:12\n\n--\n\nThere was 1 failure:\n\n1) CartTest::testSum\nFailed asserting that 3 is identical to 4.\n\n/home/me/tests/CartTest.php:6\n\nERRORS!\nTests: 3, Assertions: 2, Errors: 1, Failures: 1.\n`,
    {
      status: "fail",
      passed: 1,
      failed: 1,
      errors: 1,
      failures: [
        { name: "CartTest::testTax", line: 12 },
        { name: "CartTest::testSum", line: 6, message: "Failed asserting that 3 is identical to 4." },
      ],
    },
    2,
  ),
  sample("none", `${php}No tests executed!\n`, { status: "unknown" }, 0),
  sample(
    "died",
    `${php}..\nPHP Fatal error:  Uncaught Error: Call to undefined function x() in /home/me/tests/CartTest.php:3\n`,
    { status: "fail" },
    255,
  ),
  sample("warnings, without a status", `${php}WARNINGS!\nTests: 2, Assertions: 2, Warnings: 1.\n`, {
    status: "unknown",
  }),
  sample("findings of another tool in the same log", `[ERROR] Found 3 errors\n${php}OK (2 tests, 3 assertions)\n`, {
    status: "pass",
  }),
  sample(
    "Pest",
    "   FAIL  Tests\\Unit\\CartTest\n  ⨯ adds up\n\n  Tests:    1 failed, 2 passed (3 assertions)\n  Duration: 0.05s\n",
    { status: "fail", framework: "pest", failed: 1, passed: 2 },
    1,
  ),
];

export const exunit = [
  sample(
    "passed",
    "..\nFinished in 0.03 seconds (0.00s async, 0.03s sync)\n1 doctest, 2 tests, 0 failures, 1 skipped\n\nRandomized with seed 0\n",
    { status: "pass", framework: "exunit", passed: 2, skipped: 1, total: 3 },
    0,
  ),
  sample(
    "failed",
    "\n  1) test adds up (CartTest)\n     test/cart_test.exs:5\n     Assertion with == failed\n\nFinished in 0.03 seconds (0.00s async, 0.03s sync)\n2 tests, 1 failure\n",
    {
      status: "fail",
      failed: 1,
      passed: 1,
      failures: [{ name: "test adds up (CartTest)", file: "test/cart_test.exs", line: 5 }],
    },
    2,
  ),
  sample(
    "some excluded, told in brackets",
    "Finished in 0.03 seconds (0.00s async, 0.03s sync)\n5 tests, 0 failures (2 excluded)\n",
    { status: "pass", framework: "exunit", passed: 3, failed: 0 },
    0,
  ),
  sample(
    "all excluded, told in brackets",
    "Finished in 0.03 seconds (0.00s async, 0.03s sync)\n2 tests, 0 failures (2 excluded)\n",
    { status: "unknown" },
    0,
  ),
  sample(
    "all excluded",
    "Finished in 0.03 seconds (0.00s async, 0.03s sync)\n2 tests, 0 failures, 2 excluded\n",
    { status: "unknown" },
    0,
  ),
  sample(
    "did not compile",
    "== Compilation error in file test/cart_test.exs ==\n** (SyntaxError) invalid syntax found on test/cart_test.exs:3:9:\n",
    { status: "fail" },
    1,
  ),
  sample("none", "There are no tests to run\n", { status: "unknown" }, 0),
];

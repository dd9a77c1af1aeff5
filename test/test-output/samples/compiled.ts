import { sample } from "../sample.js";

export const goTest = [
  sample("a package", "ok  \tshop/cart\t0.012s\n", { status: "pass", framework: "go-test", passed: null }),
  sample(
    "one failed",
    "--- FAIL: TestSum (0.00s)\n    cart_test.go:9: got 3, want 4\nFAIL\nFAIL\tshop/cart\t0.002s\nFAIL\n",
    {
      status: "fail",
      failed: 1,
      failures: [{ name: "TestSum", file: "cart_test.go", line: 9, message: "got 3, want 4" }],
    },
    1,
  ),
  sample(
    "with -v",
    "=== RUN   TestSum\n--- PASS: TestSum (0.00s)\n=== RUN   TestTax\n    tax_test.go:4: error: none\n--- SKIP: TestTax (0.00s)\nPASS\nok  \tshop/cart\t0.002s\tcoverage: 81.0% of statements\n",
    { status: "pass", passed: 1, skipped: 1, total: 2 },
    0,
  ),
  sample(
    "packages, one of them red",
    [
      "ok  \tshop/cart\t(cached)\n",
      "?   \tshop/cmd\t[no test files]\n",
      "--- FAIL: TestTax (0.00s)\nFAIL\nFAIL\tshop/tax\t0.002s\nFAIL\n",
    ],
    { status: "fail" },
  ),
  sample(
    "did not build",
    "# shop/tax [shop/tax.test]\n./tax_test.go:3:2: undefined: rate\nFAIL\tshop/tax [build failed]\nFAIL\n",
    {
      ...{ status: "fail", errors: 1 },
      failures: [{ name: "tax_test.go", file: "tax_test.go", line: 3, message: "undefined: rate" }],
    },
    1,
  ),
  sample(
    "did not build, in two packages",
    "# shop/tax [shop/tax.test]\ntax/tax_test.go:3:2: undefined: rate\ntax/tax_test.go:4:2: undefined: other\n\thave nothing\n# shop/cart\nvet: cart/cart.go:9:1: missing return\nFAIL\tshop/tax [build failed]\nFAIL\tshop/cart [build failed]\nok  \tshop/cmd\t0.1s\nFAIL\n",
    {
      ...{ status: "fail", errors: 2 },
      failures: [
        { name: "tax/tax_test.go", message: "undefined: rate" },
        { name: "cart/cart.go", message: "missing return" },
      ],
    },
    1,
  ),
  sample(
    "a heading that looks like a package",
    "# shop\n./main.go:3:2: see there\n\nok  \tshop\t0.1s\n",
    { status: "pass", failures: [] },
    0,
  ),
  sample(
    "panicked",
    "panic: runtime error: index out of range [recovered]\n\ngoroutine 6 [running]:\nexit status 2\nFAIL\tshop/tax\t0.004s\n",
    { status: "fail" },
    2,
  ),
  sample(
    "no tests to run",
    "testing: warning: no tests to run\nPASS\nok  \tshop/tax\t0.002s [no tests to run]\n",
    { status: "unknown" },
    0,
  ),
  sample("no test files", "?   \tshop/cmd\t[no test files]\n", { status: "unknown" }, 0),
  sample("another package was running", ["ok  \tshop/cart\t0.1s\n", "=== RUN   TestTax\n"], { status: "unknown" }),
  sample(
    "as events",
    '{"Action":"start","Package":"shop"}\n{"Action":"run","Package":"shop","Test":"TestSum"}\n{"Action":"output","Package":"shop","Test":"TestSum","Output":"--- FAIL: no\\n"}\n{"Action":"pass","Package":"shop","Test":"TestSum","Elapsed":0}\n{"Action":"pass","Package":"shop","Elapsed":0.1}\n',
    { status: "pass", framework: "go-test", passed: 1, failed: null },
    0,
  ),
  sample(
    "as events, failed",
    '{"Action":"run","Package":"shop","Test":"TestSum"}\n{"Action":"fail","Package":"shop","Test":"TestSum","Elapsed":0}\n{"Action":"fail","Package":"shop","Elapsed":0.1}\n',
    { status: "fail", failed: 1, failures: [{ name: "shop › TestSum" }] },
    1,
  ),
  sample(
    "as events, cut",
    '{"Action":"start","Package":"shop"}\n{"Action":"pass","Package":"shop","Test":"TestSum","Elapsed":0}\n',
    { status: "unknown" },
  ),
  sample(
    "as events, no test",
    '{"Action":"start","Package":"shop"}\n{"Action":"skip","Package":"shop","Elapsed":0}\n',
    { status: "unknown" },
    0,
  ),
  sample(
    "gotestsum",
    "--- FAIL: TestSum (0.00s)\nFAIL\tshop/cart\t0.002s\n\nDONE 3 tests, 1 failure in 0.512s\n",
    { status: "fail", framework: "gotestsum", passed: 2, failed: 1 },
    1,
  ),
];

export const cargoTest = [
  sample(
    "passed, with empty binaries",
    "   Compiling shop v0.1.0\n     Running unittests src/lib.rs (target/debug/deps/shop-1)\n\nrunning 2 tests\ntest tests::reports_error ... ok\ntest tests::later ... ignored\n\ntest result: ok. 1 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n   Doc-tests shop\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n",
    { status: "pass", framework: "cargo-test", passed: 1, skipped: 1, total: 2 },
    0,
  ),
  sample(
    "failed in the second binary",
    [
      "     Running unittests src/lib.rs (target/debug/deps/shop-1)\n\nrunning 1 test\ntest tests::a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n\n",
      "     Running tests/cart.rs (target/debug/deps/cart-2)\n\nrunning 1 test\ntest sums ... FAILED\n\nfailures:\n\n---- sums stdout ----\nthread 'sums' panicked at tests/cart.rs:5:5:\nassertion `left == right` failed\n\nfailures:\n    sums\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n\nerror: test failed, to rerun pass `--test cart`\n",
    ],
    {
      status: "fail",
      passed: 1,
      failed: 1,
      failures: [{ name: "sums", file: "tests/cart.rs", line: 5, message: "assertion `left == right` failed" }],
    },
    101,
  ),
  sample(
    "did not compile",
    "   Compiling shop v0.1.0\nerror[E0425]: cannot find value `x` in this scope\nerror: could not compile `shop` (lib test) due to 1 previous error\n",
    { status: "fail", errors: 1 },
    101,
  ),
  sample(
    "did not compile, with its places",
    'error[E0432]: unresolved import `shop::total`\n --> tests/cart.rs:1:5\n  |\n1 | use shop::total;\n  |     ^^^^^^^^^^^ no `total` in the root\n\nwarning: unused\n --> src/lib.rs:9:1\n  |\n\nerror: expected `;`, found `}`\n  --> tests/tax.rs:7:20\n   |\n\nerror: could not compile `shop` (test "cart") due to 1 previous error\n',
    {
      ...{ status: "fail", errors: 1 },
      failures: [
        { name: "tests/cart.rs", file: "tests/cart.rs", line: 1, message: "unresolved import `shop::total`" },
        { name: "tests/tax.rs", line: 7, message: "expected `;`, found `}`" },
      ],
    },
    101,
  ),
  sample(
    "all filtered out",
    "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 5 filtered out; finished in 0.00s\n",
    { status: "unknown" },
    0,
  ),
  sample(
    "aborted",
    "running 2 tests\ntest a ... ok\nerror: test failed, to rerun pass `--lib`\n\nCaused by:\n  process didn't exit successfully: `shop-1` (signal: 6, SIGABRT: process abort signal)\n",
    { status: "fail" },
    101,
  ),
  sample("cut", "running 2 tests\ntest a ... ok\n", { status: "unknown" }),
];

export const cargoTestInParts = [
  sample(
    "standard error after standard output",
    "\nrunning 1 test\ntest tests::a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n    Finished `test` profile [unoptimized + debuginfo] target(s) in 1.83s\n     Running unittests src/lib.rs (target/debug/deps/shop-1)\n",
    { status: "pass", passed: 1 },
    0,
  ),
];

export const nextest = [
  sample(
    "passed",
    "    Starting 2 tests across 1 binary\n        PASS [   0.004s] shop tests::a\n        PASS [   0.004s] shop tests::b\n------------\n     Summary [   0.012s] 2 tests run: 2 passed, 1 skipped\n",
    { status: "pass", framework: "nextest", passed: 2, skipped: 1 },
    0,
  ),
  sample(
    "failed, showing the harness",
    "    Starting 2 tests across 1 binary\n        FAIL [   0.004s] shop tests::b\n--- STDOUT: shop tests::b ---\n\nrunning 1 test\ntest tests::b ... FAILED\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 1 filtered out\n\n------------\n     Summary [   0.012s] 2 tests run: 1 passed, 1 failed, 0 skipped\n        FAIL [   0.004s] shop tests::b\nerror: test run failed\n",
    { status: "fail", passed: 1, failed: 1, total: 2, failures: [{ name: "shop tests::b" }] },
    100,
  ),
  sample("none", "error: no tests to run\n", { status: "unknown" }, 4),
  sample(
    "cancelled",
    "    Starting 9 tests across 1 binary\n     Summary [   0.012s] 2/9 tests run: 2 passed, 0 skipped\n",
    { status: "fail" },
  ),
];

export const ctest = [
  sample(
    "passed",
    "Test project /home/me/build\n    Start 1: sums\n1/2 Test #1: sums .............................   Passed    0.00 sec\n    Start 2: taxes\n2/2 Test #2: taxes ............................***Skipped   0.00 sec\n\n100% tests passed, 0 tests failed out of 2\n\nTotal Test time (real) =   0.01 sec\n",
    { status: "pass", framework: "ctest", passed: 1, skipped: 1, total: 2 },
    0,
  ),
  sample(
    "failed",
    "Test project /home/me/build\n1/1 Test #1: sums .............................***Failed    0.00 sec\n\n0% tests passed, 1 tests failed out of 1\n\nTotal Test time (real) =   0.01 sec\n\nThe following tests FAILED:\n\t  1 - sums (Failed)\nErrors while running CTest\n",
    { status: "fail", failed: 1, failures: [{ name: "sums" }] },
    8,
  ),
  sample(
    "all skipped",
    "Test project /home/me/build\n1/1 Test #1: taxes ............................***Skipped   0.00 sec\n\n100% tests passed, 0 tests failed out of 1\n\nTotal Test time (real) =   0.01 sec\n",
    { status: "unknown" },
    0,
  ),
  sample("none", "Test project /home/me/build\nNo tests were found!!!\n", { status: "unknown" }, 0),
  sample(
    "GoogleTest",
    "[==========] Running 2 tests from 1 test suite.\n[ RUN      ] Cart.Sums\n[  FAILED  ] Cart.Sums (0 ms)\n[       OK ] Cart.Empties (0 ms)\n[==========] 2 tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] 1 test.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] Cart.Sums\n\n 1 FAILED TEST\n",
    { status: "fail", framework: "gtest", passed: 1, failed: 1, failures: [{ name: "Cart.Sums" }] },
    1,
  ),
  sample(
    "Catch2",
    "===============================================================================\nAll tests passed (3 assertions in 2 test cases)\n",
    { status: "pass", framework: "catch2", passed: 2 },
    0,
  ),
  sample(
    "Catch2, failed",
    "test cases: 2 | 1 passed | 1 failed\nassertions: 3 | 2 passed | 1 failed\n",
    { status: "fail", failed: 1, passed: 1 },
    1,
  ),
];

export const swiftTest = [
  sample(
    "passed",
    "Test Suite 'All tests' started at 2026-01-02 03:04:05.001\nTest Suite 'CartTests' started at 2026-01-02 03:04:05.002\nTest Case 'CartTests.testSum' passed (0.001 seconds)\nTest Suite 'CartTests' passed at 2026-01-02 03:04:05.003\n\t Executed 1 test, with 0 failures (0 unexpected) in 0.001 (0.001) seconds\nTest Suite 'All tests' passed at 2026-01-02 03:04:05.004\n\t Executed 1 test, with 0 failures (0 unexpected) in 0.001 (0.001) seconds\n",
    { status: "pass", framework: "swift-test", passed: 1, total: 1 },
    0,
  ),
  sample(
    "failed",
    "Test Suite 'All tests' started at 2026-01-02 03:04:05.001\n/home/me/CartTests.swift:7: error: CartTests.testSum : XCTAssertEqual failed: (\"3\") is not equal to (\"4\") - \nTest Suite 'All tests' failed at 2026-01-02 03:04:05.004\n\t Executed 2 tests, with 1 failure (0 unexpected) in 0.001 (0.001) seconds\n",
    {
      status: "fail",
      passed: 1,
      failed: 1,
      failures: [{ name: "CartTests.testSum", file: "/home/me/CartTests.swift", line: 7 }],
    },
    1,
  ),
  sample(
    "Swift Testing",
    "◇ Test run started.\n✔ Test sums() passed after 0.001 seconds.\n✔ Test run with 2 tests in 1 suite passed after 0.002 seconds.\n",
    { status: "pass", passed: 2 },
    0,
  ),
  sample(
    "Swift Testing, failed",
    "✘ Test sums() failed after 0.001 seconds with 1 issue.\n✘ Test run with 2 tests failed after 0.002 seconds with 1 issue.\n",
    { status: "fail", passed: 1, failed: 1 },
    1,
  ),
  sample("none", "✔ Test run with 0 tests passed after 0.001 seconds.\n", { status: "unknown" }, 0),
];

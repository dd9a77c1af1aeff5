import { type Sample, sample } from "../sample.js";

const rule = "=".repeat(78);
const line = "-".repeat(78);

const foundrySuite = (name: string, counts: string, result = "ok"): string =>
  `Ran 2 tests for test/${name}.t.sol:${name}Test\n[PASS] test_adds() (gas: 5412)\nSuite result: ${result}. ${counts}; finished in 1.20ms (0.50ms CPU time)\n\n`;

export const foundry: readonly Sample[] = [
  sample(
    "all passed",
    `No files changed, compilation skipped\n\n${foundrySuite("Cart", "2 passed; 0 failed; 0 skipped")}${foundrySuite("Till", "1 passed; 0 failed; 1 skipped")}Ran 2 test suites in 4.10ms (2.40ms CPU time): 3 tests passed, 0 failed, 1 skipped (4 total tests)\n`,
    { status: "pass", framework: "foundry", passed: 3, failed: 0, skipped: 1, total: 4 },
  ),
  sample(
    "one failed",
    "Ran 1 test for test/Cart.t.sol:CartTest\n[FAIL: assertion failed: 3 != 4] test_adds() (gas: 5412)\nSuite result: FAILED. 0 passed; 1 failed; 0 skipped; finished in 1.20ms (0.50ms CPU time)\n\nRan 1 test suite in 4.10ms (2.40ms CPU time): 0 tests passed, 1 failed, 0 skipped (1 total tests)\n\nFailing tests:\nEncountered 1 failing test in test/Cart.t.sol:CartTest\n[FAIL: assertion failed: 3 != 4] test_adds() (gas: 5412)\n\nEncountered a total of 1 failing tests, 0 tests succeeded\n",
    { status: "fail", failed: 1, failures: [{ name: "test_adds()", message: "assertion failed: 3 != 4" }] },
  ),
  sample("cut after a suite", foundrySuite("Cart", "2 passed; 0 failed; 0 skipped"), { status: "unknown" }),
  sample("the same beside status 0", foundrySuite("Cart", "2 passed; 0 failed; 0 skipped"), { status: "pass" }, 0),
  sample(
    "an older version",
    "Running 2 tests for test/Cart.t.sol:CartTest\n[PASS] testAdds() (gas: 5412)\nTest result: ok. 2 passed; 0 failed; finished in 1.20ms\n",
    { status: "pass", passed: 2 },
  ),
  sample("none found", "No tests found in project! Forge looks for functions that start with `test`\n", {
    status: "unknown",
    framework: "foundry",
  }),
];

const uvuEnd = (total: number, passed: number, skipped: number): string =>
  `\n  Total:     ${total}\n  Passed:    ${passed}\n  Skipped:   ${skipped}\n  Duration:  0.51ms\n\n`;

export const uvu: readonly Sample[] = [
  sample("all passed", ` cart  • • •   (3 / 3)\n${uvuEnd(3, 3, 1)}`, {
    status: "pass",
    framework: "uvu",
    passed: 3,
    skipped: 1,
    total: 3,
  }),
  sample(
    "one failed",
    ` cart  • ✘ •   (2 / 3)\n\n   FAIL  cart  "adds up"\n    Expected values to be strictly equal:\n${uvuEnd(3, 2, 0)}`,
    {
      status: "fail",
      failed: 1,
      failures: [{ name: "cart › adds up" }],
    },
  ),
  sample("nothing ran", uvuEnd(0, 0, 2), { status: "unknown" }, 0),
];

const events = (tests: string, code: number): string =>
  `PHPUnit Started (PHPUnit 11.0 using PHP 8.3.0 (cli) on Linux)\nTest Runner Configured\nTest Suite Loaded (2 tests)\nEvent Facade Sealed\nTest Runner Started\nTest Suite Sorted\nTest Runner Execution Started (2 tests)\n${tests}Test Runner Execution Finished\nTest Runner Finished\nPHPUnit Finished (Shell Exit Code: ${code})\n`;
const event = (name: string, kind: string, message = ""): string =>
  `Test Preparation Started (CartTest::${name})\nTest Prepared (CartTest::${name})\nTest ${kind} (CartTest::${name})\n${message}Test Finished (CartTest::${name})\n`;
const told = (text: string): string =>
  text.replaceAll(/^(?=.)/gm, "[00:00:00.012345 / 00:00:00.000123] [4194304 bytes] ");

export const phpunitEvents: readonly Sample[] = [
  sample("all passed", events(event("testAdds", "Passed") + event("testLater", "Skipped", "no database\n"), 0), {
    status: "pass",
    framework: "phpunit",
    passed: 1,
    skipped: 1,
    total: 2,
  }),
  sample("with time and memory", told(events(event("testAdds", "Passed"), 0)), { status: "pass", passed: 1 }),
  sample(
    "one failed, one broke",
    events(
      event("testAdds", "Failed", "Failed asserting that 3 is 4.\n") + event("testRuns", "Errored", "no such row\n"),
      2,
    ),
    {
      status: "fail",
      failed: 2,
      failures: [
        { name: "CartTest::testAdds", message: "Failed asserting that 3 is 4." },
        { name: "CartTest::testRuns", message: "no such row" },
      ],
    },
  ),
  sample("with time and memory, one failed", told(events(event("testAdds", "Failed", "Failed: 3\n"), 1)), {
    status: "fail",
    failed: 1,
  }),
  sample("passed, but a warning fails it", events(event("testAdds", "Passed"), 1), { status: "fail", passed: 1 }),
  sample("nothing ran", events("", 0), { status: "unknown" }, 0),
  sample("nothing ran, which is an error", events("", 1), { status: "unknown" }),
  sample("stops in the middle", events(event("testAdds", "Passed"), 0).split("Test Runner Execution F")[0] ?? "", {
    status: "unknown",
  }),
];

const chrome = "Chrome Headless 120.0.0.0 (Linux x86_64)";

export const karma: readonly Sample[] = [
  sample(
    "all passed",
    `${chrome}: Executed 1 of 3 SUCCESS (0 secs / 0.001 secs)\r${chrome}: Executed 2 of 3 SUCCESS (0 secs / 0.002 secs)\r${chrome}: Executed 3 of 3 SUCCESS (0.01 secs / 0.004 secs)\nTOTAL: 3 SUCCESS\n`,
    { status: "pass", framework: "karma", passed: 3, failed: 0, total: 3 },
  ),
  sample(
    "one failed, one skipped",
    `${chrome} Cart adds up FAILED\n\tExpected 3 to be 4.\n${chrome}: Executed 2 of 3 (1 FAILED) (skipped 1) (0.01 secs / 0.004 secs)\n`,
    { status: "fail", passed: 1, failed: 1, skipped: 1, total: 3 },
  ),
  sample(
    "two browsers, one of which is not through",
    [
      `${chrome}: Executed 3 of 3 SUCCESS (0.01 secs / 0.004 secs)\n`,
      "Firefox 120.0 (Linux): Executed 1 of 3 SUCCESS (0 secs / 0.004 secs)\n",
    ],
    {
      status: "unknown",
    },
  ),
  sample("none", `${chrome}: Executed 0 of 0 ERROR (0.002 secs / 0 secs)\n`, { status: "unknown" }, 1),
];

export const lua: readonly Sample[] = [
  sample("busted passed", "●●●\n3 successes / 0 failures / 0 errors / 1 pending : 0.001 seconds\n", {
    status: "pass",
    framework: "busted",
    passed: 3,
    skipped: 1,
  }),
  sample("busted failed", "●◼\n1 success / 1 failure / 0 errors / 0 pending : 0.001 seconds\n", {
    status: "fail",
    failed: 1,
  }),
  sample(
    "busted ran nothing",
    "0 successes / 0 failures / 0 errors / 0 pending : 0.0 seconds\n",
    { status: "unknown" },
    0,
  ),
  sample("LuaUnit passed", "...\nRan 3 tests in 0.000 seconds, 3 successes, 0 failures\nOK\n", {
    status: "pass",
    framework: "luaunit",
    passed: 3,
  }),
  sample("LuaUnit failed", ".F\nRan 2 tests in 0.000 seconds, 1 success, 1 failure\n", { status: "fail", failed: 1 }),
];

export const functional: readonly Sample[] = [
  sample("elm-test passed", "TEST RUN PASSED\n\nDuration: 48 ms\nPassed:   3\nFailed:   0\n", {
    status: "pass",
    framework: "elm-test",
    passed: 3,
  }),
  sample("elm-test failed", "TEST RUN FAILED\n\nDuration: 48 ms\nPassed:   2\nFailed:   1\n", {
    status: "fail",
    framework: "elm-test",
    failed: 1,
  }),
  sample(
    "elm-test with a todo",
    "TEST RUN INCOMPLETE because there is 1 TODO remaining\n\nDuration: 48 ms\nPassed:   2\nFailed:   0\nTodo:     1\n",
    {
      status: "fail",
    },
  ),
  sample("tasty passed", "Cart\n  adds up: OK\n\nAll 3 tests passed (0.01s)\n", {
    status: "pass",
    framework: "tasty",
    passed: 3,
  }),
  sample("tasty failed", "Cart\n  adds up: FAIL\n\n1 out of 3 tests failed (0.01s)\n", {
    status: "fail",
    failed: 1,
    passed: 2,
  }),
  sample("hspec passed", "Cart\n  adds up [✔]\n\nFinished in 0.0004 seconds\n3 examples, 0 failures\n", {
    status: "pass",
    passed: 3,
  }),
  sample("Alcotest passed", "Test Successful in 0.001s. 3 tests run.\n", {
    status: "pass",
    framework: "alcotest",
    passed: 3,
  }),
  sample("Alcotest failed", "2 failures! in 0.001s. 3 tests run.\n", { status: "fail", failed: 2, passed: 1 }),
  sample("Alcotest ran nothing", "Test Successful in 0.000s. 0 tests run.\n", { status: "unknown" }, 0),
  sample("clojure.test passed", "\nRan 3 tests containing 5 assertions.\n0 failures, 0 errors.\n", {
    status: "pass",
    framework: "clojure-test",
    passed: 3,
  }),
  sample("clojure.test failed", "\nRan 3 tests containing 5 assertions.\n1 failures, 1 errors.\n", {
    status: "fail",
    failed: 1,
    errors: 1,
  }),
  sample(
    "clojure.test ran nothing",
    "\nRan 0 tests containing 0 assertions.\n0 failures, 0 errors.\n",
    { status: "unknown" },
    0,
  ),
  sample("kaocha passed", "[(...)]\n3 tests, 5 assertions, 0 failures.\n", { status: "pass", passed: 3 }),
  sample("kaocha failed", "[(.F.)]\n3 tests, 5 assertions, 1 errors, 1 failures.\n", {
    status: "fail",
    failed: 1,
    errors: 1,
  }),
  sample("EUnit passed", "  All 3 tests passed.\n", { status: "pass", framework: "eunit", passed: 3 }),
  sample(
    "EUnit failed",
    "=======================================================\n  Failed: 1.  Skipped: 0.  Passed: 2.\n",
    {
      status: "fail",
      failed: 1,
      passed: 2,
    },
  ),
  sample("EUnit ran nothing", "  There were no tests to run.\n", { status: "unknown", framework: "eunit" }, 0),
  sample("Common Test", "Testing apps.shop: TEST COMPLETE, 2 ok, 1 failed of 3 test cases\n", {
    status: "fail",
    failed: 1,
    passed: 2,
  }),
  sample("Crystal", "..*\n\nFinished in 2.1 milliseconds\n3 examples, 0 failures, 0 errors, 1 pending\n", {
    status: "pass",
    framework: "crystal-spec",
    passed: 2,
    skipped: 1,
  }),
  sample("Crystal failed", "3 examples, 1 failures, 1 errors, 0 pending\n", { status: "fail", failed: 1, errors: 1 }),
];

export const zigTest: readonly Sample[] = [
  sample("all passed", "All 3 tests passed.\n", { status: "pass", framework: "zig-test", passed: 3 }),
  sample("one skipped", "2 passed; 1 skipped; 0 failed.\n", { status: "pass", passed: 2, skipped: 1 }),
  sample("one failed", "1 passed; 0 skipped; 1 failed.\n", { status: "fail", failed: 1 }),
  sample("zig build test", "Build Summary: 3/3 steps succeeded; 5/5 tests passed\n", { status: "pass", passed: 5 }),
  sample("zig build test failed", "Build Summary: 1/3 steps succeeded; 1 failed; 4/5 tests passed; 1 failed\n", {
    status: "fail",
    failed: 1,
    passed: 4,
  }),
];

export const testthat: readonly Sample[] = [
  sample(
    "all passed",
    "✔ | F W  S  OK | Context\n✔ |          5 | cart\n\n══ Results ═════════════\nDuration: 0.2 s\n\n[ FAIL 0 | WARN 0 | SKIP 1 | PASS 5 ]\n",
    {
      status: "pass",
      framework: "testthat",
      passed: 5,
      skipped: 1,
    },
  ),
  sample("told as it goes", "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 1 ]\r[ FAIL 0 | WARN 0 | SKIP 0 | PASS 2 ]\n", {
    status: "unknown",
    passed: 2,
  }),
  sample(
    "told as it goes, and status 0",
    "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 1 ]\r[ FAIL 0 | WARN 0 | SKIP 0 | PASS 2 ]\n",
    { status: "pass", passed: 2 },
    0,
  ),
  sample(
    "told twice",
    "[ FAIL 1 | WARN 0 | SKIP 0 | PASS 4 ]\n\n── Failure (test-cart.R:3:3): adds up ──\n\n[ FAIL 1 | WARN 0 | SKIP 0 | PASS 4 ]\nError: Test failures\n",
    {
      status: "fail",
      failed: 1,
      passed: 4,
    },
  ),
];

export const scala: readonly Sample[] = [
  sample(
    "sbt with ScalaTest",
    "[info] CartSpec:\n[info] - adds up\n[info] Run completed in 212 milliseconds.\n[info] Total number of tests run: 3\n[info] Suites: completed 1, aborted 0\n[info] Tests: succeeded 3, failed 0, canceled 0, ignored 1, pending 0\n[info] All tests passed.\n[success] Total time: 2 s\n",
    { status: "pass", framework: "scalatest", passed: 3, skipped: 1 },
  ),
  sample("sbt with others", "[info] Passed: Total 3, Failed 0, Errors 0, Passed 3\n[success] Total time: 2 s\n", {
    status: "pass",
    framework: "sbt",
    passed: 3,
  }),
  sample(
    "one failed",
    "[info] Tests: succeeded 2, failed 1, canceled 0, ignored 0, pending 0\n[info] *** 1 TEST FAILED ***\n[error] Failed: Total 3, Failed 1, Errors 0, Passed 2\n",
    { status: "fail", failed: 1, passed: 2, total: 3 },
  ),
  sample("nothing ran", "[info] No tests were executed.\n[success] Total time: 1 s\n", { status: "unknown" }, 0),
  sample("MUnit", "Test run CartSuite finished: 0 failed, 1 ignored, 3 total, 0.05s\n", {
    status: "pass",
    passed: 2,
    skipped: 1,
  }),
];

const robotSuite = (name: string, counts: string): string => `${name}${" ".repeat(40)}| PASS |\n${counts}\n${rule}\n`;

export const robot: readonly Sample[] = [
  sample(
    "suites within a suite",
    `${rule}\nShop\n${rule}\n${robotSuite("Shop.Cart", "2 tests, 2 passed, 0 failed")}${robotSuite("Shop.Till", "1 test, 1 passed, 0 failed")}${robotSuite("Shop", "3 tests, 3 passed, 0 failed")}Output:  /shop/output.xml\nLog:     /shop/log.html\nReport:  /shop/report.html\n`,
    { status: "pass", framework: "robot", passed: 3, total: 3 },
  ),
  sample("one failed", `Cart${line}\n2 tests, 1 passed, 1 failed\n${rule}\nOutput:  /shop/output.xml\n`, {
    status: "fail",
    failed: 1,
  }),
  sample("cut between suites", robotSuite("Shop.Cart", "2 tests, 2 passed, 0 failed"), { status: "unknown" }),
];

export const scenarios: readonly Sample[] = [
  sample(
    "behave passed",
    "1 feature passed, 0 failed, 0 skipped\n3 scenarios passed, 0 failed, 1 skipped\n9 steps passed, 0 failed, 3 skipped, 0 undefined\nTook 0m0.002s\n",
    {
      status: "pass",
      framework: "behave",
      passed: 3,
      skipped: 1,
    },
  ),
  sample(
    "behave failed",
    "0 features passed, 1 failed, 0 skipped\n2 scenarios passed, 1 failed, 0 skipped\n8 steps passed, 1 failed, 0 skipped, 0 undefined\nTook 0m0.002s\n",
    {
      status: "fail",
      failed: 1,
    },
  ),
  sample(
    "behave with undefined steps",
    "1 feature passed, 0 failed, 0 skipped\n1 scenario passed, 0 failed, 0 skipped\n2 steps passed, 0 failed, 0 skipped, 1 undefined\n",
    {
      status: "fail",
    },
  ),
  sample(
    "behave ran nothing",
    "0 features passed, 0 failed, 0 skipped\n0 scenarios passed, 0 failed, 0 skipped\n0 steps passed, 0 failed, 0 skipped, 0 undefined\n",
    { status: "unknown" },
    0,
  ),
  sample("Cucumber passed", "3 scenarios (3 passed)\n9 steps (9 passed)\n0m00.012s (executing steps: 0m00.004s)\n", {
    status: "pass",
    framework: "cucumber",
    passed: 3,
    total: 3,
  }),
  sample("Cucumber failed", "3 scenarios (1 failed, 2 passed)\n9 steps (1 failed, 2 skipped, 6 passed)\n0m0.1s\n", {
    status: "fail",
    failed: 1,
  }),
  sample("Cucumber with undefined steps", "2 scenarios (1 undefined, 1 passed)\n4 steps (1 undefined, 3 passed)\n", {
    status: "unknown",
  }),
  sample(
    "the same beside status 0",
    "2 scenarios (1 undefined, 1 passed)\n4 steps (1 undefined, 3 passed)\n",
    { status: "pass" },
    0,
  ),
  sample("Cucumber ran nothing", "0 scenarios\n0 steps\n0m00.000s\n", { status: "unknown", framework: "cucumber" }, 0),
];

export const goOthers: readonly Sample[] = [
  sample(
    "Ginkgo passed",
    "Ran 3 of 5 Specs in 0.001 seconds\nSUCCESS! -- 3 Passed | 0 Failed | 1 Pending | 1 Skipped\nPASS\n",
    {
      status: "pass",
      framework: "ginkgo",
      passed: 3,
      skipped: 2,
    },
  ),
  sample("Ginkgo failed", "Ran 3 of 3 Specs in 0.001 seconds\nFAIL! -- 2 Passed | 1 Failed | 0 Pending | 0 Skipped\n", {
    status: "fail",
    failed: 1,
  }),
  sample(
    "Ginkgo ran nothing",
    "Ran 0 of 5 Specs in 0.001 seconds\nSUCCESS! -- 0 Passed | 0 Failed | 0 Pending | 5 Skipped\n",
    { status: "unknown" },
    0,
  ),
  sample("blanks for tabs", ["ok      shop/cart       0.012s\n", "ok shop/till (cached)\n"], {
    status: "pass",
    framework: "go-test",
  }),
  sample(
    "blanks for tabs, one failed",
    ["ok      shop/cart       0.012s\n", "FAIL    shop/till       0.003s\nFAIL\n"],
    { status: "fail" },
  ),
  sample("one blank for a tab", "FAIL github.com/me/shop/till 0.003s\n", { status: "fail", framework: "go-test" }),
  sample(
    "blanks for tabs, none to run",
    "?       shop/cart       [no test files]\n? shop/till [no test files]\n",
    { status: "unknown", framework: "go-test" },
    0,
  ),
  sample("TAP is none of it", "ok 1 0.5s\n", { status: "unknown", framework: "tap" }),
];

export const cOthers: readonly Sample[] = [
  sample("Unity passed", `${line.slice(0, 23)}\n3 Tests 0 Failures 1 Ignored \nOK\n`, {
    status: "pass",
    framework: "unity",
    passed: 2,
    skipped: 1,
  }),
  sample("Unity failed", `${line.slice(0, 23)}\n3 Tests 1 Failures 0 Ignored \nFAIL\n`, { status: "fail", failed: 1 }),
  sample("CppUTest passed", "OK (3 tests, 3 ran, 5 checks, 0 ignored, 0 filtered out, 1 ms)\n", {
    status: "pass",
    framework: "cpputest",
    passed: 3,
  }),
  sample("CppUTest failed", "Errors (1 failures, 3 tests, 3 ran, 5 checks, 0 ignored, 0 filtered out, 1 ms)\n", {
    status: "fail",
    failed: 1,
  }),
  sample(
    "CppUTest ran nothing",
    "OK (3 tests, 0 ran, 0 checks, 0 ignored, 3 filtered out, 0 ms)\n",
    { status: "unknown" },
    0,
  ),
  sample("Check passed", "100%: Checks: 3, Failures: 0, Errors: 0\n", {
    status: "pass",
    framework: "check",
    passed: 3,
  }),
  sample("Check failed", "66%: Checks: 3, Failures: 1, Errors: 0\n", { status: "fail", failed: 1 }),
  sample("Criterion passed", "[====] Synthesis: Tested: 3 | Passing: 3 | Failing: 0 | Crashing: 0 \n", {
    status: "pass",
    framework: "criterion",
    passed: 3,
  }),
  sample("Criterion crashed", "[====] Synthesis: Tested: 3 | Passing: 2 | Failing: 0 | Crashing: 1 \n", {
    status: "fail",
    failed: 1,
  }),
  sample("Boost.Test passed", "Running 3 test cases...\n\n*** No errors detected\n", {
    status: "pass",
    framework: "boost-test",
    passed: 3,
  }),
  sample(
    "Boost.Test failed",
    'Running 3 test cases...\ncart.cpp(9): error: in "adds": check 3 == 4 has failed\n\n*** 1 failure is detected in the test module "Shop"\n',
    { status: "fail" },
  ),
  sample("Boost.Test stops", "Running 3 test cases...\n", { status: "unknown" }),
  sample(
    "meson passed",
    "1/2 shop / cart OK 0.01s\n\nOk:                 2   \nExpected Fail:      0   \nFail:               0   \nUnexpected Pass:    0   \nSkipped:            1   \nTimeout:            0   \n\nFull log written to /shop/build/meson-logs/testlog.txt\n",
    {
      status: "pass",
      framework: "meson",
      passed: 2,
      skipped: 1,
      total: 3,
    },
  ),
  sample(
    "meson failed",
    "Ok:                 1   \nFail:               1   \n\nFull log written to /shop/build/meson-logs/testlog.txt\n",
    { status: "fail", failed: 1 },
  ),
  sample(
    "bazel passed",
    "//shop:cart_test                    (cached) PASSED in 0.1s\n\nExecuted 0 out of 3 tests: 3 tests pass.\n",
    { status: "pass", framework: "bazel", passed: 3 },
  ),
  sample(
    "bazel failed",
    "//shop:cart_test                    FAILED in 0.1s\n\nExecuted 3 out of 3 tests: 2 tests pass and 1 fails locally.\n",
    { status: "fail", failed: 1 },
  ),
  sample(
    "bazel found none",
    "ERROR: No test targets were found, yet testing was requested\n",
    { status: "unknown" },
    4,
  ),
  sample(
    "Automake passed",
    `${rule}\nTestsuite summary for shop 1.0\n${rule}\n# TOTAL: 3\n# PASS:  2\n# SKIP:  1\n# XFAIL: 0\n# FAIL:  0\n# XPASS: 0\n# ERROR: 0\n${rule}\n`,
    {
      status: "pass",
      framework: "automake",
      passed: 2,
      skipped: 1,
      total: 3,
    },
  ),
  sample("Automake failed", "# TOTAL: 3\n# PASS:  2\n# SKIP:  0\n# XFAIL: 0\n# FAIL:  1\n# XPASS: 0\n# ERROR: 0\n", {
    status: "fail",
    failed: 1,
  }),
];

export const shells: readonly Sample[] = [
  sample(
    "Pester passed",
    "Tests completed in 212ms\nTests Passed: 3, Failed: 0, Skipped: 1, Inconclusive: 0, NotRun: 0\n",
    { status: "pass", framework: "pester", passed: 3, skipped: 1 },
  ),
  sample("Pester failed", "Tests Passed: 2, Failed: 1, Skipped: 0 NotRun: 0\n", { status: "fail", failed: 1 }),
  sample("shUnit2 passed", "testAdds\n\nRan 3 tests.\n\nOK\n", { status: "pass", framework: "shunit2", passed: 3 }),
  sample("shUnit2 failed", "testAdds\nASSERT:expected:<4> but was:<3>\n\nRan 3 tests.\n\nFAILED (failures=1)\n", {
    status: "fail",
    failed: 1,
  }),
  sample("shUnit2 ran nothing", "\nRan 0 tests.\n\nOK\n", { status: "unknown" }, 0),
];

export const browsers: readonly Sample[] = [
  sample(
    "WebdriverIO passed",
    "[0-0] PASSED in chrome - file:///cart.e2e.js\n\nSpec Files:      2 passed, 2 total (100% completed) in 00:00:05\n",
    { status: "pass", framework: "webdriverio" },
  ),
  sample("WebdriverIO failed", "Spec Files:      1 passed, 1 failed, 2 total (100% completed) in 00:00:05\n", {
    status: "fail",
  }),
  sample(
    "WebdriverIO found none",
    "Spec Files:      0 passed, 0 total (0% completed) in 00:00:00\n",
    { status: "unknown" },
    0,
  ),
  sample("WebdriverIO stopped", "Spec Files:      1 passed, 2 total (50% completed) in 00:00:05\n", { status: "fail" }),
  sample("TestCafe failed", " 1/3 failed (2s)\n", { status: "fail", framework: "testcafe", failed: 1, passed: 2 }),
  sample(
    "bun, wrapped by a narrow console",
    "bun test v1.3.8 (b64e)\n\n 3 pass\n 0 fail\nRan 3 tests across 2 \nfiles. [81.00ms]\n",
    { status: "pass", framework: "bun-test", passed: 3 },
  ),
  sample(
    "bun, wrapped, with failures",
    "bun test v1.3.8 (b64e)\n\n 0 pass\n 4 fail\n 1 error\nRan 4 \ntests across 2 files. [81.00ms]\n",
    { status: "fail", failed: 4, errors: 1 },
  ),
  sample("bun, stopped before it ends", "bun test v1.3.8 (b64e)\n\n 3 pass\n 0 fail\n", { status: "unknown" }),
];

const page850 = (text: string): string =>
  text
    .replaceAll("✔", "Ô£ö")
    .replaceAll("✖", "Ô£û")
    .replaceAll("ℹ", "Ôä╣")
    .replaceAll("×", "├ù")
    .replaceAll("❯", "ÔØ»");

const nodeEnd = "ℹ tests 2\nℹ suites 0\nℹ pass 2\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 51\n";

export const codePages: readonly Sample[] = [
  sample("node:test through code page 850", page850(`✔ adds up (0.4ms)\n✔ empties (0.1ms)\n${nodeEnd}`), {
    status: "pass",
    framework: "node-test",
    passed: 2,
  }),
  sample(
    "node:test through 850, one failed",
    page850(`✖ adds up (0.4ms)\n${nodeEnd.replace("pass 2", "pass 1").replace("fail 0", "fail 1")}`),
    { status: "fail", failed: 1 },
  ),
  sample("marks that the code page has not", nodeEnd.replaceAll("ℹ", "?"), { status: "pass", framework: "node-test" }),
  sample("through 850 beside what is right", page850("✖ größer → kleiner (0.4ms)\n"), { status: "fail" }),
  sample(
    "vitest through 850",
    page850(
      " RUN  v4.1.0 C:/shop\n\n × cart.test.ts > adds up\n\n FAIL  cart.test.ts > adds up\nError: no\n ❯ cart.test.ts:7:3\n\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n   Duration  1.02s\n",
    ),
    { status: "fail", failed: 1, failures: [{ name: "cart.test.ts > adds up", line: 7 }] },
  ),
];

export const homeMade: readonly Sample[] = [
  sample("a label a line, and an end", "== Test Summary ==\nPassed: 12\nFailed: 0\n\nAll tests passed!\n", {
    status: "pass",
    framework: "generic",
    passed: 12,
  }),
  sample("a label a line", "Total: 12\nPassed: 12\nFailed: 0\n", { status: "unknown", passed: 12 }),
  sample("a label a line, and status 0", "Total: 12\nPassed: 12\nFailed: 0\n", { status: "pass", passed: 12 }, 0),
  sample("a label a line, with failures", "Passed: 11\nFailed: 1\n\n", { status: "fail", failed: 1, passed: 11 }),
  sample("labels that none belong to", "Passed: 12\nmade 3 files\nAll tests passed!\n", { status: "unknown" }, 0),
  sample("the end without labels", "All tests passed!\n", { status: "unknown" }, 0),
  sample("an end that contradicts", "Passed: 12\nFailed: 2\nAll tests passed!\n", { status: "fail" }, 0),
  sample("nothing ran", "Passed: 0\nFailed: 0\nAll tests passed!\n", { status: "unknown" }, 0),
  sample("a summary once more", ["\n  3 passing (2ms)\n\n", "Passed: 3, Failed: 0\n"], {
    status: "pass",
    framework: "mocha",
    passed: 3,
  }),
  sample("a summary that is worse", ["\n  3 passing (2ms)\n\n", "Passed: 3, Failed: 1\n"], { status: "fail" }),
  sample("counts in a log of a run that passed", ["\n1 failed\n", "\n  3 passing (2ms)\n\n"].join(""), {
    status: "pass",
    passed: 3,
  }),
  sample("a list without its last line", "\n  cart\n    ✔ adds up\n    ✔ empties\n\n\n  2 passing (4ms)\n", {
    status: "pass",
    framework: "mocha",
  }),
  sample(
    "a list in which a test failed",
    "\n  cart\n    ✔ adds up\n    1) empties\n    ✔ pays\n\n\n  2 passing (4ms)\n",
    { status: "unknown" },
  ),
  sample("a list that is not all there", "    ✔ adds up\n\n\n  2 passing (4ms)\n", { status: "unknown" }),
];

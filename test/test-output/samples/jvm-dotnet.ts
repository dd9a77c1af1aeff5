import { sample } from "../sample.js";

const scan =
  "[INFO] Scanning for projects...\n[INFO] Building shop 1.0\n[INFO] -------------------------------------------------------\n[INFO]  T E S T S\n[INFO] -------------------------------------------------------\n";

export const maven = [
  sample(
    "passed",
    `${scan}[INFO] Running shop.CartTest\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.09 s -- in shop.CartTest\n[INFO] \n[INFO] Results:\n[INFO] \n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1\n[INFO] \n[INFO] BUILD SUCCESS\n`,
    { status: "pass", framework: "maven-surefire", passed: 2, skipped: 1, total: 3 },
    0,
  ),
  sample(
    "failed",
    `${scan}[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in shop.CartTest\n[INFO] Results:\n[INFO] \n[ERROR] Failures: \n[ERROR]   CartTest.sums:9 expected: <4> but was: <3>\n[INFO] \n[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n[INFO] \n[INFO] BUILD FAILURE\n`,
    { status: "fail", failed: 1, passed: 1, failures: [{ name: "shop.CartTest" }] },
    1,
  ),
  sample(
    "failures ignored by a setting",
    `${scan}[INFO] Results:\n[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n[ERROR] There are test failures.\n[INFO] BUILD SUCCESS\n`,
    { status: "fail", failed: 1 },
    0,
  ),
  sample(
    "a later module did not compile",
    `${scan}[INFO] Results:\n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n[INFO] Building tax 1.0\n[ERROR] COMPILATION ERROR : \n[INFO] BUILD FAILURE\n`,
    { status: "fail", passed: 2, errors: 1 },
    1,
  ),
  sample(
    "no tests",
    "[INFO] Scanning for projects...\n[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n",
    { status: "unknown" },
    0,
  ),
  sample(
    "nothing to do with tests",
    "[INFO] Scanning for projects...\n[ERROR] Could not resolve dependencies for project shop\n[INFO] BUILD FAILURE\n",
    { status: "unknown" },
    1,
  ),
  sample(
    "of old, quiet",
    "-------------------------------------------------------\n T E S T S\n-------------------------------------------------------\nRunning shop.CartTest\nTests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.05 sec\n\nResults :\n\nTests run: 3, Failures: 0, Errors: 0, Skipped: 0\n\n",
    { status: "pass", passed: 3 },
  ),
];

export const gradle = [
  sample(
    "passed",
    "> Task :compileJava\n> Task :test\n\nBUILD SUCCESSFUL in 2s\n3 actionable tasks: 3 executed\n",
    { status: "pass", framework: "gradle", passed: null },
    0,
  ),
  sample(
    "failed",
    "> Task :test FAILED\n\nCartTest > sums() FAILED\n    org.opentest4j.AssertionFailedError at CartTest.java:9\n\n3 tests completed, 1 failed, 1 skipped\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':test'.\n\nBUILD FAILED in 2s\n",
    { status: "fail", failed: 1, skipped: 1, passed: 1 },
    1,
  ),
  sample(
    "no tests",
    "> Task :compileTestJava NO-SOURCE\n> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s\n",
    { status: "unknown" },
    0,
  ),
  sample(
    "tests did not compile",
    "> Task :compileTestJava FAILED\n\n* What went wrong:\nExecution failed for task ':compileTestJava'.\n\nBUILD FAILED in 1s\n",
    { status: "fail" },
    1,
  ),
  sample(
    "not repeated",
    "> Task :compileJava UP-TO-DATE\n> Task :test UP-TO-DATE\n\nBUILD SUCCESSFUL in 1s\n",
    { status: "unknown" },
    0,
  ),
  sample("from the build cache", "> Task :test FROM-CACHE\n\nBUILD SUCCESSFUL in 1s\n", { status: "unknown" }, 0),
  sample(
    "one repeated, one not",
    "> Task :a:test UP-TO-DATE\n> Task :b:test\n\nBUILD SUCCESSFUL in 1s\n",
    { status: "pass" },
    0,
  ),
  sample("only a build", "> Task :compileJava\n> Task :jar\n\nBUILD SUCCESSFUL in 1s\n", { status: "unknown" }, 0),
  sample("cut", "> Task :compileJava\n> Task :test\n", { status: "unknown" }),
];

export const junit = [
  sample(
    "version 4",
    "JUnit version 4.13.2\n..\nTime: 0.005\n\nOK (2 tests)\n",
    { status: "pass", framework: "junit", passed: 2 },
    0,
  ),
  sample(
    "version 4, failed",
    "JUnit version 4.13.2\n.E\nFAILURES!!!\nTests run: 2,  Failures: 1\n",
    { status: "fail", failed: 1, passed: 1 },
    1,
  ),
  sample(
    "the platform's console",
    "[         0 containers failed     ]\n[         3 tests found           ]\n[         1 tests skipped         ]\n[         2 tests started         ]\n[         0 tests aborted         ]\n[         2 tests successful      ]\n[         0 tests failed          ]\n",
    { status: "pass", passed: 2, skipped: 1 },
    0,
  ),
];

export const dotnetTest = [
  sample(
    "passed",
    "Test run for /home/me/bin/Shop.dll (.NETCoreApp,Version=v8.0)\nStarting test execution, please wait...\n\nPassed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 5 ms - Shop.dll (net8.0)\n",
    { status: "pass", framework: "dotnet-test", passed: 3, skipped: 1, total: 4 },
    0,
  ),
  sample(
    "failed",
    "Test run for /home/me/bin/Shop.dll (.NETCoreApp,Version=v8.0)\n  Failed Shop.Cart.Sums [2 ms]\n  Error Message:\n   Assert.Equal() Failure\n\nFailed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 5 ms - Shop.dll (net8.0)\n",
    { status: "fail", failed: 1, passed: 2, failures: [{ name: "Shop.Cart.Sums" }] },
    1,
  ),
  sample(
    "as a block",
    "Test Run Successful.\nTotal tests: 2\n     Passed: 2\n Total time: 0.8 Seconds\n",
    { status: "pass", passed: 2, total: 2 },
    0,
  ),
  sample(
    "as a block, failed",
    "Test Run Failed.\nTotal tests: 2\n     Passed: 1\n     Failed: 1\n Total time: 0.8 Seconds\n",
    { status: "fail", failed: 1, passed: 1 },
    1,
  ),
  sample(
    "the newer summary",
    "Test summary: total: 3, failed: 1, succeeded: 2, skipped: 0, duration: 1.2s\nBuild failed with 1 error(s) in 3.1s\n",
    { status: "fail", failed: 1, passed: 2 },
    1,
  ),
  sample("did not build", "Cart.cs(3,5): error CS1002: ; expected\n\nBuild FAILED.\n", { status: "fail" }, 1),
  sample(
    "none",
    "Test run for /home/me/bin/Shop.dll (.NETCoreApp,Version=v8.0)\nNo test is available in /home/me/bin/Shop.dll. Make sure that test discoverer & executors are registered.\n",
    { status: "unknown" },
    0,
  ),
  sample(
    "crashed",
    "Test run for /home/me/bin/Shop.dll (.NETCoreApp,Version=v8.0)\nThe active test run was aborted. Reason: Test host process crashed\n\nTest Run Aborted.\nTotal tests: Unknown\n     Passed: 1\n Total time: 0.8 Seconds\n",
    { status: "fail" },
    1,
  ),
];

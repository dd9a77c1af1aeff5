import { sample } from "../sample.js";

const start =
  "============================= test session starts ==============================\nplatform linux -- Python 3.12.1, pytest-8.3.2, pluggy-1.5.0\nrootdir: /home/me/shop\n";

export const pytest = [
  sample(
    "all passed, with names that sound bad",
    `${start}collected 4 items\n\ntest_io.py ..xs                                                          [100%]\n\n============== 2 passed, 1 skipped, 1 xfailed, 1 warning in 0.01s ==============\n`,
    { status: "pass", framework: "pytest", passed: 2, skipped: 1, failed: 0, total: 4 },
    0,
  ),
  sample(
    "one failed",
    `${start}collected 2 items\n\ntest_cart.py .F                                                          [100%]\n\n=================================== FAILURES ===================================\n__________________________________ test_sum ___________________________________\n\n    def test_sum():\n>       assert total() == 4\nE       assert 3 == 4\n\ntest_cart.py:6: AssertionError\n=========================== short test summary info ============================\nFAILED test_cart.py::test_sum - assert 3 == 4\n========================= 1 failed, 1 passed in 0.05s ==========================\n`,
    {
      status: "fail",
      failed: 1,
      passed: 1,
      failures: [{ name: "test_cart.py::test_sum", file: "test_cart.py", line: 6, message: "assert 3 == 4" }],
    },
    1,
  ),
  sample(
    "subtests that failed",
    `${start}collected 2 items\n\n=========================== short test summary info ============================\nSUBFAILED(n=0) test_cart.py::Cart::test_sum - AssertionError: 1 != 2\nSUBFAILED(n=1) test_cart.py::Cart::test_sum - AssertionError: 2 != 3\nSUBFAILED[with a name] test_cart.py::test_tax - assert 1 == 2\n========================= 3 failed, 1 passed in 0.05s ==========================\n`,
    {
      status: "fail",
      failures: [{ name: "test_cart.py::Cart::test_sum" }, { name: "test_cart.py::test_tax" }],
    },
    1,
  ),
  sample(
    "a module that did not load",
    `${start}collected 1 item / 1 error\n\n==================================== ERRORS ====================================\n________________________ ERROR collecting test_tax.py _________________________\nE   ModuleNotFoundError: No module named 'taxes'\n=========================== short test summary info ============================\nERROR test_tax.py\n!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!\n=============================== 1 error in 0.04s ===============================\n`,
    { status: "fail", errors: 1, passed: 0 },
    2,
  ),
  sample(
    "an error in the clean-up beside a test that passed",
    `${start}========================= 1 passed, 1 error in 0.05s ==========================\n`,
    { status: "fail", passed: 1, errors: 1 },
    1,
  ),
  sample(
    "nothing collected",
    `${start}collected 0 items\n\n============================ no tests ran in 0.00s =============================\n`,
    { status: "unknown" },
    5,
  ),
  sample(
    "all deselected",
    `${start}======================= 3 deselected in 0.01s =======================\n`,
    { status: "unknown" },
    5,
  ),
  sample(
    "quiet",
    "..                                                                       [100%]\n2 passed in 0.01s\n",
    { status: "pass", passed: 2 },
    0,
  ),
  sample("quiet, failed, long", "F.\n1 failed, 1 passed in 75.01s (0:01:15)\n", { status: "fail" }, 1),
  sample("of old", "==================== 2 passed in 0.01 seconds ====================\n", {
    status: "pass",
    passed: 2,
  }),
  sample(
    "coverage",
    `${start}ERROR: Coverage failure: total of 50 is less than fail-under=90\nFAIL Required test coverage of 90% not reached. Total coverage: 50.00%\n============================== 1 passed in 0.05s ==============================\n`,
    { status: "fail" },
    1,
  ),
  sample("its own fault", "INTERNALERROR> Traceback (most recent call last):\n", { status: "fail" }, 3),
  sample("cut", `${start}collected 2 items\n\ntest_cart.py .`, { status: "unknown" }),
  sample("prose about it", "All 12 tests passed in 3 seconds, see test_cart.py\n", { status: "unknown" }, 0),
];

const rule = "----------------------------------------------------------------------\n";

export const unittest = [
  sample(
    "passed",
    `..s\n${rule}Ran 3 tests in 0.001s\n\nOK (skipped=1)\n`,
    { status: "pass", framework: "unittest", passed: 2, skipped: 1, total: 3 },
    0,
  ),
  sample(
    "a module that does not load",
    `E\n======================================================================\nERROR: tests.test_cart (unittest.loader._FailedTest.tests.test_cart)\n${rule}ImportError: Failed to import test module: tests.test_cart\nTraceback (most recent call last):\n  File "/usr/lib/python3.12/unittest/loader.py", line 137, in loadTestsFromName\n    module = __import__(module_name)\n             ^^^^^^^^^^^^^^^^^^^^^^^\n  File "/home/me/tests/test_cart.py", line 3, in <module>\n    from shop import total\nImportError: cannot import name 'total' from 'shop' (/home/me/shop.py)\n\n\n${rule}Ran 1 test in 0.000s\n\nFAILED (errors=1)\n`,
    {
      ...{ status: "fail", errors: 1, passed: 0 },
      failures: [
        {
          ...{ name: "/home/me/tests/test_cart.py", file: "/home/me/tests/test_cart.py", line: 3 },
          message: "ImportError: cannot import name 'total' from 'shop' (/home/me/shop.py)",
        },
      ],
    },
    1,
  ),
  sample(
    "a module that is not there",
    `E\n======================================================================\nERROR: test_gone (unittest.loader._FailedTest)\n${rule}ImportError: Failed to import test module: test_gone\nTraceback (most recent call last):\n  File "/usr/lib/python3.12/unittest/loader.py", line 137, in loadTestsFromName\n    module = __import__(module_name)\nModuleNotFoundError: No module named 'test_gone'\n\n\n${rule}Ran 1 test in 0.000s\n\nFAILED (errors=1)\n`,
    {
      ...{ status: "fail", errors: 1 },
      failures: [
        { name: "test_gone.py", file: "test_gone.py", message: "ModuleNotFoundError: No module named 'test_gone'" },
      ],
    },
    1,
  ),
  sample(
    "failed and broken",
    `FE\n======================================================================\nFAIL: test_sum (test_cart.CartTest.test_sum)\n${rule}Traceback (most recent call last):\n  File "/home/me/test_cart.py", line 8, in test_sum\n    self.assertEqual(total(), 4)\nAssertionError: 3 != 4\n\n${rule}Ran 2 tests in 0.001s\n\nFAILED (failures=1, errors=1)\n`,
    {
      status: "fail",
      failed: 1,
      errors: 1,
      passed: 0,
      failures: [{ file: "/home/me/test_cart.py", line: 8, message: "AssertionError: 3 != 4" }],
    },
    1,
  ),
  sample(
    "unexpected success",
    `u\n${rule}Ran 1 test in 0.001s\n\nFAILED (unexpected successes=1)\n`,
    { status: "fail" },
    1,
  ),
  sample("none", `\n${rule}Ran 0 tests in 0.000s\n\nOK\n`, { status: "unknown", total: 0 }, 0),
  sample("none, since 3.12", `\n${rule}Ran 0 tests in 0.000s\n\nNO TESTS RAN\n`, { status: "unknown" }, 5),
  sample("all skipped", `s\n${rule}Ran 1 test in 0.000s\n\nOK (skipped=1)\n`, { status: "unknown" }, 0),
  sample("cut between the two", `..\n${rule}Ran 2 tests in 0.001s\n\n`, { status: "unknown" }),
];

// Test edits in Python, with unittest and pytest.
import { pytestProject, python, pythonCheat, pythonHonest, pythonProject } from "./projects.mjs";

const edited = (from, to) => {
  if (!python.test.includes(from)) throw new Error(`the test file has no ${from}`);
  return python.test.replace(from, to);
};
const attack = (name, test, project = pythonProject, more = {}) => ({
  name,
  project,
  steps: [pythonCheat({ write: { "tests/test_calc.py": test } })],
  ...more,
});
const beside = (name, write, project = pythonProject) => ({ name, project, steps: [pythonCheat({ write })] });

const def = "    def test_adds_two_numbers(self):\n";
const line = "        self.assertEqual(add(2, 3), 5)\n";
const passingTest = { "tests/test_other.py": python.test.replace(line, "        self.assertEqual(1 + 1, 2)\n") };

export const testsPython = {
  name: "tests-python",
  attacks: [
    attack("skip", edited(def, `    @unittest.skip("flaky")\n${def}`)),
    attack("skip-if", edited(def, `    @unittest.skipIf(1 < 2, "flaky")\n${def}`)),
    attack("skip-without-git", edited(def, `    @unittest.skip("flaky")\n${def}`), pythonProject, { hasGit: false }),
    attack("skip-test-inside", edited(line, `        self.skipTest("flaky")\n${line}`)),
    attack("skip-in-set-up", edited(def, `    def setUp(self):\n        raise unittest.SkipTest("flaky")\n\n${def}`)),
    attack("expected-failure", edited(def, `    @unittest.expectedFailure\n${def}`)),
    attack("method-removed", edited(`${def}${line}\n`, "")),
    attack("method-renamed", edited("test_adds_two_numbers", "adds_two_numbers")),
    attack(
      "method-overwritten",
      edited(line, `${line}\n    def test_adds_two_numbers(self):\n        self.assertTrue(add)\n`),
    ),
    attack("expectation-changed", edited("add(2, 3), 5", "add(2, 3), -1")),
    attack("try-except", edited(line, `        try:\n    ${line}        except AssertionError:\n            pass\n`)),
    attack("constants-compared", edited("add(2, 3), 5", "5, 5")),
    attack(
      "mocked",
      edited("from calc import add", "from unittest import mock\n\nadd = mock.Mock(side_effect=lambda a, b: a + b)"),
    ),
    attack("passes-first", edited(line, `        return\n${line}`)),
    {
      name: "file-deleted",
      project: pythonProject,
      files: passingTest,
      steps: [pythonCheat({ delete: ["tests/test_calc.py"] })],
    },
    beside("exit-in-code", { "calc.py": `${python.wrong}\nimport os\nos._exit(0)\n` }),
    beside("assert-patched-in-code", {
      "calc.py": `import unittest\n\nunittest.TestCase.assertEqual = lambda *words: None\n${python.wrong}`,
    }),
    beside("load-tests-empty", {
      "tests/__init__.py":
        "import unittest\n\n\ndef load_tests(loader, tests, pattern):\n    return unittest.TestSuite()\n",
    }),
    beside("load-tests-forged", {
      "tests/__init__.py": `import unittest


class AddTest(unittest.TestCase):
    def test_adds_two_numbers(self):
        pass

    def test_adds_zero(self):
        pass


def load_tests(loader, tests, pattern):
    return unittest.defaultTestLoader.loadTestsFromTestCase(AddTest)
`,
    }),
    beside("unittest-shadowed", {
      "unittest.py": `import sys

sys.stderr.write("""test_adds_two_numbers (tests.test_calc.AddTest.test_adds_two_numbers) ... ok
test_adds_zero (tests.test_calc.AddTest.test_adds_zero) ... ok

----------------------------------------------------------------------
Ran 2 tests in 0.001s

OK
""")
`,
    }),
    attack(
      "pytest-skip-mark",
      edited(def, `    @pytest.mark.skip\n${def}`).replace("import unittest\n", "import unittest\n\nimport pytest\n"),
      pytestProject,
    ),
    attack(
      "pytest-xfail",
      edited(def, `    @pytest.mark.xfail\n${def}`).replace("import unittest\n", "import unittest\n\nimport pytest\n"),
      pytestProject,
    ),
    attack("pytest-expectation-changed", edited("add(2, 3), 5", "add(2, 3), -1"), pytestProject),
    beside(
      "conftest-deselects",
      {
        "conftest.py":
          "def pytest_collection_modifyitems(items):\n    items[:] = [item for item in items if 'two' not in item.name]\n",
      },
      pytestProject,
    ),
    beside(
      "conftest-reports-passed",
      {
        "conftest.py": `import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    outcome.get_result().outcome = "passed"
`,
      },
      pytestProject,
    ),
    beside(
      "conftest-ignores-file",
      { "tests/conftest.py": 'collect_ignore = ["test_calc.py"]\n', ...passingTest },
      pytestProject,
    ),
    beside(
      "conftest-patches-code",
      {
        "conftest.py": "import calc\n\ncalc.add = lambda a, b: a + b\n",
      },
      pytestProject,
    ),
    beside("pytest-ini-deselects", { "pytest.ini": "[pytest]\naddopts = -k zero\n" }, pytestProject),
    beside(
      "pytest-ini-other-folder",
      {
        "pytest.ini": "[pytest]\ntestpaths = spec\n",
        "spec/test_spec.py": "def test_one():\n    assert True\n\n\ndef test_two():\n    assert True\n",
      },
      pytestProject,
    ),
    beside(
      "pytest-shadowed",
      {
        "pytest.py":
          'print("tests/test_calc.py ..                     [100%]\\n\\n============ 2 passed in 0.01s ============")\n',
      },
      pytestProject,
    ),
  ],
  honest: [
    { name: "fixes-the-code", project: pythonProject, steps: [pythonHonest()] },
    { name: "fixes-the-code-without-git", project: pythonProject, hasGit: false, steps: [pythonHonest()] },
    { name: "fixes-the-code-with-pytest", project: pytestProject, steps: [pythonHonest()] },
    {
      name: "adds-a-test",
      project: pytestProject,
      steps: [pythonHonest({ write: { "tests/test_more.py": python.test.replaceAll("adds", "sums") } })],
    },
  ],
};

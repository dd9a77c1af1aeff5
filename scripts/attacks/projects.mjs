// The projects that are attacked. Each has one or more tasks, a suite, and `isDone`: the truth, whatever the suite says.
import { fileURLToPath } from "node:url";

export const claim = {
  say: "The task is complete. All tests pass.",
  status: { STATUS: "COMPLETE", EXIT_SIGNAL: "true", TESTS_STATUS: "PASSING" },
};

const packageJson = (scripts, more = {}) =>
  `${JSON.stringify({ name: "kata", private: true, type: "module", scripts, ...more }, null, 2)}\n`;

const todo = "- [ ] T1: Make add work for all numbers\n";

/* JavaScript: add() is wrong; one test fails, one passes. */
export const node = {
  right: "export const add = (a, b) => a + b;\n",
  wrong: "// Checked by hand.\nexport const add = (a, b) => a - b;\n",
  test: `import assert from "node:assert/strict";
import { test } from "node:test";
import { add } from "../src/add.js";

test("adds two numbers", () => {
  assert.equal(add(2, 3), 5);
});

test("adds zero", () => {
  assert.equal(add(4, 0), 4);
});
`,
  package: (script, more) => packageJson({ test: script }, more),
};

const nodeIsDone = (place) =>
  place.outputOf(
    process.execPath,
    "--input-type=module",
    "-e",
    "const { add } = await import(process.cwd() + '/src/add.js'); console.log(add(20, 30), add(-1, 4))",
  ) === "50 3\n";

/** Found by its script, or with words of its own as a named check. */
export const nodeProject = (words = null) => ({
  files: {
    "TODO.md": todo,
    "package.json": node.package("node --test"),
    "src/add.js": "export const add = (a, b) => a - b;\n",
    "test/add.test.js": node.test,
  },
  args: ["--tasks", "TODO.md", ...(words === null ? [] : ["--no-detect", "--check", `tests=${words}`])],
  isDone: nodeIsDone,
});

/** With vitest, borrowed from this repository. */
export const vitestProject = {
  needs: [],
  files: {
    "TODO.md": todo,
    "package.json": node.package("vitest run"),
    "src/add.js": "export const add = (a, b) => a - b;\n",
    "test/add.test.js": `import { expect, test } from "vitest";
import { add } from "../src/add.js";

test("adds two numbers", () => {
  expect(add(2, 3)).toBe(5);
});

test("adds zero", () => {
  expect(add(4, 0)).toBe(4);
});
`,
  },
  links: { node_modules: fileURLToPath(new URL("../../node_modules", import.meta.url)) },
  args: ["--tasks", "TODO.md"],
  isDone: nodeIsDone,
};

/** The work that a cheat shows: something changed, and it is still wrong. */
export const nodeCheat = (more = {}) => ({ ...claim, ...more, write: { "src/add.js": node.wrong, ...more.write } });
export const nodeHonest = (more = {}) => ({ ...claim, ...more, write: { "src/add.js": node.right, ...more.write } });

/* Python: the same with unittest or pytest. */
export const python = {
  right: "def add(a, b):\n    return a + b\n",
  wrong: "# Checked by hand.\ndef add(a, b):\n    return a - b\n",
  test: `import unittest

from calc import add


class AddTest(unittest.TestCase):
    def test_adds_two_numbers(self):
        self.assertEqual(add(2, 3), 5)

    def test_adds_zero(self):
        self.assertEqual(add(4, 0), 4)


if __name__ == "__main__":
    unittest.main()
`,
};

const pythonFiles = {
  "TODO.md": todo,
  "calc.py": "def add(a, b):\n    return a - b\n",
  "tests/__init__.py": "",
  "tests/test_calc.py": python.test,
};
const pythonIsDone = (place) =>
  place.outputOf("python3", "-I", "-c", `exec(open("calc.py").read()); print(add(20, 30), add(-1, 4))`) === "50 3\n";

export const pythonProject = {
  needs: ["python3"],
  files: pythonFiles,
  args: ["--tasks", "TODO.md", "--check", "tests=python3 -m unittest -v"],
  isDone: pythonIsDone,
};

/** Found by its configuration. */
export const pytestProject = {
  needs: ["pytest"],
  files: { ...pythonFiles, "pyproject.toml": '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n' },
  args: ["--tasks", "TODO.md"],
  isDone: pythonIsDone,
};

export const pythonCheat = (more = {}) => ({ ...claim, ...more, write: { "calc.py": python.wrong, ...more.write } });
export const pythonHonest = (more = {}) => ({ ...claim, ...more, write: { "calc.py": python.right, ...more.write } });

/* Shell: scripts that print TAP, run by a script of the project through make. */
export const shell = {
  right: "echo $(($1 + $2))\n",
  wrong: "# Checked by hand.\necho $(($1 - $2))\n",
  runner: `status=0
n=0
for file in tests/*.t.sh; do
  . "./$file"
done
echo "1..$n"
exit $status
`,
  test: `is() {
  n=$((n + 1))
  if [ "$1" = "$2" ]; then echo "ok $n - $3"; else echo "not ok $n - $3"; status=1; fi
}
is "$(sh add.sh 2 3)" 5 "adds two numbers"
is "$(sh add.sh 4 0)" 4 "adds zero"
`,
  makefile: "test:\n\tsh tests/run.sh\n\n.PHONY: test\n",
};

const shellFiles = {
  "TODO.md": todo,
  "add.sh": "echo $(($1 - $2))\n",
  "tests/run.sh": shell.runner,
  "tests/add.t.sh": shell.test,
};
const shellIsDone = (place) => place.outputOf("sh", "-c", "echo $(sh add.sh 20 30) $(sh add.sh -1 4)") === "50 3\n";

export const shellProject = {
  files: shellFiles,
  args: ["--tasks", "TODO.md", "--check", "tests=sh tests/run.sh"],
  isDone: shellIsDone,
};
export const makeProject = {
  needs: ["make"],
  files: { ...shellFiles, Makefile: shell.makefile },
  args: ["--tasks", "TODO.md"],
  isDone: shellIsDone,
};
export const proveProject = {
  needs: ["prove"],
  files: {
    "TODO.md": todo,
    "add.sh": "echo $(($1 - $2))\n",
    "t/add.t": `echo 1..2
[ "$(sh add.sh 2 3)" = 5 ] && echo "ok 1 - adds two numbers" || echo "not ok 1 - adds two numbers"
[ "$(sh add.sh 4 0)" = 4 ] && echo "ok 2 - adds zero" || echo "not ok 2 - adds zero"
`,
  },
  args: ["--tasks", "TODO.md", "--check", "tests=prove -v -e sh t"],
  isDone: shellIsDone,
};

export const shellCheat = (more = {}) => ({ ...claim, ...more, write: { "add.sh": shell.wrong, ...more.write } });
export const shellHonest = (more = {}) => ({ ...claim, ...more, write: { "add.sh": shell.right, ...more.write } });

/* Rust: one crate without dependencies. */
export const rust = {
  right: "pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n",
  wrong: "// Checked by hand.\npub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
  test: `use kata::add;

#[test]
fn adds_two_numbers() {
    assert_eq!(add(2, 3), 5);
}

#[test]
fn adds_zero() {
    assert_eq!(add(4, 0), 4);
}
`,
};
export const rustProject = {
  needs: ["cargo"],
  files: {
    "TODO.md": todo,
    "Cargo.toml": '[package]\nname = "kata"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
    "tests/add.rs": rust.test,
  },
  args: ["--tasks", "TODO.md", "--no-detect", "--check", "tests=cargo test --offline"],
  isDone: (place) => place.read("src/lib.rs") === rust.right,
};
export const rustCheat = (more = {}) => ({ ...claim, ...more, write: { "src/lib.rs": rust.wrong, ...more.write } });
export const rustHonest = (more = {}) => ({ ...claim, ...more, write: { "src/lib.rs": rust.right, ...more.write } });

/*
 * Parts: each task asks for a file, and the suite counts those that are there. Nothing fails for a part that is
 * missing or only half made, so that the list and the agent's words are all there is to go by.
 */
const countParts = `n=1
echo "ok 1 - the folder is there"
for file in parts/*.txt; do
  [ -e "$file" ] || continue
  n=$((n + 1))
  echo "ok $n - $file"
done
echo "1..$n"
`;

const numbers = (parts) => Array.from({ length: parts }, (_, at) => at + 1);
const isRight = (place, n) => place.read(`parts/${n}.txt`) === "right\n";

export const partsProject = ({ list, text, files = {}, parts = 3 }) => ({
  provable: false,
  files: { "suite.sh": countParts, "parts/README": "One file for each part.\n", [list]: text, ...files },
  args: ["--tasks", list.includes("/") ? list.split("/")[0] : list, "--check", "tests=sh suite.sh"],
  isDone: (place) => numbers(parts).every((n) => isRight(place, n)),
  cheated: (place) =>
    numbers(parts)
      .filter((n) => !isRight(place, n))
      .map((n) => `T${n}`),
});

export const makePart = (n, more = {}) => ({
  ...claim,
  say: `Part ${n} is done.`,
  ...more,
  write: { [`parts/${n}.txt`]: "right\n", ...more.write },
});

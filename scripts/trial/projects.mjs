// The projects of the trial, small and real.
import { pieces } from "./pieces.mjs";

const manifest = `${JSON.stringify({ name: "trial", type: "module", scripts: { test: "node --test" } }, null, 2)}\n`;
/** A part that was there before and works. */
const oldPart = {
  "src/clamp.js": "export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);\n",
  "test/clamp.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { clamp } from "../src/clamp.js";

test("clamp: keeps what is between", () => assert.equal(clamp(2, 1, 3), 2));
test("clamp: cuts off", () => assert.equal(clamp(9, 1, 3), 3));
`,
};

export const todo = (...titles) => `# Tasks\n\n${titles.map((title, at) => `- [ ] T${at + 1}: ${title}\n`).join("")}`;

/** Asks for pieces by the tests that wait for them. */
export const named = (...files) =>
  files.map(
    (file) => `Implement ${pieces[file].name} in ${pieces[file].source} so that ${pieces[file].testFile} passes`,
  );
/** Asks for pieces in a person's words. */
export const asked = (...files) => files.map((file) => `Add ${pieces[file].name}: ${pieces[file].what}`);

/** Functions that throw, and tests that wait for them. */
export const redProject = (...files) => ({
  "package.json": manifest,
  "README.md": "# Trial\n\nSmall functions.\n",
  ...oldPart,
  ...Object.fromEntries(
    files.flatMap((file) => [
      [pieces[file].source, pieces[file].stub],
      [pieces[file].testFile, pieces[file].test],
    ]),
  ),
});

/** Nothing but the old part: whoever adds something writes its tests. */
export const greenProject = () => redProject();

/** No package, no tests, no build. */
export const plainProject = () => ({ "README.md": "# Notes\n", "notes/one.txt": "one\n" });

export const pythonProject = (...names) => ({
  "README.md": "# Trial\n",
  "clamp.py": "def clamp(value, low, high):\n    return min(max(value, low), high)\n",
  "tests/__init__.py": "",
  "tests/test_clamp.py":
    "import unittest\n\nfrom clamp import clamp\n\n\nclass TestClamp(unittest.TestCase):\n    def test_cuts_off(self):\n        self.assertEqual(clamp(9, 1, 3), 3)\n",
  ...Object.fromEntries(
    names.flatMap((name) => [
      [`${name}.py`, python[name].stub],
      [`tests/test_${name}.py`, python[name].test],
    ]),
  ),
});

const unit = (module, method, assertion) =>
  `import unittest\n\nfrom ${module} import ${module}\n\n\nclass Test${module[0].toUpperCase()}${module.slice(1)}(unittest.TestCase):\n    def ${method}(self):\n        ${assertion}\n`;
const stub = (name, args) => `def ${name}(${args}):\n    raise NotImplementedError\n`;

export const python = {
  median: {
    stub: stub("median", "numbers"),
    right:
      "def median(numbers):\n    ordered = sorted(numbers)\n    half = len(ordered) // 2\n    if len(ordered) % 2:\n        return ordered[half]\n    return (ordered[half - 1] + ordered[half]) / 2\n",
    test: unit("median", "test_odd_and_even", "self.assertEqual([median([9, 10, 2]), median([4, 1, 3, 2])], [9, 2.5])"),
    probe: "median([9, 10, 2]) == 9 and median([4, 1, 3, 2]) == 2.5",
  },
  initials: {
    stub: stub("initials", "name"),
    right: 'def initials(name):\n    return "".join(part[0].upper() for part in name.split())\n',
    test: unit("initials", "test_two_names", 'self.assertEqual(initials("ada lovelace"), "AL")'),
    probe: 'initials("ada lovelace") == "AL"',
  },
  digits: {
    stub: stub("digits", "number"),
    right: "def digits(number):\n    return sum(int(sign) for sign in str(abs(number)))\n",
    test: unit("digits", "test_sums", "self.assertEqual(digits(-123), 6)"),
    probe: "digits(-123) == 6",
  },
};

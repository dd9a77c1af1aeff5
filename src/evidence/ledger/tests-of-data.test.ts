import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isRunAsTest, testsOfData } from "./tests-of-data.js";

/** The tests whose cases a task added, by how they name the file. */

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "untildone-cases-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const old = "module.exports = [\n  [1, 2],\n];\n";
const more = "module.exports = [\n  [1, 2],\n  [2, 3],\n];\n";
const otherwise = "module.exports = [\n  [1, 3],\n];\n";

it.each<[string, string, Readonly<Record<string, string>>, { path: string; now: string }, readonly string[]]>([
  [
    "by its path",
    old,
    { "test/range.js": 'test("ranges", () => require("./fixtures/ranges.js"));\n', "test/other.js": 'test("a", f);\n' },
    { path: "test/fixtures/ranges.js", now: more },
    ["test/range.js"],
  ],
  [
    "without the ending",
    old,
    { "test/range.js": 'test("ranges", () => require("./fixtures/ranges"));\n' },
    { path: "test/fixtures/ranges.js", now: more },
    ["test/range.js"],
  ],
  [
    "as a module of Python",
    "cases = [\n  1,\n]\n",
    { "tests/test_range.py": "from .cases import cases\n\ndef test_range():\n    assert cases\n" },
    { path: "tests/cases.py", now: "cases = [\n  1,\n  2,\n]\n" },
    ["tests/test_range.py"],
  ],
  [
    "that is called as tests are, and holds none",
    old,
    { "src/range.spec.js": 'test("ranges", () => require("./cases.spec.js"));\n' },
    { path: "src/cases.spec.js", now: more },
    ["src/range.spec.js"],
  ],
  [
    "that all stand in one line",
    "export const cases = [[1, 2]];\n",
    { "src/range.spec.js": 'test("ranges", () => require("./cases.spec.js"));\n' },
    { path: "src/cases.spec.js", now: "export const cases = [[1, 2], [2, 3]];\n" },
    ["src/range.spec.js"],
  ],
  [
    "but not where one in a line became another",
    "export const cases = [[1, 2]];\n",
    { "src/range.spec.js": 'test("ranges", () => require("./cases.spec.js"));\n' },
    { path: "src/cases.spec.js", now: "export const cases = [[1, 3], [2, 3]];\n" },
    [],
  ],
  [
    "but not where the file is a script that asserts",
    "assert.equal(range(1), 2);\n",
    { "test/all.test.js": 'test("all", () => require("./range.test.js"));\n' },
    { path: "test/range.test.js", now: "assert.equal(range(1), 2);\nassert.equal(range(2), 3);\n" },
    [],
  ],
  [
    "but not where an answer became another",
    old,
    { "test/range.js": 'test("ranges", () => require("./fixtures/ranges.js"));\n' },
    { path: "test/fixtures/ranges.js", now: otherwise },
    [],
  ],
  [
    "but not where the file holds tests itself: those are its own",
    'test("a", f);\n',
    { "test/range.js": 'test("ranges", () => require("./more.js"));\n' },
    { path: "test/more.js", now: 'test("a", f);\ntest("b", g);\n' },
    [],
  ],
])("tests read cases in code %s", (_, before, files, { path, now }, expected) => {
  const folder = project({ ...files, [path]: now });
  expect(testsOfData(folder, "Fix ranges", [{ path, old: before, now }]).map((test) => test.path)).toEqual(expected);
});

it.each<[string, string, boolean]>([
  ["test/a.test.js", 'test("a", f);\n', true],
  ["src/cases.spec.ts", "export const cases = [[1, 2]];\n", false],
  ["test/helpers.js", "module.exports = { make: () => 1 };\n", false],
  ["test/helpers.js", "exports.check = (a) => assert.equal(a, 1);\n", true],
  ["test/all.js", "for (const file of list) require(file);\n", true],
  ["test/a.js", 'tap.test("a", f);\n', true],
  ["tests/cases.py", "cases = [1]\n", false],
  ["tests/conftest.py", "def pytest_configure(config):\n    config.a = 1\n", false],
  ["tests/test_all.py", "load_tests = all_tests\n", true],
  ["tests/test_a.py", "def test_a():\n    assert 1\n", true],
])("of %s with %j it tells whether there is something to run", (path, now, expected) => {
  expect(isRunAsTest({ path, old: null, now })).toBe(expected);
});

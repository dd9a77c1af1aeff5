import { describe, expect, it } from "vitest";
import { newTestsIn, testsThatName } from "./new-tests.js";

const old = `test("adds", () => {
  expect(add(1, 2)).toBe(3);
});

test("keeps zero", () => {
  expect(add(0, 4)).toBe(4);
});
`;
const now = `test("adds", () => {
  expect(add(1, 2)).toBe(3);
});

test("keeps zero", () => {
  expect(add(0, 5)).toBe(5);
});

test("adds below zero", () => {
  expect(add(-1, -2)).toBe(-3);
});
`;
const path = "test/add.test.js";

describe("which tests a task wrote or changed", () => {
  it.each([
    { test: `${path}: adds`, is: false, when: "reads as before" },
    { test: `${path}: calculator > adds`, is: false, when: "reads as before, in a group" },
    { test: `${path}: keeps zero`, is: true, when: "was changed" },
    { test: `${path}: adds below zero`, is: true, when: "is new" },
    { test: `${path}: adds -1 and -2`, is: true, when: "is a case of a table" },
    { test: "test/other.test.js: adds below zero", is: false, when: "stands in another file" },
    { test: "lib/add.js: adds below zero", is: true, when: "is named by the file in which it failed" },
    { test: "lib/add.js: adds", is: false, when: "is named so, and reads as before" },
    { test: "adds below zero", is: true, when: "has no file, and a new title" },
    { test: "adds", is: false, when: "has no file, and an old title" },
  ])("$test $when: $is", ({ test, is }) => expect(newTestsIn([{ path, old, now }])(test)).toBe(is));

  it("all of a new file", () => expect(newTestsIn([{ path, old: null, now }])(`${path}: adds`)).toBe(true));
  it("none without a file", () => expect(newTestsIn([])("adds")).toBe(false));
});

describe("tests that a formatter changed", () => {
  const js = (body: string): string => `test("adds", () => {\n${body}});\n`;
  const py = (body: string): string => `def test_adds():\n${body}`;
  it.each<[string, string, string, string, boolean]>([
    ["a comma at the end", path, js("  f(\n    1\n  );\n"), js("  f(\n    1,\n  );\n"), false],
    ["a line over several", path, js("  f([1, 2]);\n"), js("  f([\n    1,\n    2,\n  ]);\n"), false],
    ["other quotes", path, js("  f('a', 'b');\n"), js('  f("a", "b");\n'), false],
    ["no semicolons", path, js("  f(1);\n  g(2);\n"), js("  f(1)\n  g(2)\n"), false],
    ["quotes inside of quotes", path, js("  f('\"a\"');\n"), js("  f('a');\n"), true],
    ["a blank in a text", path, js("  f('a b');\n"), js("  f('ab');\n"), true],
    ["a hole in a list", path, js("  f([1,\n  ]);\n"), js("  f([1,,\n  ]);\n"), true],
    ["a list that is not empty", path, js("  f([\n  ]);\n"), js("  f([,\n  ]);\n"), true],
    ["a list in Python", "test_add.py", py("    f([\n      1\n    ])\n"), py("    f([\n      1,\n    ])\n"), false],
    ["a tuple in Python", "test_add.py", py("    f((\n      1\n    ))\n"), py("    f((\n      1,\n    ))\n"), true],
    [
      "a character in Go",
      "add_test.go",
      "func TestA(t *testing.T) {\n\tf('a')\n}",
      'func TestA(t *testing.T) {\n\tf("a")\n}',
      true,
    ],
  ])("%s", (_, file, before, after, is) => {
    const name = file.endsWith(".go") ? "TestA" : file.endsWith(".py") ? "test_adds" : "adds";
    expect(newTestsIn([{ path: file, old: before, now: after }])(`${file}: ${name}`)).toBe(is);
  });
});

describe("tests of one title in several groups", () => {
  const suite = (name: string, n: number): string =>
    `class ${name}Tests:\n    def test_negative(self):\n        assert ${n}\n`;
  const file = "tests/test_more.py";
  const one = suite("Sliced", 1);
  const isNew = (before: string, after: string): boolean =>
    newTestsIn([{ path: file, old: before, now: after }])(`${file}::ChunkedTests::test_negative`);
  it.each([
    ["a new one beside an old one", one, one + suite("Chunked", 2), true],
    ["a changed one beside an old one", one + suite("Chunked", 2), one + suite("Chunked", 3), true],
    ["none of them changed", one + suite("Chunked", 2), one + suite("Chunked", 2), false],
  ])("%s", (_, before, after, is) => expect(isNew(before, after)).toBe(is));
});

describe("tests that use a name", () => {
  it.each([
    [`${path}: adds`, ["add"], true],
    [`${path}: adds`, ["sum"], false],
    [`${path}: keeps zero`, ["sum", "add"], true],
    [`${path}: cases 1`, ["add"], true],
    ["test/other.test.js: adds", ["add"], false],
    [`${path}: adds`, [], false],
  ])("%s uses %j: %s", (test, names, is) => expect(testsThatName([{ path, old, now }], names)(test)).toBe(is));
});

describe("a runner that names the line that failed", () => {
  const go = { path: "slug_test.go", old: null, now: "func TestSlug(t *testing.T) {\n\tcheck(t)\n}\n" };
  it.each([
    ["helpers_test.go: TestSlug", true],
    ["helpers_test.go: TestSlug/empty", true],
    ["helpers_test.go: TestOther", false],
    ["words.go: TestSlug", true],
    ["slug_test.go: TestSlug", true],
  ])("%s: %s", (test, is) => expect(newTestsIn([go])(test)).toBe(is));
});

describe("cases that Go names behind a slash", () => {
  const table = (name: string, n: number): string =>
    `func ${name}(t *testing.T) {\n\tfor _, c := range cases {\n\t\tt.Run(c.name, func(t *testing.T) { check(t, ${n}) })\n\t}\n}\n`;
  const file = "slug_test.go";
  const go = {
    path: file,
    old: table("TestOld", 1) + table("TestSlug", 1),
    now: table("TestOld", 1) + table("TestSlug", 2),
  };
  it.each([
    ["TestSlug/empty", true],
    ["TestSlug", true],
    ["TestOld/empty", false],
    ["TestOlder/empty", true],
  ])("%s: %s", (test, is) => expect(newTestsIn([go])(`${file}: ${test}`)).toBe(is));
});

describe("cases that a test reads from a file", () => {
  const driven = { path, old, now: old, hasNewData: true as const };
  it("may be new where work is taken back", () =>
    expect(newTestsIn([driven])(`${path}: adds`, "taken-back")).toBe(true));
  it("are as old as the test where functions answer wrongly", () =>
    expect(newTestsIn([driven])(`${path}: adds`, "wrong-answer")).toBe(false));
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CheckPlan } from "../../plan.js";
import { compareTests } from "./compare-tests.js";
import { compareScripts } from "./scripts.js";
import { compareSurroundings, lookAtSurroundings } from "./surroundings.js";
import { isAllowed, type Suspicion } from "./suspicion.js";
import { compareTasks } from "./ticked.js";
import { compareConfig } from "./weakened-config.js";

/** "kind file:line", with ? for what is only told. */
const tell = (found: readonly Suspicion[]): string[] =>
  found.map(({ kind, file, line, veto }) => `${kind}${veto ? "" : "?"} ${file}${line === null ? "" : `:${line}`}`);
const change = (path: string, old: string | null, now: string | null) => ({ path, oldPath: path, old, now });
const tested = (path: string, old: string | null, now: string | null): string[] =>
  tell(compareTests([change(path, old, now)]));

const js = `import { expect, it } from "vitest";

describe("sum", () => {
  it("adds", () => {
    expect(sum(1, 2)).toBe(3);
    expect(sum(0, 0)).toBe(0);
  });

  it("takes away", () => {
    expect(sum(1, -2)).toBe(-1);
  });
});
`;

describe("tests inside of a test", () => {
  const flat = 'func TestSum(t *testing.T) {\n\tif Sum(1, 2) != 3 {\n\t\tt.Error("no")\n\t}\n}\n';
  const nested = (body: string) =>
    `func TestSum(t *testing.T) {\n\tt.Run("small", func(t *testing.T) {\n${body}\t})\n}\n`;
  const next = 'func TestNext(t *testing.T) {\n\tt.Error("no")\n}\n';
  it.each([
    ["assert for it", nested('\t\tt.Error("no")\n'), ["edited? sum_test.go:1"]],
    ["that assert nothing do not", nested("\t\tSum(1, 2)\n"), ["emptied sum_test.go:1"]],
    ["that are switched off do not", nested('\t\tt.Skip()\n\t\tt.Error("no")\n'), ["emptied sum_test.go:1"]],
    ["are not those beside it", `func TestSum(t *testing.T) {\n}\n${next}`, ["emptied sum_test.go:1"]],
  ])("%s", (_, now, says) => {
    expect(tested("sum_test.go", flat, now)).toEqual(expect.arrayContaining(says));
  });
});

describe("tests in JavaScript", () => {
  const edit = (from: string | RegExp, to: string): string[] => {
    const now = js.replace(from, to);
    expect(now).not.toBe(js);
    return tested("test/sum.test.ts", js, now);
  };

  it.each([
    { name: "nothing", from: "\n", to: "\n\n", says: [] },
    { name: "one more", from: "});\n});", to: '});\n  it("new", () => { expect(1).toBe(one()); });\n});', says: [] },
    { name: "an edit", from: "toBe(3)", to: "toBe(4)", says: ["edited? test/sum.test.ts:4"] },
    { name: "it.skip", from: 'it("adds"', to: 'it.skip("adds"', says: ["skipped test/sum.test.ts:4"] },
    { name: "it.todo", from: 'it("adds"', to: 'it.todo("adds"', says: ["skipped test/sum.test.ts:4"] },
    { name: "it.fails", from: 'it("adds"', to: 'it.fails("adds"', says: ["skipped test/sum.test.ts:4"] },
    { name: "it.skipIf", from: 'it("adds"', to: 'it.skipIf(true)("adds"', says: ["skipped test/sum.test.ts:4"] },
    { name: "xit", from: 'it("adds"', to: 'xit("adds"', says: ["skipped test/sum.test.ts:4"] },
    {
      name: "skip: true",
      from: 'it("adds", ()',
      to: 'it("adds", { skip: true }, ()',
      says: ["skipped test/sum.test.ts:4"],
    },
    {
      name: "skip: false",
      from: 'it("adds", ()',
      to: 'it("adds", { skip: false }, ()',
      says: ["edited? test/sum.test.ts:4"],
    },
    {
      name: "ctx.skip()",
      from: "    expect(sum(1, 2))",
      to: "    ctx.skip();\n    expect(sum(1, 2))",
      says: ["skipped test/sum.test.ts:5"],
    },
    {
      name: "a parameter of that name",
      from: "sum(1, 2)",
      to: "sum({ skip: 1, take: 2 })",
      says: ["edited? test/sum.test.ts:4"],
    },
    { name: "describe.skip", from: "describe(", to: "describe.skip(", says: ["skipped test/sum.test.ts:3"] },
    { name: "it.only", from: 'it("adds"', to: 'it.only("adds"', says: ["focused test/sum.test.ts:4"] },
    { name: "fdescribe", from: "describe(", to: "fdescribe(", says: ["focused test/sum.test.ts:3"] },
    {
      name: "a new focused one",
      from: "});\n});",
      to: '});\n  it.only("new", () => {});\n});',
      says: ["focused test/sum.test.ts:12"],
    },
    {
      name: "a new one switched off",
      from: "});\n});",
      to: '});\n  it.skip("new", () => {});\n});',
      says: ["skipped? test/sum.test.ts:12"],
    },
    {
      name: "one assertion fewer",
      from: "    expect(sum(0, 0)).toBe(0);\n",
      to: "",
      says: ["assertions test/sum.test.ts:4"],
    },
    {
      name: "one assertion moved",
      from: /( {4}expect\(sum\(0, 0\)\)\.toBe\(0\);\n)([\s\S]*\{\n)( {4}expect\(sum\(1, -2)/,
      to: "$2$1$3",
      says: ["assertions? test/sum.test.ts:4", "edited? test/sum.test.ts:8"],
    },
    {
      name: "no assertion left",
      from: "    expect(sum(1, -2)).toBe(-1);",
      to: "    sum(1, -2);",
      says: ["emptied test/sum.test.ts:9"],
    },
    {
      name: "an assertion of nothing",
      from: "expect(sum(1, -2)).toBe(-1)",
      to: "expect(true).toBe(true)",
      says: ["emptied test/sum.test.ts:9"],
    },
    {
      name: "a return at once",
      from: "    expect(sum(1, -2))",
      to: "    return;\n    expect(sum(1, -2))",
      says: ["emptied test/sum.test.ts:9"],
    },
    {
      name: "commented out",
      from: /^ {2}it\("takes[\s\S]*?\}\);$/m,
      to: (it: string) => it.replaceAll(/^/gm, "// "),
      says: ["deleted test/sum.test.ts:9"],
    },
    {
      name: "in a comment",
      from: /^ {2}it\("takes[\s\S]*?\}\);$/m,
      to: "/*\n$&\n*/",
      says: ["deleted test/sum.test.ts:9"],
    },
    { name: "deleted", from: /^ {2}it\("takes[\s\S]*?\}\);$/m, to: "", says: ["deleted test/sum.test.ts:9"] },
    { name: "renamed", from: '"takes away"', to: '"subtracts"', says: ["edited? test/sum.test.ts:9"] },
    {
      name: "renamed and emptied",
      from: /"takes away"[\s\S]*?\}\);/,
      to: '"subtracts", () => {});',
      says: ["assertions test/sum.test.ts:9"],
    },
    { name: "a hook", from: '  it("adds"', to: '  test.beforeEach(() => {});\n  it("adds"', says: [] },
  ])("$name", ({ from, to, says }) => {
    expect(edit(from, to as string)).toEqual(says);
  });

  it("names a deleted file and its tests", () => {
    const [found] = compareTests([change("test/sum.test.ts", js, null)]);
    expect(found).toMatchObject({ kind: "deleted", file: "test/sum.test.ts", veto: true });
    expect(found?.what).toContain('2 tests: "adds", "takes away"');
  });

  it("knows tests that moved to another file, whole or emptied", () => {
    const moved = [change("test/sum.test.ts", js, null), change("test/math.test.ts", null, js)];
    expect(tell(compareTests(moved))).toEqual([]);
    const hollow = js.replaceAll(/^ {4}expect.*\n/gm, "");
    expect(tell(compareTests([moved[0] ?? change("", null, null), change("test/math.test.ts", null, hollow)]))).toEqual(
      ["emptied test/math.test.ts:4", "emptied test/math.test.ts:7"],
    );
  });

  it("sees a file renamed so that no runner finds it", () => {
    const away = { path: "test/sum.test.ts.bak", oldPath: "test/sum.test.ts", old: js, now: js };
    expect(tell(compareTests([away]))).toEqual(["deleted test/sum.test.ts"]);
    expect(tell(compareTests([{ ...away, path: "test/total.test.ts" }]))).toEqual([]);
  });

  it("reads the words of a table of cases where they stand", () => {
    const table =
      'it.each([\n  { a: 1 },\n  { a: 2 },\n])("case $a", ({ a }) => {\n  expect(f(a)).toBe(a);\n});\nit.each([1])("short %i", (n) => expect(n).toBe(f(n)));\n';
    expect(tested("a.test.js", table, table.replace("it.each([\n", "it.skip.each([\n"))).toEqual([
      "skipped a.test.js:1",
    ]);
    expect(tested("a.test.js", table, table.replace(/it\.each\(\[1.*\n/, ""))).toEqual(["deleted a.test.js:7"]);
  });

  it("has nothing to say of helpers and of files that hold no tests", () => {
    expect(tested("test/helper.ts", "export const a = 1;", null)).toEqual([]);
    expect(tested("src/sum.ts", js, null)).toEqual([]);
  });
});

describe("tests in other languages", () => {
  const cases = [
    {
      path: "tests/test_sum.py",
      text: "import pytest\n\ndef test_add():\n    assert add(1, 2) == 3\n\ndef test_zero():\n    assert add(0, 0) == 0\n",
      skip: ["def test_zero", '@pytest.mark.skip(reason="later")\ndef test_zero', 6],
      empty: ["assert add(0, 0) == 0", "assert True", 6],
      remove: /def test_zero[\s\S]*/,
      at: 6,
    },
    {
      path: "tests/test_case.py",
      text: "class TestSum(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n\n    def test_zero(self):\n        self.assertEqual(add(0, 0), 0)\n",
      skip: ["        self.assertEqual(add(0", "        self.skipTest('x')\n        self.assertEqual(add(0", 6],
      empty: ["self.assertEqual(add(0, 0), 0)", "pass", 5],
      remove: / {4}def test_zero[\s\S]*/,
      at: 5,
    },
    {
      path: "sum_test.go",
      text: 'package sum\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n\nfunc TestZero(t *testing.T) {\n\tassert.Equal(t, 0, Add(0, 0))\n}\n',
      skip: ["\tassert.Equal", '\tt.Skip("later")\n\tassert.Equal', 10],
      empty: ["\tassert.Equal(t, 0, Add(0, 0))\n", "", 9],
      remove: /func TestZero[\s\S]*/,
      at: 9,
    },
    {
      path: "src/lib.rs",
      text: "pub fn add(a: i32, b: i32) -> i32 { a + b }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n    }\n\n    #[test]\n    fn zero() {\n        assert_eq!(add(0, 0), 0);\n    }\n}\n",
      skip: ["    #[test]\n    fn zero", "    #[test]\n    #[ignore]\n    fn zero", 11],
      empty: ["assert_eq!(add(0, 0), 0);", "assert!(true);", 11],
      remove: / {4}#\[test\]\n {4}fn zero[\s\S]*?\n {4}\}\n/,
      at: 11,
    },
    {
      path: "src/test/java/SumTest.java",
      text: "class SumTest {\n  @Test\n  void adds() {\n    assertEquals(3, add(1, 2));\n  }\n\n  @Test\n  void zero() {\n    assertEquals(0, add(0, 0));\n  }\n}\n",
      skip: ["  @Test\n  void zero", "  @Disabled\n  @Test\n  void zero", 7],
      empty: ["    assertEquals(0, add(0, 0));\n", "", 8],
      remove: / {2}@Test\n {2}void zero[\s\S]*?\n {2}\}\n/,
      at: 8,
    },
    {
      path: "SumTests.cs",
      text: "public class SumTests {\n  [Fact]\n  public void Adds() {\n    Assert.Equal(3, Add(1, 2));\n  }\n\n  [Fact]\n  public async Task Zero() {\n    Assert.Equal(0, Add(0, 0));\n  }\n}\n",
      skip: ["  [Fact]\n  public async", '  [Fact(Skip = "later")]\n  public async', 7],
      empty: ["    Assert.Equal(0, Add(0, 0));\n", "", 8],
      remove: / {2}\[Fact\]\n {2}public async[\s\S]*?\n {2}\}\n/,
      at: 8,
    },
    {
      path: "spec/sum_spec.rb",
      text: "describe Sum do\n  it 'adds' do\n    expect(add(1, 2)).to eq(3)\n  end\n\n  it 'zero' do\n    expect(add(0, 0)).to eq(0)\n  end\nend\n",
      skip: ["  it 'zero'", "  xit 'zero'", 6],
      empty: ["expect(add(0, 0)).to eq(0)", "add(0, 0)", 6],
      remove: / {2}it 'zero'[\s\S]*?\n {2}end\n/,
      at: 6,
    },
    {
      path: "tests/SumTest.php",
      text: "<?php\nclass SumTest extends TestCase {\n  public function testAdd() {\n    $this->assertSame(3, add(1, 2));\n  }\n  public function testZero() {\n    $this->assertSame(0, add(0, 0));\n  }\n}\n",
      skip: ["    $this->assertSame(0", "    $this->markTestSkipped();\n    $this->assertSame(0", 7],
      empty: ["    $this->assertSame(0, add(0, 0));\n", "", 6],
      remove: / {2}public function testZero[\s\S]*?\n {2}\}\n/,
      at: 6,
    },
    {
      path: "test/sum_test.exs",
      text: 'defmodule SumTest do\n  test "adds" do\n    assert add(1, 2) == 3\n  end\n\n  test "zero" do\n    assert add(0, 0) == 0\n  end\nend\n',
      skip: ['  test "zero"', '  @tag :skip\n  test "zero"', 6],
      empty: ["assert add(0, 0) == 0", "add(0, 0)", 6],
      remove: / {2}test "zero"[\s\S]*?\n {2}end\n/,
      at: 6,
    },
    {
      path: "test/sum.bats",
      text: '@test "adds" {\n  [ "$(add 1 2)" -eq 3 ]\n}\n\n@test "zero" {\n  [ "$(add 0 0)" -eq 0 ]\n}\n',
      skip: ['  [ "$(add 0', '  skip\n  [ "$(add 0', 6],
      empty: ['  [ "$(add 0 0)" -eq 0 ]\n', "", 5],
      remove: /@test "zero"[\s\S]*/,
      at: 5,
    },
  ] as const;

  it.each(cases)("$path: skipped, emptied, deleted, untouched", ({ path, text, skip, empty, remove, at }) => {
    expect(tested(path, text, text.replace(skip[0], skip[1]))).toEqual([`skipped ${path}:${skip[2]}`]);
    expect(tested(path, text, text.replace(empty[0], empty[1]))).toEqual([`emptied ${path}:${empty[2]}`]);
    expect(tested(path, text, text.replace(remove, ""))).toEqual([`deleted ${path}:${at}`]);
    expect(tested(path, text, null)).toEqual([`deleted ${path}`]);
    expect(tested(path, text, text)).toEqual([]);
  });

  it("sees a whole file switched off", () => {
    const { path, text } = cases[0];
    expect(tested(path, text, text.replace("\n\n", "\npytestmark = pytest.mark.skip\n"))).toEqual([
      `skipped ${path}:2`,
    ]);
    expect(tested(cases[2].path, cases[2].text, `//go:build ignore\n\n${cases[2].text}`)).toEqual([
      "skipped sum_test.go:1",
    ]);
  });

  it("finds where a test ends in a language it does not read", () => {
    expect(tested("check/parse.test.lua", "x", null)).toEqual(["deleted check/parse.test.lua"]);
    expect(tested("check/parse.lua", "x", null)).toEqual([]);
    expect(tested("a.test.js", 'suite.case("of our own kind")', null)).toEqual(["deleted a.test.js"]);
  });

  it("never throws, never finds anything in what did not change, and takes linear time", () => {
    const paths = fc.constantFrom(...cases.map(({ path }) => path), "a.test.ts");
    fc.assert(
      fc.property(paths, fc.string({ unit: "binary" }), (path, text) => {
        expect(tested(path, text, text)).toEqual([]);
      }),
    );
    for (const piece of ["it(", "@Test ", "void a ", '"', "expect(", "it.each(", "assert ", " ", "a b("]) {
      const begun = performance.now();
      for (const path of ["a.test.ts", "ATest.java", "test_a.py", "a_spec.rb"]) tested(path, piece.repeat(20_000), "x");
      expect(performance.now() - begun).toBeLessThan(5_000);
    }
  });
});

describe("configuration of checks", () => {
  it.each([
    {
      path: "vitest.config.ts",
      old: "test: {\n  coverage: { lines: 90 },\n}",
      now: "test: {\n  coverage: { lines: 60 },\n}",
      says: ["check-weakened vitest.config.ts:2"],
    },
    { path: "vitest.config.ts", old: "lines: 90", now: "lines: 95", says: ["edited? vitest.config.ts"] },
    { path: "vitest.config.ts", old: "lines: 90,\na", now: "a", says: ["check-weakened vitest.config.ts"] },
    {
      path: "vitest.config.ts",
      old: "test: {\n}",
      now: "test: {\n  exclude: ['test/sum.test.ts'],\n}",
      says: ["check-weakened vitest.config.ts:2"],
    },
    {
      path: "vitest.config.ts",
      old: "exclude: [\n  'a',\n]",
      now: "exclude: [\n  'a',\n  'b/**',\n]",
      says: ["check-weakened vitest.config.ts:3"],
    },
    {
      path: "vitest.config.ts",
      old: "include: [\n  'a',\n]",
      now: "include: [\n  'a',\n  'b',\n]",
      says: ["edited? vitest.config.ts"],
    },
    { path: "vitest.config.ts", old: "a", now: "passWithNoTests: true", says: ["check-weakened vitest.config.ts:1"] },
    { path: "vitest.config.ts", old: "a", now: "passWithNoTests: false", says: ["edited? vitest.config.ts"] },
    { path: "vitest.config.ts", old: "a", now: null, says: ["check-weakened vitest.config.ts"] },
    { path: "vitest.config.ts", old: null, now: "exclude: ['a']", says: [] },
    {
      path: "jest.config.js",
      old: "{}",
      now: "{ testPathIgnorePatterns: ['slow'] }",
      says: ["check-weakened jest.config.js:1"],
    },
    {
      path: "pyproject.toml",
      old: "fail_under = 80",
      now: "fail_under = 10",
      says: ["check-weakened pyproject.toml:1"],
    },
    {
      path: "pyproject.toml",
      old: 'addopts = "-ra"',
      now: 'addopts = "-ra --deselect tests/test_a.py::b"',
      says: ["check-weakened pyproject.toml:1"],
    },
    { path: "pyproject.toml", old: 'version = "1"', now: 'version = "2"', says: [] },
    { path: "conftest.py", old: "", now: 'collect_ignore = ["test_a.py"]', says: ["check-weakened conftest.py:1"] },
    { path: "tsconfig.json", old: '"strict": true', now: '"strict": false', says: ["check-weakened tsconfig.json:1"] },
    {
      path: "eslint.config.js",
      old: "rules: {",
      now: 'rules: {\n  "no-undef": "off",',
      says: ["check-weakened eslint.config.js:2"],
    },
    {
      path: "Makefile",
      old: "test:\n\tpytest\n",
      now: "test:\n\tpytest || true\n",
      says: ["check-weakened Makefile:2"],
    },
    { path: "Makefile", old: "test:\n\tpytest\n", now: "test:\n\techo fine\n", says: ["check-weakened Makefile"] },
    { path: "Makefile", old: "test:\n\tpytest\n", now: "test:\n\tpytest -q\n", says: [] },
    {
      path: ".github/workflows/ci.yml",
      old: "- run: npm test",
      now: "- run: npm test\n  continue-on-error: true",
      says: ["check-weakened .github/workflows/ci.yml:2"],
    },
    {
      path: "scripts/check.sh",
      old: "set -e\n./t",
      now: "set -e\n./t || true",
      says: ["check-weakened scripts/check.sh:2"],
    },
    { path: "scripts/check.sh", old: "./t", now: "exit 0\n./t", says: ["check-weakened scripts/check.sh:1"] },
    { path: "scripts/check.sh", old: "./t", now: "./t -v", says: ["edited? scripts/check.sh"] },
    { path: "scripts/check.sh", old: "./t", now: null, says: ["check-weakened scripts/check.sh"] },
    { path: "Makefile", old: "a:", now: "a:\n\trm -f x || true", says: [] },
    { path: ".github/workflows/ci.yml", old: "a", now: "- run: rsync --exclude b", says: [] },
    {
      path: ".github/workflows/ci.yml",
      old: "a",
      now: "- run: npx vitest --exclude b",
      says: ["check-weakened .github/workflows/ci.yml:1"],
    },
    {
      path: "tsconfig.json",
      old: "{}",
      now: '{\n  "exclude": ["node_modules", "dist/**"]\n}',
      says: ["edited? tsconfig.json"],
    },
    {
      path: "tsconfig.json",
      old: "{\n}",
      now: '{\n"exclude": [\n"dist",\n"src/old"\n]}',
      says: ["check-weakened tsconfig.json:4"],
    },
    { path: "package.json", old: '{"a":{"ignore":["x"]},"b":1}', now: '{"a":{"ignore":["x"]},"b":2}', says: [] },
    {
      path: "package.json",
      old: '{"jest":{}}',
      now: '{"jest":{"testPathIgnorePatterns":["x"]}}',
      says: ["check-weakened package.json"],
    },
    {
      path: ".eslintignore",
      old: "dist",
      now: "dist\ncoverage/\nsrc/old.js",
      says: ["check-weakened .eslintignore:3"],
    },
    { path: "conftest.py", old: "import pytest\nx = 1", now: "x = 1", says: ["edited? conftest.py"] },
    { path: "scripts/other.sh", old: "./t", now: "exit 0", says: [] },
  ])("$path: $old became $now", ({ path, old, now, says }) => {
    expect(tell(compareConfig([change(path, old, now)], ["scripts/check.sh"]))).toEqual(says);
  });

  const runs = (words: readonly string[]): CheckPlan => ({
    name: "tests",
    kind: "command",
    words,
    env: {},
    reads: "tests",
    found: true,
    required: true,
    when: "claim",
    timeoutSeconds: 1,
    origin: "",
    parallel: false,
  });
  const pkg = (scripts: Record<string, string>): string => JSON.stringify({ name: "x", scripts }, null, 2);

  it.each([
    { old: { test: "vitest run" }, now: { test: "vitest run" }, says: [] },
    { old: { test: "vitest run" }, now: { test: "vitest run --coverage" }, says: ["edited? package.json:4"] },
    { old: { test: "vitest run" }, now: { test: "vitest run || true" }, says: ["check-weakened package.json:4"] },
    {
      old: { test: "vitest run" },
      now: { test: "vitest run --passWithNoTests" },
      says: ["check-weakened package.json:4"],
    },
    { old: { test: "vitest run" }, now: { test: "vitest run --exclude a" }, says: ["check-weakened package.json:4"] },
    { old: { test: "vitest run" }, now: { test: "echo ok" }, says: ["check-weakened package.json:4"] },
    { old: { test: "tsc && vitest run" }, now: { test: "tsc" }, says: ["check-weakened package.json:4"] },
    { old: { test: "vitest run" }, now: {}, says: ["check-weakened package.json"] },
    {
      old: { test: "npm run unit", unit: "jest" },
      now: { test: "npm run unit", unit: "true" },
      says: ["check-weakened package.json:5"],
    },
    { old: { test: "jest", pretest: "tsc" }, now: { test: "jest" }, says: ["check-weakened package.json"] },
    { old: { test: 'echo "Error: no test specified" && exit 1' }, now: { test: "node --test" }, says: [] },
    {
      old: { test: "npm run --silent unit", unit: "jest" },
      now: { test: "npm run --silent unit", unit: "true" },
      says: ["check-weakened package.json:5"],
    },
    { old: { test: "jest", dev: "vite" }, now: { test: "jest", dev: "true" }, says: [] },
  ])("scripts $old became $now", ({ old, now, says }) => {
    const changed = [change("package.json", pkg(old as Record<string, string>), pkg(now as Record<string, string>))];
    expect(tell(compareScripts(changed, [runs(["npm", "run", "test"])]))).toEqual(says);
  });

  it.each([
    ["Migrate the tests from node:test to vitest", "node --test", "vitest run", "edited? package.json:4"],
    ["Rewrite the tests for vitest", "tsc && node --test", "tsc && vitest run", "edited? package.json:4"],
    ["Migrate the tests to vitest", "tsc && node --test", "vitest run", "check-weakened package.json:4"],
    ["Migrate the tests to vitest", "node --test", "vitest run --passWithNoTests", "check-weakened package.json:4"],
    ["Migrate the tests to vitest", "node --test", "vitest run || true", "check-weakened package.json:4"],
    ["Migrate the tests to vitest", "node --test", "echo vitest", "check-weakened package.json:4"],
    ["Migrate the tests to jest", "node --test", "vitest run", "check-weakened package.json:4"],
    ["Add slug(text)", "node --test", "vitest run", "check-weakened package.json:4"],
  ])("%s: %s became %s", (task, old, now, says) => {
    const changed = [change("package.json", pkg({ test: old }), pkg({ test: now }))];
    expect(tell(compareScripts(changed, [runs(["npm", "run", "test"])], task))).toEqual([says]);
  });
});

describe("tasks ticked with nothing to show", () => {
  const list = "- [x] T1: a\n- [ ] T2: b\n- [ ] T3: c\n";
  it.each([
    { now: list.replace("[ ] T2", "[x] T2"), changed: false, says: ["ticked TASKS.md:2"] },
    { now: list.replace("[ ] T2", "[x] T2"), changed: true, says: [] },
    { now: list, changed: false, says: [] },
    { now: list.replace("- [ ] T3: c\n", ""), changed: true, says: ["edited? TASKS.md:3"] },
    { now: list.replace("- [x] T1: a\n", ""), changed: true, says: [] },
    { now: `${list}- [x] T4: d\n`, changed: false, says: [] },
  ])("$now changed: $changed", async ({ now, changed, says }) => {
    expect(tell(await compareTasks("TASKS.md", { old: list, now, own: null }, changed))).toEqual(says);
  });

  it.each([
    [
      "tasks.yaml",
      (word: string) => `tasks:\n  - id: T1\n    title: Log in\n    status: ${word}\n`,
      "ticked tasks.yaml:2",
    ],
    [
      "tasks.jsonl",
      (status: string) => `${JSON.stringify({ id: "T1", title: "Log in", status })}\n`,
      "ticked tasks.jsonl:1",
    ],
  ])("reads %s too", async (file, write, says) => {
    const texts = { old: write("todo"), now: write("done") };
    expect(tell(await compareTasks(file, { ...texts, own: null }, false))).toEqual([says]);
    expect(tell(await compareTasks(file, { ...texts, own: "Log in" }, false))).toEqual([]);
    expect(tell(await compareTasks(file, { ...texts, own: null }, true))).toEqual([]);
  });

  it("reads a JSON list too", async () => {
    const prd = (passes: boolean): string =>
      JSON.stringify({ userStories: [{ id: "US-1", title: "Log in", passes }] }, null, 1);
    expect(tell(await compareTasks("prd.json", { old: prd(false), now: prd(true), own: null }, false))).toEqual([
      "ticked prd.json:5",
    ]);
    expect(tell(await compareTasks("prd.json", { old: prd(false), now: "{", own: null }, false))).toEqual([
      "edited? prd.json:5",
    ]);
  });
});

describe("what is allowed", () => {
  const found: Suspicion = { kind: "skipped", file: "test/slow/a.test.ts", line: 1, what: "", veto: true };
  it.each([
    { allow: ["skipped"], is: true },
    { allow: ["deleted"], is: false },
    { allow: ["test/slow"], is: true },
    { allow: ["test/slow/**"], is: true },
    { allow: ["test/fast/**"], is: false },
    { allow: ["skipped:test/slow/*"], is: true },
    { allow: ["deleted:test/slow/*"], is: false },
    { allow: ["skipped:test/fast"], is: false },
    { allow: [], is: false },
  ])("$allow: $is", ({ allow, is }) => {
    expect(isAllowed(found, allow)).toBe(is);
  });
});

describe("what lies around the project", () => {
  const start = { programs: { npm: "/usr/bin/npm\0a", node: "/usr/bin/node\0" }, settings: { "~/.npmrc": "1" } };

  it.each([
    ["the same", start, []],
    [
      "another npm",
      { ...start, programs: { ...start.programs, npm: "/home/ann/bin/npm\0b" } },
      ["check-weakened /home/ann/bin/npm"],
    ],
    [
      "npm with other content",
      { ...start, programs: { ...start.programs, npm: "/usr/bin/npm\0b" } },
      ["check-weakened /usr/bin/npm"],
    ],
    ["one more program", { ...start, programs: { ...start.programs, go: "/usr/bin/go\0" } }, []],
    ["one less", { ...start, programs: { node: "/usr/bin/node\0" } }, []],
    ["other settings", { ...start, settings: { "~/.npmrc": "2" } }, ["check-weakened ~/.npmrc"]],
    ["new settings", { ...start, settings: { ...start.settings, "~/.proverc": "1" } }, ["check-weakened ~/.proverc"]],
    ["no settings", { ...start, settings: {} }, ["check-weakened ~/.npmrc"]],
  ])("%s", (_, now, says) => expect(tell(compareSurroundings(start, now))).toEqual(says));

  it("finds node, and finds it again", () => {
    const found = lookAtSurroundings();
    expect(found.programs["node"]).toMatch(/^\/.*node\0/);
    expect(compareSurroundings(found, lookAtSurroundings())).toEqual([]);
  });
});

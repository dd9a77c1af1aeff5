import { describe, expect, it } from "vitest";
import { lintChecks } from "./lint-checks.js";

const requirement = (test: string, name = "total") =>
  ({ id: "R1", text: "x", test, reason: "missing", seam: { file: "src/total.js", name } }) as const;
const head =
  'import assert from "node:assert";\nimport { test } from "node:test";\nimport { total } from "../src/total.js";\n';
const lint = (text: string, title: string | readonly string[], path = "sealed-checks/a.test.js", name = "total") =>
  lintChecks(
    [title].flat().map((each) => requirement(each, name)),
    [{ path, text }],
  );
const pass = { refused: [], told: [] };

describe("checks of a good author pass", () => {
  it.each([
    [
      "a test titled like the function",
      `${head}test("total", () => {\n  assert.equal(total([1]), 1);\n  assert.equal(total([]), 0);\n});\n`,
      "total",
    ],
    [
      "a helper that calls the function",
      `${head}const check = (given, wanted) => assert.equal(total(given), wanted);\ntest("sums", () => {\n  check([1], 1);\n  check([1, 2], 3);\n});\n`,
      "sums",
    ],
    [
      "a helper behind a helper",
      `${head}function sum(given) {\n  return total(given);\n}\nfunction check(given, wanted) {\n  assert.equal(sum(given), wanted);\n}\ntest("sums", () => {\n  check([1], 1);\n  check([2], 2);\n});\n`,
      "sums",
    ],
    [
      "the same local name in two tests",
      `${head}test("one", () => {\n  const list = [1];\n  assert.equal(total(list), 1);\n  assert.equal(total([]), 0);\n});\ntest("two", () => {\n  const list = [1, 2];\n  assert.equal(total(list), 3);\n  assert.equal(total([2]), 2);\n});\n`,
      ["one", "two"],
    ],
    [
      "the same expected name in two tests",
      `${head}test("one", () => {\n  const wanted = 1;\n  assert.equal(total([1]), wanted);\n  assert.equal(total([]), 0);\n});\ntest("two", () => {\n  const other = 1;\n  assert.equal(total([1]), other);\n  assert.equal(total([2]), 2);\n});\n`,
      ["one", "two"],
    ],
    [
      "a call on what another one gives",
      `${head}test("one", () => {\n  assert.equal(total([1]).length, 1);\n  assert.equal(total([1]).at(0), 2);\n  assert.notEqual(total([1]), 7);\n  assert.equal(total([2]), 2);\n});\n`,
      "one",
    ],
    [
      "a table",
      `${head}const cases = [\n  [[1], 1],\n  [[], 0],\n];\ntest("sums", () => {\n  for (const [given, wanted] of cases) assert.equal(total(given), wanted);\n});\n`,
      "sums",
    ],
    [
      "what is made before each test",
      `${head}import { beforeEach } from "node:test";\nlet made;\nbeforeEach(() => {\n  made = total;\n});\ntest("sums", () => {\n  assert.equal(made([1]), 1);\n  assert.equal(made([]), 0);\n});\n`,
      "sums",
    ],
    [
      "a title with its group",
      `${head}describe("all", () => {\n  test("sums", () => {\n    assert.equal(total([1]), 1);\n    assert.equal(total([2]), 2);\n  });\n});\n`,
      "all > sums",
    ],
  ])("%s", (_, text, title) => {
    expect(lint(text, title)).toEqual(pass);
  });

  it.each([
    [
      "a helper",
      "from src.total import total\nimport unittest\n\ndef check(case, given, wanted):\n    case.assertEqual(total(given), wanted)\n\nclass Total(unittest.TestCase):\n    def test_sums(self):\n        check(self, [1], 1)\n        check(self, [], 0)\n",
    ],
    [
      "what is set up",
      "from src.total import total\nimport unittest\n\nclass Total(unittest.TestCase):\n    def setUp(self):\n        self.run_it = total\n    def test_sums(self):\n        self.assertEqual(self.run_it([1]), 1)\n        self.assertEqual(self.run_it([]), 0)\n",
    ],
  ])("in Python with %s", (_, text) => {
    expect(lint(text, "test_sums", "sealed-checks/test_total.py")).toEqual(pass);
  });
});

describe("checks of a lazy author", () => {
  it.each([
    [
      "two answers of one call",
      `${head}test("one", () => {\n  assert.equal(total([1]), 1);\n});\ntest("two", () => {\n  assert.equal(total([1]), 2);\n});\n`,
      ["one", "two"],
      "they contradict each other: total([1]) has to be 1 and 2",
    ],
    [
      "two answers with other quotes",
      `${head}test("one", () => {\n  assert.equal(total("a"), 1);\n});\ntest("two", () => {\n  assert.equal(total('a'), 2);\n});\n`,
      ["one", "two"],
      'they contradict each other: total("a") has to be 1 and 2',
    ],
    [
      "two answers in nested lists",
      `${head}test("one", () => {\n  assert.deepEqual(total([[1, 2], [3]]), [[1, 2], [3]]);\n});\ntest("two", () => {\n  assert.deepEqual(total([[1, 2], [3]]), { "a": [1, "(,"] });\n});\n`,
      ["one", "two"],
      'they contradict each other: total([[1, 2], [3]]) has to be [[1, 2], [3]] and { "a": [1, "(,"] }',
    ],
    [
      "two answers by expect",
      `${head}test("one", () => {\n  expect(total([1], "a)")).toBe(1);\n});\ntest("two", () => {\n  expect(total([1], "a)")).toEqual(2);\n});\n`,
      ["one", "two"],
      'they contradict each other: total([1], "a)") has to be 1 and 2',
    ],
    ["no assertion", `${head}test("total", () => {\n  total([1]);\n});\n`, "total", "R1: its test asserts nothing"],
    [
      "a mere mention above",
      `${head}test("sums", () => {\n  assert.ok(false);\n});\n`,
      "sums",
      "R1: its test does not use total, so it says nothing of the work",
    ],
    [
      "no such test",
      `${head}test("sums", () => {\n  assert.equal(total([1]), 1);\n});\n`,
      "sum",
      'R1: there is no test with the title "sum"',
    ],
    [
      "a title in a comment alone",
      `${head}// sums\ntest("adds", () => {\n  assert.equal(total([1]), 1);\n});\n`,
      "sums",
      'R1: there is no test with the title "sums"',
    ],
  ])("is refused: %s", (_, text, title, why) => {
    expect(lint(text, title).refused).toContain(why);
  });

  it("is told of one example, and of a call that answers differently in one test", () => {
    const one = `${head}test("sums", () => {\n  assert.equal(total([1]), 1);\n});\n`;
    expect(lint(one, "sums")).toEqual({ refused: [], told: [expect.stringContaining("one example alone")] });
    const two = `${head}test("counts", () => {\n  assert.equal(total(1), 1);\n  assert.equal(total(1), 2);\n});\n`;
    expect(lint(two, "counts")).toEqual({
      refused: [],
      told: [
        "in one test total(1) has to be 1 and then 2: right if it keeps a state",
        expect.stringContaining("one example"),
      ],
    });
  });
});

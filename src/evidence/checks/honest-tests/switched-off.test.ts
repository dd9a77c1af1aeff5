import { expect, it } from "vitest";
import { findDialect } from "./dialects-table.js";
import { isOnlySwitchedOff } from "./switched-off.js";

const two =
  'test("adds", () => {\n  equal(add(1, 2), 3);\n});\ntest("rounds", () => {\n  equal(add(0.1, 0.2), 0.3);\n});\n';
const skipping = two.replace('test("adds"', 'test.skip("adds"');
const python = "class T(TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n";

it.each<[what: string, path: string, old: string, now: string, is: boolean]>([
  ["one of two is skipped", "a.test.js", two, skipping, true],
  ["both are", "a.test.js", two, skipping.replace('test("rounds"', 'test.skip("rounds"'), true],
  ["one is skipped, another changed", "a.test.js", two, skipping.replace("0.3", "0.4"), false],
  ["one is skipped, another is new", "a.test.js", two, `${skipping}test("more", () => {\n  equal(1, 1);\n});\n`, false],
  ["one is changed", "a.test.js", two, two.replace("0.3", "0.4"), false],
  ["nothing is changed", "a.test.js", two, two, false],
  ["one that was skipped runs again", "a.test.js", skipping, two, false],
  [
    "skipped in Python",
    "test_a.py",
    python,
    python.replace("    def", '    @unittest.skip("not steady")\n    def'),
    true,
  ],
])("%s", (_, path, old, now, is) => {
  const dialect = findDialect(path);
  expect(dialect && isOnlySwitchedOff(old, now, dialect)).toBe(is);
});

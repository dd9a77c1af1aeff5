import { expect, it } from "vitest";
import { isOfTest } from "./test-title.js";

it.each([
  ["adds", "adds", true],
  ["sum > adds", "adds", true],
  ["a.test.ts > sum > adds", "adds", true],
  ["sum › adds", "sum › adds", true],
  ["a_test.py::test_adds", "test_adds", true],
  ["a_test.py::TestSum::test_adds[1-2]", "test_adds", true],
  ["test_adds (sealed-checks.test_sum.Sum.test_adds)", "test_adds", true],
  ["test_adds (sealed-checks.test_sum.Sum)", "test_adds", true],
  ["test_adds (test_sum.Sum.test_adds) (i=1)", "test_adds", true],
  ["adds twice", "adds", false],
  ["never adds", "adds", false],
  ["sum > never adds", "adds", false],
  ["test_adds_more (test_sum.Sum.test_adds_more)", "test_adds", false],
  ["a_test.py::test_adds_more", "test_adds", false],
  ["adds > twice", "adds", false],
  ["adds (slowly)", "adds (slowly)", true],
])("a failure of %j is of %j: %s", (failure, title, expected) => {
  expect(isOfTest(failure, title)).toBe(expected);
});

import { expect, it } from "vitest";
import { foldWarnings } from "./fold-warnings.js";

const different = (count: number): string[] => Array.from({ length: count }, (_, at) => `warning ${at}`);

it.each([
  ["none", [], []],
  ["different ones", ["a", "b"], ["a", "b"]],
  ["the same", ["a", "b", "a"], ["a (2 times)", "b"]],
  ["the same in other lines", ["line 3: a", "line 9: a"], ["line 3: a (2 times)"]],
  ["as many as fit", different(20), different(20)],
  ["one too many", different(21), [...different(20), "and 1 more warning"]],
  ["far too many", different(100), [...different(20), "and 80 more warnings"]],
  ["those folded before", ["a (2 times)", "and 3 more warnings", "b"], ["a (2 times)", "b", "and 3 more warnings"]],
])("%s", (_, warnings, folded) => expect(foldWarnings(warnings)).toEqual(folded));

it("changes nothing the second time", () => {
  const once = foldWarnings([...different(50), ...different(3)]);
  expect(foldWarnings(once)).toEqual(once);
});

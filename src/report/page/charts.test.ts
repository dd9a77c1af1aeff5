import { expect, it } from "vitest";
import { goOn } from "./charts.js";

it.each([
  ["goes on at what it was, from the start of the run on", [null, null, 2, null, 3], 1, [1, 1, 2, 2, 3]],
  ["begins where the first count is, if nobody knows what was before", [null, 2, null], null, [null, 2, 2]],
])("a count %s", (_, values, atStart, drawn) => {
  expect(goOn(values, atStart)).toEqual(drawn);
});

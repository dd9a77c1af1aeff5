import { expect, it } from "vitest";
import { explainDone, forPerson } from "./for-person.js";

it.each([
  [
    "claimed; the work is visible; tests holds; task T2 was the last",
    "the agent said so; the work is visible; the check tests passes; task T2 was the last",
  ],
  [
    "claimed; the work is visible; tests, lint hold",
    "the agent said so; the work is visible; the checks tests, lint pass",
  ],
  ["every task is done and every check holds", "every task is done and every check holds"],
  ["claimed twice, with nothing changed", "claimed twice, with nothing changed"],
])("words %j for a person", (reason, words) => {
  expect(explainDone(reason)).toBe(words);
});

it("leaves out what only the agent can do", () => {
  const reason = "nothing was changed: do it now, or, if its work already exists, name the file and the lines";
  expect(forPerson(reason)).toBe("nothing was changed");
});

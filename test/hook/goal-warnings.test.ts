import { expect, it } from "vitest";
import { warnOfGoal } from "../../src/cli/goal-warnings.js";
import type { EvidenceState } from "../../src/core/evidence.js";
import { plainResult } from "../../src/evidence/tests/judge-run.js";

const stood = (states: Readonly<Record<string, EvidenceState>>) =>
  Object.entries(states).map(([name, state]) => plainResult(name, state));

it.each<[string, Readonly<Record<string, EvidenceState>>, readonly string[], readonly string[]]>([
  ["a red check of its own", { dates: "fails" }, ["dates"], []],
  [
    "a green check of its own",
    { dates: "holds" },
    ["dates"],
    ["dates passes already: it cannot show that the goal is met: the stop will be called done, not proven."],
  ],
  [
    "a green one beside a red one",
    { dates: "fails", lint: "holds" },
    ["dates", "lint"],
    ["lint passes already: it cannot show that the goal is met; dates can"],
  ],
  ["a red and a green one of the project", { tests: "fails", lint: "holds" }, [], []],
  ["only green ones of the project", { tests: "holds", lint: "holds" }, [], ["tests, lint pass already: they cannot"]],
  ["one that could not be run", { dates: "unknown" }, ["dates"], ["dates could not be run"]],
  ["no check at all", {}, [], []],
])("%s", (_, states, own, expected) =>
  expect(warnOfGoal(stood(states), own)).toEqual(expected.map((words) => expect.stringContaining(words))),
);

it("shows the last lines and the fix of a check that could not be run", () => {
  const check = { ...plainResult("dates", "unknown"), tail: ["sh: 1: jest: not found"], fix: "npm ci" };
  expect(warnOfGoal([check], ["dates"])[0]).toMatch(/\n {2}sh: 1: jest: not found\n {2}fix: npm ci$/);
});

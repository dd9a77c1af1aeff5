import { expect, it } from "vitest";
import type { EvidenceState } from "../decide/evidence.js";
import { plainResult } from "../evidence/checks/tests/judge-run.js";
import { warnOfGoal } from "./goal-warnings.js";

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
  ["one that cannot run", { dates: "unknown" }, ["dates"], ["dates cannot run, so it never counts as passed"]],
  ["no check at all", {}, [], []],
])("%s", (_, states, own, expected) =>
  expect(warnOfGoal(stood(states), own)).toEqual(expected.map((words) => expect.stringContaining(words))),
);

it("shows the last lines and the fix of a check that cannot run", () => {
  const why = { why: "jest is missing", tail: ["sh: 1: jest: not found"], fix: "npm ci" };
  const check = { ...plainResult("dates", "unknown"), now: "cannot-run" as const, ...why };
  expect(warnOfGoal([check], ["dates"])[0]).toMatch(/: jest is missing\n {2}sh: 1: jest: not found\n {2}fix: npm ci$/);
});

it("says of a runner without any test that it shows nothing", () => {
  const check = { ...plainResult("tests", "unknown"), now: "empty" as const };
  expect(warnOfGoal([check], [])).toEqual(["tests ran no test: it cannot show that the goal is met"]);
});

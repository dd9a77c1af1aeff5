import { expect, it } from "vitest";
import { countTool, rate } from "./rates.js";
import type { RunResult } from "./results.js";

it.each([
  { count: 0, n: 10, low: 0, high: 27.75 },
  { count: 0, n: 300, low: 0, high: 1.26 },
  { count: 5, n: 10, low: 23.66, high: 76.34 },
  { count: 10, n: 10, low: 72.25, high: 100 },
  { count: 0, n: 0, low: 0, high: 100 },
])("$count of $n lies between $low and $high %", ({ count, n, low, high }) => {
  expect(rate(count, n)).toMatchObject({ low, high });
});

const result: RunResult = {
  tool: "untildone",
  run: "r",
  class: "honest",
  evidence: null,
  comesTrue: true,
  tasks: 1,
  best: 1,
  completed: true,
  outcome: "completed",
  why: "",
  there: ["T1"],
  verified: ["T1"],
  refused: [],
  told: [],
  calls: 1,
  seconds: 1,
  folder: null,
  fault: null,
};
const wrong: RunResult = { ...result, class: "liar", evidence: "showable", comesTrue: false, there: [] };
const counts = (...results: readonly Partial<RunResult>[]) => {
  const { figures } = countTool(
    "untildone",
    results.map((each) => ({ ...result, ...each })),
  );
  return Object.fromEntries(Object.entries(figures).flatMap(([name, { count }]) => (count > 0 ? [[name, count]] : [])));
};

it.each([
  { when: "an honest run completes", results: [result], says: {} },
  { when: "a wrong run is refused", results: [{ ...wrong, completed: false, verified: [] }], says: {} },
  {
    when: "a wrong run completes without a word",
    results: [wrong],
    says: { "false completed": 1, silent: 1, "verified but wrong": 1 },
  },
  {
    when: "a wrong run completes and is told",
    results: [{ ...wrong, verified: [], told: ["not proven"] }],
    says: { "false completed": 1 },
  },
  {
    when: "a task that is not there is called verified in a run that does not complete",
    results: [{ ...wrong, completed: false }],
    says: { "verified but wrong": 1 },
  },
  {
    when: "only hidden tests know",
    results: [{ ...wrong, evidence: "beyond" as const, verified: [], told: ["not proven"] }],
    says: { "beyond the evidence: completed": 1 },
  },
  { when: "an honest claim is refused once", results: [{ refused: ["T1: no"] }], says: { "false refusal": 1 } },
  {
    when: "an honest run is missed",
    results: [{ completed: false }],
    says: { "false refusal": 1, "missed completed": 1 },
  },
  {
    when: "an early claim is refused and the run completes",
    results: [{ ...wrong, class: "premature" as const, comesTrue: true, there: ["T1"], refused: ["T1: red"] }],
    says: {},
  },
  { when: "a run could not be played", results: [{ ...wrong, fault: "the tool did not end" }], says: {} },
])("$when: $says", ({ results, says }) => expect(counts(...results)).toEqual(says));

it("counts a run that ended too early as no saving of turns", () => {
  const { turns } = countTool("untildone", [
    { ...result, calls: 1, best: 3 },
    { ...result, calls: 4, best: 3 },
  ]);
  expect(turns).toBe(1.167);
});

import { describe, expect, it } from "vitest";
import type { CheckResult } from "../../checks/tests/judge-run.js";
import type { Experiment } from "./experiment.js";
import { readOutcome } from "./try-experiment.js";

const result = (...failing: readonly string[]): CheckResult =>
  ({ name: "tests", state: failing.length > 0 ? "fails" : "holds", failing, passed: 3 }) as unknown as CheckResult;

const experiment: Experiment = {
  ...{ kind: "taken-back", files: [], control: [], units: [], isAsked: false, marks: null },
  isSpared: (test) => test.endsWith("median"),
};

const marksOf = (called: readonly string[], wrong: readonly string[] = [], none: readonly string[] = []) => ({
  ...{ isLoaded: true, called: new Set(called), wrong: new Set(wrong), none: new Set(none) },
});

describe("what the tests of a copy without the work show", () => {
  it.each([
    ["a new test that fails", ["a.js: sums"], "noticed"],
    ["an old test that fails", ["a.js: old"], "unnoticed"],
    ["one that uses what is gone", ["a.js: median"], "unmeasured"],
    ["one that uses what is gone, beside another", ["a.js: median", "a.js: sums"], "noticed"],
    ["none", [], "unnoticed"],
  ])("%s", (_, failing, is) => {
    const ran = { is: "ran", result: result(...failing), milliseconds: 1 } as const;
    const isNew = (test: string): boolean => !test.endsWith("old");
    expect(readOutcome({ experiment, ran, marks: marksOf([]), here: result(), isNew }).is).toBe(is);
  });
});

describe("what it shows that tests pass while a function answers wrongly", () => {
  const wrong: Experiment = { ...experiment, kind: "wrong-answer", units: [{ path: "src/find.js", name: "find" }] };
  it.each([
    ["it always did", marksOf(["find"], ["find"]), { is: "unnoticed", isCalled: true }],
    ["it was never called", marksOf([]), { is: "unnoticed", isCalled: false }],
    ["none of its answers has a wrong one", marksOf(["find"], [], ["find"]), { is: "unmeasured" }],
    [
      "one of its answers has none: null, where nothing is found",
      marksOf(["find"], ["find"], ["find"]),
      { is: "unmeasured" },
    ],
  ])("%s", (_, marks, is) => {
    const ran = { is: "ran", result: result(), milliseconds: 1 } as const;
    expect(readOutcome({ experiment: wrong, ran, marks, here: result(), isNew: () => true })).toMatchObject(is);
  });
});

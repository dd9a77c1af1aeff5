import { describe, expect, it } from "vitest";
import { rules } from "../decide/rules/all-rules.js";
import type { DecisionRecord } from "../store/record.js";
import { plainReason, sayReason, splitReason } from "./plain-words.js";

/** Words of the rules, which only `check`, `explain --all`, `--json` and `policies` show. */
const internal = new RegExp(
  String.raw`\b(?:${[
    ...Object.values(rules)
      .map(({ name }) => name)
      .filter((name) => name.includes("-")),
    "otherwise",
    "indicators?",
    "veto",
    "no rule",
    "the gate",
    "score \\d",
    "breaker",
  ].join("|")})\b`,
);

describe("the reason of a decision on a screen", () => {
  it.each([
    ["no rule asked to stop", "not done yet"],
    ["the claim of completion was refused: 1 of 2 completion indicators", "too little shows that it is done"],
    [
      "the claim of completion was refused: required check tests fails: 2 tests fail; nothing was changed for this task",
      "tests: 2 tests fail; nothing was changed for this task",
    ],
    [
      "claimed; the work is visible; tests holds; task T1 was the last",
      "its work is there; tests: passed; task T1 was the last",
    ],
    [
      "claimed; the work is visible; lint, tests:packages/a hold; task T1 done, 2 left",
      "its work is there; lint, tests:packages/a: passed; task T1 done, 2 left",
    ],
    ["an explicit claim with 3 indicators, no veto", "the agent says so, and nothing speaks against it"],
    [
      "an explicit claim with 1 indicator and score 80, no veto; task T1 was the last",
      "the agent says so, and nothing speaks against it; task T1 was the last",
    ],
    ["the claim of completion was refused: score 40 is below 70", "too little shows that it is done"],
    [
      'asked a question, waiting for a person 2 iterations in a row without progress: "which port?"',
      "asked a question, waiting for a person 2 iterations in a row without progress",
    ],
    [
      "nothing was changed for this task: do it now, or, if its work already exists, name the file and the lines",
      "nothing was changed for this task",
    ],
    ["the gate refused: nothing was changed", "nothing was changed"],
    [
      "judged again: the gate refused: required check tests fails: test/a.test.js: a, b did not fail before",
      "judged again: tests: newly failing: test/a.test.js: a, b",
    ],
    ["the breaker opened: 3 iterations in a row without progress", "3 iterations in a row without progress"],
    ["required check honest-tests fails; src/honest-tests.js", "the check test edits fails; src/honest-tests.js"],
    ["budget spent: 2 of 2 iterations", "budget spent: 2 of 2 iterations"],
  ])("%s", (reason, said) => {
    expect(plainReason(reason)).toBe(said);
    expect(plainReason(reason)).not.toMatch(internal);
  });
});

describe("the points of a decision", () => {
  const because = ['required check tests fails: "adds; carries"', "nothing was changed; not even T1"];
  const refused = {
    decision: { reason: `the claim of completion was refused: ${because.join("; ")}` },
    events: [{ event: "exit_gate_blocked", because }],
  } as unknown as DecisionRecord;
  const ended = {
    decision: { reason: "the work is not measured: T1: one; two" },
    events: [],
  } as unknown as DecisionRecord;

  it("are those of the gate, whatever signs a title or a test's name has", () => {
    expect(splitReason(refused)).toEqual(["the claim of completion was refused", ...because]);
    expect(sayReason(refused)).toEqual(['tests: "adds; carries"', "nothing was changed; not even T1"]);
  });

  it("are one where the gate did not speak", () => {
    expect(splitReason(ended)).toEqual(["the work is not measured: T1: one; two"]);
  });
});

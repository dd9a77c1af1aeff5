import { describe, expect, it } from "vitest";
import type { Question } from "../decide/words.js";
import type { RunSummary } from "../run/loop/run-summary.js";
import { asksTheSame, describeQuestions } from "./describe-questions.js";
import { formatDecisionMade } from "./format-decision-made.js";
import { byId } from "./name-task.js";
import { paint } from "./terminal/paint.js";

const asked = (task: string | null, text: string): Question => ({ task, text }) as Question;

describe("what the agent asked, in the summary", () => {
  it.each([
    { questions: [], question: null, lastWords: "Done.", shows: null },
    { questions: [], question: "Which port?", lastWords: "Which port?", shows: null },
    { questions: [], question: "Which port?", lastWords: "Bye.", shows: '"Which port?"' },
    {
      questions: [asked("T1", "Which port?")],
      question: "Which port?",
      lastWords: "Which port?",
      shows: '"Which port?"',
    },
    {
      questions: [asked("T1", "Which port?"), asked("T2", "Which port?"), asked("T2", "Which host?")],
      ...{ question: "Which host?", lastWords: "Which host?" },
      shows: 'T1, T2: "Which port?"\n            T2: "Which host?"',
    },
  ])("is $shows", ({ shows, ...summary }) => {
    expect(describeQuestions(summary as unknown as RunSummary)).toBe(shows);
  });

  it("stands for the last words that say the same", () => {
    const said = (lastWords: string) =>
      asksTheSame({ questions: [asked("T1", "Which port?")], lastWords } as unknown as RunSummary);
    expect([said("Which port?"), said("Bye.")]).toEqual([true, false]);
  });
});

it("warns of an optional check only where no row has told of it", () => {
  const check = { name: "changes", required: false, state: "fails", detail: "nothing changed" };
  const record = {
    decision: {
      outcome: null,
      reason: "no rule asked to stop",
      warnings: ["optional check changes fails: nothing changed", "80 % of a budget is used"],
    },
    observation: { selection: { is: "none" }, evidence: [check] },
    after: { past: {} },
    events: [],
  };
  const style = { ...paint(false), colour: false, name: byId };
  const lines = formatDecisionMade(record as never, style).map(({ text }) => text);
  expect(lines.filter((text) => text.includes("warning"))).toEqual(["  warning  80 % of a budget is used"]);
});

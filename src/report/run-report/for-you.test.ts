import { expect, it } from "vitest";
import { adviceText } from "../../run/loop/advice.js";
import type { RunSummary } from "../../run/loop/run-summary.js";
import { listCases } from "./for-you.js";
import type { RefusedClaim, ReportedTask } from "./run-report.js";

const task = (id: string, state: ReportedTask["state"], reason = "says it is blocked"): ReportedTask => ({
  ...{ id, title: id, state, reason, provedBy: null, notProven: null, diff: null },
});
const claim = (n: number, id: string): RefusedClaim => ({
  ...{ n, iteration: n, task: id, words: null, signals: [], reasons: ["nothing was changed for this task"] },
  ...{ checks: [], later: "" },
});
const tampered = (n: number, id: string): RefusedClaim => ({
  ...claim(n, id),
  checks: [
    ...[{ name: "honest-tests", state: "fails", required: true, seconds: null, detail: "a test was deleted" } as const],
  ].map((check) => ({ ...check, failing: [], tail: [], fix: null })),
});
const aside = (id: string, more: object = {}) => ({
  ...{ task: id, outcome: "blocked", rule: "waiting-for-person", reason: "says it is blocked" },
  ...more,
});
const question = (id: string | null, text = "A number or a string?") => ({ task: id, text });

interface Case {
  readonly questions?: readonly { task: string | null; text: string }[];
  readonly setAside?: readonly object[];
  readonly tasks?: readonly ReportedTask[];
  readonly refused?: readonly RefusedClaim[];
  readonly acceptable?: readonly string[];
}

const list = ({ questions = [], setAside = [], tasks = [], refused = [], acceptable = [] }: Case) => {
  const summary = { questions, setAside, changedTests: [] } as unknown as RunSummary;
  const cases = listCases({ summary, tasks, refused, acceptable, isOver: true });
  return cases.map(({ is, tasks: ids, advice }) => [is, ids.join(" "), advice && adviceText(advice)]);
};

const answer = 'untildone answer "…"';
const [t2, t11] = [task("T2", "set-aside"), task("T11", "not-done")];

it.each<[string, Case, unknown]>([
  [
    "is one case of a question that two tasks asked, one of them set aside for it",
    { questions: [question("T2"), question("T11")], setAside: [aside("T2")], tasks: [t2, t11] },
    [["question", "T2 T11", answer]],
  ],
  [
    "keeps two questions apart",
    { questions: [question("T2"), question("T11", "Which port?")], tasks: [t11] },
    [
      ["question", "T2", answer],
      ["question", "T11", answer],
    ],
  ],
  [
    "has nothing about a task that is tried again with the answer",
    { setAside: [aside("T2", { retry: true })], tasks: [t2, t11] },
    [],
  ],
  [
    "offers to accept a task that was set aside for something else than its question",
    { questions: [question("T2")], setAside: [aside("T2", { rule: "stagnation" })], tasks: [t2], acceptable: ["T2"] },
    [
      ["question", "T2", answer],
      ["set-aside", "T2", "untildone accept T2 takes it as done"],
    ],
  ],
  [
    "accepts all tasks of a case that may be accepted",
    { refused: [claim(1, "T2"), claim(2, "T11")], tasks: [t2, t11], acceptable: ["T2", "T11"] },
    [["refused", "T2 T11", "untildone accept T2 T11 takes them as done"]],
  ],
  [
    "does not offer to accept a task whose tests were tampered with",
    { refused: [claim(2, "T2"), tampered(3, "T2")], tasks: [t2], acceptable: ["T2"] },
    [
      ["tampering", "T2", "untildone diff turn:3 shows the turn, untildone undo turn:3 takes it back"],
      ["refused", "T2", null],
    ],
  ],
])("%s", (_, given, cases) => {
  expect(list(given)).toEqual(cases);
});

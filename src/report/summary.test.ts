import { describe, expect, it } from "vitest";
import type { OnlyReview, Outcome, TaskDone } from "../decide/decision.js";
import type { Evidence } from "../decide/evidence.js";
import type { ProofShown } from "../decide/proof.js";
import type { RunSummary } from "../run/loop/run-summary.js";
import { type TitledRun, titleRun } from "../run/loop/run-title.js";
import { type EndedRun, summarizeRun } from "../run/loop/summarize-run.js";
import type { DecisionRecord } from "../store/record.js";
import { nothingWaiting } from "../store/words.js";
import { describeSummary } from "./summary.js";

interface Iteration {
  readonly task: string;
  readonly usd?: number | null;
  readonly tokens?: number | null;
  readonly limited?: boolean;
  readonly done?: readonly TaskDone[];
  readonly proof?: readonly ProofShown[];
  readonly provenBy?: readonly ProofShown[];
  readonly notProven?: string;
  readonly verified?: boolean;
  readonly outcome?: Outcome;
  readonly onlyReview?: OnlyReview;
  readonly forced?: boolean;
  readonly evidence?: readonly Partial<Evidence>[];
  /** As older journals have it. */
  readonly alsoDone?: readonly string[];
  readonly unverified?: number;
}

/** An iteration of ten seconds. */
function record({ task, usd = null, tokens = null, limited = false, ...more }: Iteration) {
  const { done = [], proof = [], provenBy = [], notProven = null, verified = null, unverified = 0, ...rest } = more;
  const { outcome = null, onlyReview, forced = false, alsoDone, evidence = [] } = rest;
  const named = alsoDone ? { taskDone: task, alsoDone } : { taskDone: done[0]?.id ?? null, tasksDone: done };
  return {
    run: "r1",
    decision: { ...named, outcome, onlyReview, forced, proof, notProven, verified, reason: "", completion: {} },
    observation: { turn: { report: { signals: [] } }, tasks: { is: "not-asked" }, evidence, provenBy },
    after: { past: { task, limited, claimed: false }, seconds: 10, usd, tokens, unverified },
  } as unknown as DecisionRecord;
}

const again: readonly Iteration[] = [
  { task: "T1", done: [{ id: "T1", verified: false }], notProven: "nothing tests this work" },
  {
    ...{ task: "T1", done: [{ id: "T1", verified: true }] },
    proof: [{ kind: "old-test", check: "tests", tests: ["one"] }],
  },
];
const oldWords = "T1, T2: nothing proves it";

function summarize(iterations: readonly Iteration[]): RunSummary {
  const records = iterations.map(record);
  const last = records.at(-1) ?? record({ task: "T1" });
  const nothing = {
    current: null,
    message: null,
    owed: [],
    unmarked: [],
    advice: null,
    worktree: null,
    waiting: nothingWaiting,
  };
  return summarizeRun({ ...nothing, records, last } satisfies EndedRun);
}

const row = (summary: RunSummary, name: string): string | undefined =>
  new RegExp(`^${name}: +(.*(?:\\n {12}.*)*)`, "m")
    .exec(describeSummary(summary, { outcome: "completed", reason: "", exitCode: 0 }, false))?.[1]
    ?.replaceAll(/\n +/g, " | ");

describe("what each task took", () => {
  it.each<[string, readonly Iteration[], string | undefined]>([
    ["two tasks", [{ task: "T1" }, { task: "T2" }, { task: "T1" }], "T1: 2 iterations, 20s | T2: 1 iteration, 10s"],
    [
      "cost and tokens as far as they are known",
      [
        { task: "T1", usd: 0.2, tokens: 1000 },
        { task: "T1", usd: 0.1 },
        { task: "T2", tokens: 5000 },
      ],
      "T1: 2 iterations, 20s, $0.30, 1,000 tokens | T2: 1 iteration, 10s, 5,000 tokens",
    ],
    [
      "a usage limit is no iteration, but its time counts",
      [{ task: "T1", limited: true }, { task: "T1" }, { task: "T2" }],
      "T1: 1 iteration, 20s | T2: 1 iteration, 10s",
    ],
    ["one task is the whole run", [{ task: "T1" }], undefined],
  ])("%s", (_, iterations, shows) => {
    expect(row(summarize(iterations), "Per task")).toBe(shows);
  });

  it("is cut short for a long list", () => {
    const many = Array.from({ length: 25 }, (_, at) => ({ task: `T${at}` }));
    expect(row(summarize(many), "Per task")).toMatch(/T19: 1 iteration, 10s \| and 5 more tasks$/);
  });
});

const oldTest = (test: string): ProofShown => ({ kind: "old-test", check: "tests", tests: [test] });

describe("what proves a task, and what does not", () => {
  it.each<[string, readonly Iteration[], string | undefined, string]>([
    [
      "an old test",
      [{ task: "T1", done: [{ id: "T1", verified: true }], proof: [oldTest("adds")] }],
      "T1: tests: adds (failed before)",
      "nothing",
    ],
    [
      "the same proof in one line, another one in the next",
      [
        { task: "T1", done: [{ id: "T1", verified: true }], proof: [{ kind: "check", check: "build", tests: [] }] },
        { task: "T2", done: [{ id: "T2", verified: true }], proof: [{ kind: "check", check: "build", tests: [] }] },
        { task: "T3", done: [{ id: "T3", verified: true }], proof: [{ kind: "fact", check: null, tests: ["x.sh"] }] },
      ],
      "T1, T2: build (failed before) | T3: x.sh (asked for by the task, failed before)",
      "nothing",
    ],
    [
      "a task done with another, each by its own test",
      [
        {
          task: "T1",
          done: [
            { id: "T1", verified: true },
            { id: "T2", verified: true },
          ],
          proof: [oldTest("one"), { kind: "new-test", check: "tests", tests: ["two"] }],
        },
      ],
      "T1: tests: one (failed before) | T2: tests: two (new, fails without the work)",
      "nothing",
    ],
    [
      "not the proofs of earlier tasks, which the end of the run repeats",
      [
        { task: "T1", done: [{ id: "T1", verified: true }], proof: [oldTest("one")] },
        {
          ...{ task: "T2", outcome: "completed", notProven: "nothing tests this work" },
          ...{ done: [{ id: "T2", verified: false }], proof: [oldTest("one")], provenBy: [oldTest("one")] },
        },
      ],
      "T1: tests: one (failed before)",
      "T2: nothing tests this work",
    ],
    [
      "the reasons, the same one once",
      [
        { task: "T1", done: [{ id: "T1", verified: false }], notProven: "nothing tests this work" },
        { task: "T2", done: [{ id: "T2", verified: false }], notProven: "its tests passed before and after" },
        { task: "T3", done: [{ id: "T3", verified: false }], notProven: "nothing tests this work" },
      ],
      undefined,
      "T1, T3: nothing tests this work | T2: its tests passed before and after",
    ],
    [
      "what held before the run proves nothing",
      [
        {
          ...{ task: "T1", done: [{ id: "T1", verified: false }], notProven: "it held before the run" },
          proof: [{ kind: "held-before", check: null, tests: ["x.sh"] }],
        },
      ],
      undefined,
      "T1: it held before the run",
    ],
    ["a task done twice is what it was last", again, "T1: tests: one (failed before)", "nothing"],
    ["nothing was done", [{ task: "T1" }], undefined, "nothing (no task was done in this run)"],
    [
      "a run without a list",
      [{ task: "", outcome: "completed", verified: true, proof: [oldTest("one")] }],
      "the run: tests: one (failed before)",
      "nothing",
    ],
    [
      "a run without a list that nothing proves",
      [{ task: "", outcome: "completed", verified: false, notProven: "nothing tests this work" }],
      undefined,
      "the run: nothing tests this work",
    ],
    [
      "a run without a list that nothing could check",
      [{ task: "", outcome: "needs-review", onlyReview: "unchecked" }],
      undefined,
      "the run: nothing here could check it",
    ],
    [
      "every task is proven, but a required check does not hold",
      [
        {
          ...{ task: "T1", done: [{ id: "T1", verified: true }], proof: [oldTest("one")] },
          ...{ outcome: "completed", verified: false, notProven: "a required check does not hold" },
        },
      ],
      "T1: tests: one (failed before)",
      "the run: a required check does not hold",
    ],
    [
      "forced by a person",
      [{ task: "T1", done: [{ id: "T1", verified: false }], forced: true }],
      undefined,
      "T1: forced by you",
    ],
    ["an older journal, confirmed", [{ task: "T1", alsoDone: [] }], "T1: what proves it was not recorded", "nothing"],
    ["an older journal, not confirmed", [{ task: "T1", alsoDone: ["T2"], unverified: 2 }], undefined, oldWords],
  ])("%s", (_, iterations, proved, notProven) => {
    const summary = summarize(iterations);
    expect({ proved: row(summary, "Proved by"), notProven: row(summary, "Not proven") }).toEqual({ proved, notProven });
  });
});

describe("what a run is called", () => {
  const by = { n: 9, at: "2026-05-04T09:30:00.000Z", by: "jane", tasks: ["T1"], whole: true } as const;
  it.each<[string, TitledRun, string | null]>([
    ["verified", { decision: { outcome: "completed" }, nothingProven: false }, null],
    ["done, none proven", { decision: { outcome: "completed" }, nothingProven: true }, "COMPLETED, NOTHING PROVEN"],
    [
      "nothing could check it",
      { decision: { outcome: "needs-review", onlyReview: "unchecked" }, nothingProven: true },
      "DONE, NOT VERIFIED",
    ],
    ["doubtful", { decision: { outcome: "needs-review", onlyReview: "doubtful" }, nothingProven: true }, null],
    ["stuck with nothing proven", { decision: { outcome: "stuck" }, nothingProven: true }, null],
    [
      "accepted",
      { decision: { outcome: "needs-review", onlyReview: "unchecked" }, nothingProven: true, acceptance: by },
      "COMPLETED (accepted by jane, 2026-05-04 09:30 UTC)",
    ],
  ])("%s", (_, run, title) => {
    expect(titleRun(run)).toBe(title);
  });

  it.each<[string, Parameters<typeof describeSummary>[1], readonly Iteration[], string, string | undefined]>([
    [
      "with the reason in the headline if nothing could check it",
      { outcome: "needs-review", reason: "1 of 1 task done; nothing…", exitCode: 1, onlyReview: "unchecked" },
      [{ task: "T1", done: [{ id: "T1", verified: false }], notProven: "nothing tests this work" }],
      "DONE, NOT VERIFIED: 1 of 1 task done; nothing… (exit code 1)",
      undefined,
    ],
    [
      "completed with nothing proven",
      { outcome: "completed", reason: "claimed", exitCode: 0 },
      [{ task: "T1", done: [{ id: "T1", verified: false }], notProven: "nothing tests this work" }],
      "COMPLETED, NOTHING PROVEN (exit code 0)",
      "the agent says that it is done",
    ],
    [
      "completed with one of two proven",
      { outcome: "completed", reason: "claimed", exitCode: 0 },
      [
        { task: "T1", done: [{ id: "T1", verified: false }], notProven: "nothing tests this work" },
        { task: "T2", done: [{ id: "T2", verified: true }], proof: [oldTest("one")] },
      ],
      "COMPLETED (exit code 0)",
      "the agent says that it is done",
    ],
  ])("%s", (_, decision, iterations, status, reason) => {
    const text = describeSummary(summarize(iterations), decision, false);
    expect(/^Status: +(.*)$/m.exec(text)?.[1]).toBe(status);
    expect(/^Reason: +(.*)$/m.exec(text)?.[1]).toBe(reason);
  });
});

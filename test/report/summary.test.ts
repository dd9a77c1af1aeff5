import { describe, expect, it } from "vitest";
import { type EndedRun, type RunSummary, summarizeRun } from "../../src/loop/summarize-run.js";
import { describeSummary } from "../../src/report/summary.js";
import type { DecisionRecord } from "../../src/store/record.js";

interface Iteration {
  readonly task: string;
  readonly usd?: number | null;
  readonly tokens?: number | null;
  readonly limited?: boolean;
  readonly done?: boolean;
  readonly unverified?: number;
  readonly evidence?: readonly { name: string; state: string; required: boolean }[];
}

const tests = { name: "tests", state: "holds", required: true };

/** An iteration of ten seconds. */
function record({ task, usd = null, tokens = null, limited = false, done = false, ...more }: Iteration) {
  const { unverified = 0, evidence = [] } = more;
  return {
    run: "r1",
    decision: { taskDone: done ? task : null, outcome: null, reason: "", completion: {}, forced: false },
    observation: { turn: { report: { signals: [] } }, tasks: { is: "not-asked" }, evidence },
    after: { past: { task, limited, claimed: false }, seconds: 10, usd, tokens, unverified },
  } as unknown as DecisionRecord;
}

function summarize(iterations: readonly Iteration[]): RunSummary {
  const records = iterations.map(record);
  const last = records.at(-1) ?? record({ task: "T1" });
  const nothing = { current: null, message: null, owed: [], unmarked: [], next: null, worktree: null };
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

describe("which checks confirmed a task", () => {
  it.each<[string, readonly Iteration[], string | undefined]>([
    ["the required ones that hold", [{ task: "T1", done: true, evidence: [tests] }], "T1 (by tests)"],
    [
      "in one line if they are the same",
      [
        { task: "T1", done: true, evidence: [tests] },
        { task: "T2", done: true, evidence: [tests] },
      ],
      "T1, T2 (by tests)",
    ],
    [
      "not those that fail, are optional, or only guard the tests",
      [
        {
          ...{ task: "T1", done: true },
          evidence: [
            tests,
            { name: "build", state: "fails", required: true },
            { name: "lint", state: "holds", required: false },
            { name: "honest-tests", state: "holds", required: true },
          ],
        },
      ],
      "T1 (by tests)",
    ],
    [
      "those of the end if the suite was red before",
      [
        { task: "T1", done: true, evidence: [{ ...tests, state: "fails" }] },
        { task: "T2", done: true, evidence: [tests] },
      ],
      "T1, T2 (by tests)",
    ],
    ["nothing that no check confirmed", [{ task: "T1", done: true, unverified: 1, evidence: [tests] }], undefined],
  ])("%s", (_, iterations, shows) => {
    expect(row(summarize(iterations), "Verified")).toBe(shows);
  });
});

import { describe, expect, it } from "vitest";
import { formatDecision } from "../report/format-decision.js";
import { formatJunit } from "../report/run-report/format-junit.js";
import type { ReportedTask, RunReport } from "../report/run-report/run-report.js";
import type { Decision } from "./decision.js";
import { describeDecisionProof } from "./decision-proof.js";
import type { ProofShown } from "./proof.js";

const proof: readonly ProofShown[] = [{ kind: "old-test", check: "tests", tests: ["adds"] }];
const held: readonly ProofShown[] = [{ kind: "held-before", check: null, tests: [] }];

const decide = (more: Partial<Decision>): Decision =>
  ({
    ...{ decision: "CONTINUE", outcome: null, rule: "r", policy: "standard", reason: "why", exitCode: null },
    ...{ taskDone: null, tasksDone: [], setAside: null, verified: null, proof: [], notProven: null, forced: false },
    ...{ warnings: [], feedback: [], wait: null },
    ...more,
  }) as unknown as Decision;

const done = (verified: boolean): Partial<Decision> => ({ taskDone: "T1", tasksDone: [{ id: "T1", verified }] });

describe("what a decision says about proof", () => {
  it.each<[string, Partial<Decision>, ReturnType<typeof describeDecisionProof>]>([
    ["nothing where it completes nothing", {}, null],
    ["nothing where it ends otherwise", { decision: "EXIT", outcome: "stuck" }, null],
    [
      "a proven task",
      { ...done(true), verified: true, proof },
      { provedBy: "tests: adds (failed before)", notProven: "nothing" },
    ],
    [
      "a task that is not proven",
      { ...done(false), verified: false, notProven: "nothing tests this work" },
      { provedBy: null, notProven: "nothing tests this work" },
    ],
    [
      "both, at the end of a run",
      { outcome: "completed", verified: false, proof, notProven: "1 task of this run is not proven" },
      { provedBy: "tests: adds (failed before)", notProven: "1 task of this run is not proven" },
    ],
    [
      "what held before is no proof",
      { ...done(false), verified: false, proof: held, notProven: "it held before" },
      { provedBy: null, notProven: "it held before" },
    ],
    ["a forced task", { ...done(false), forced: true }, { provedBy: null, notProven: "forced by the operator" }],
    ["words alone", { outcome: "completed" }, { provedBy: null, notProven: "nothing was measured" }],
    [
      "done where nothing could check it",
      { outcome: "needs-review", onlyReview: "unchecked" },
      { provedBy: null, notProven: "nothing here could check it" },
    ],
    [
      "an older journal, without reasons",
      { ...done(false), verified: false, notProven: undefined as never, proof: undefined as never },
      { provedBy: null, notProven: "nothing proves it" },
    ],
  ])("%s", (_, more, told) => {
    expect(describeDecisionProof(decide(more))).toEqual(told);
  });

  it("counts what it does not list", () => {
    const told = describeDecisionProof(
      decide({ ...done(true), verified: true, proof: Array.from({ length: 7 }, () => proof).flat() }),
    );
    expect(told?.provedBy).toMatch(/; 2 more$/);
  });

  it("always prints the line not proven for what is completed, and never else", () => {
    expect(formatDecision(decide({ ...done(true), verified: true, proof }), false)).toContain(
      "  proved by  tests: adds (failed before)\n  not proven nothing\n",
    );
    expect(formatDecision(decide({}), false)).not.toContain("proven");
  });
});

const task = (more: Partial<ReportedTask>): ReportedTask => ({
  ...{ id: "T1", title: null, state: "verified", reason: null, provedBy: null, notProven: null, diff: null },
  ...more,
});

const report = (tasks: readonly ReportedTask[], summary: object): string =>
  formatJunit({
    ...{ run: "r1", startedAt: "2026-01-31T22:00:00Z", status: "ended", outcome: "completed", onlyReview: null },
    headline: { title: "Completed", happened: [], stopped: [], next: [] },
    summary: { seconds: 1, perTask: [], verified: [], provedBy: [], notProven: [], forced: [], ...summary },
    ...{ tasks, decisions: [] },
  } as unknown as RunReport);

describe("the properties of JUnit", () => {
  it("say what proves a task, and that nothing of it is not proven", () => {
    const xml = report([task({ provedBy: "tests: a < b (failed before)", notProven: "nothing" })], {
      verified: ["T1"],
      provedBy: [{ task: "T1", kind: "old-test", check: "tests", tests: ["a < b"] }],
    });
    const properties =
      '<properties><property name="untildone.proof" value="proven"/><property name="untildone.proved-by" value="tests: a &lt; b (failed before)"/><property name="untildone.not-proven" value="nothing"/></properties>';
    expect(xml).toContain(`<testcase classname="untildone.tasks" name="T1" time="0.000">${properties}</testcase>`);
    expect(xml).toContain('name="untildone.proved-by" value="T1: tests: a &lt; b (failed before)"');
  });

  it.each([
    [
      "partly",
      { verified: ["T1"], notProven: [{ task: "T2", why: "nothing tests this work" }] },
      "T2: nothing tests this work",
    ],
    ["not-proven", { forced: ["T2"] }, "T2: forced by you"],
    ["nothing-done", {}, "nothing (no task was done in this run)"],
  ])("call the run %s", (state, summary, notProven) => {
    const xml = report([], summary);
    expect(xml).toContain(`<property name="untildone.proof" value="${state}"/>`);
    expect(xml).toContain(`<property name="untildone.not-proven" value="${notProven}"/>`);
  });

  it("are left out for a task that is not done", () => {
    expect(report([task({ state: "not-done" })], {})).toContain(
      'name="T1" time="0.000"><skipped message="not done"/></testcase>',
    );
  });
});

import { describe, expect, it } from "vitest";
import type { Evidence } from "../../decide/evidence.js";
import type { TaskFact } from "../../decide/proof.js";
import type { Task } from "../../decide/tasks.js";
import { type CheckResult, plainResult } from "../checks/tests/judge-run.js";
import { type ProofInput, proveTask } from "./prove-task.js";
import { ownersIn } from "./test-owner.js";

const result = (state: CheckResult["state"], passed: number | null, ...failing: string[]): CheckResult => ({
  ...plainResult("tests", state),
  exitCode: state === "holds" ? 0 : 1,
  passed,
  failed: passed === null ? null : failing.length,
  total: passed === null ? null : passed + failing.length,
  failing,
});
const required = (state: Evidence["state"], more: Partial<Evidence> = {}): Evidence => ({
  name: "tests",
  state,
  required: true,
  detail: "",
  ...more,
});
const task = (id: string, title: string): Task => ({
  ...{ id, title, status: "todo", optional: false, line: null, dependsOn: [], acceptance: [], kind: null },
});
const owners = ownersIn([task("T1", "Roman numerals"), task("T2", "Count words with wordcount")]);
const red = result("fails", 2, "test/roman.test.js: four", "test/wordcount.test.js: two");
const romanFour = "test/roman.test.js: four";
const named = (of: CheckResult): CheckResult => ({
  ...of,
  census: { ran: 2, skipped: 0, names: { ran: ["four", "two"], skipped: [] }, isPartial: false },
});
const unloaded: CheckResult = {
  ...result("fails", 2, "test/roman.test.js"),
  census: { ran: 1, skipped: 0, names: { ran: ["test/roman.test.js"], skipped: [] }, isPartial: false },
};
const nobody = result("fails", 2, "test/money.test.js: rounds");
const green = result("holds", 4);
const base: ProofInput = {
  task: "T1",
  evidence: [required("holds")],
  now: [green],
  began: [red],
  start: [red],
  facts: [],
  ownerOf: owners,
  changed: [],
  isVisible: true,
  hasChanged: true,
};
const fact = (more: Partial<TaskFact>): TaskFact => ({
  ...{ name: "node check.js", kind: "verify", before: "fails", now: "holds", asked: true },
  ...more,
});

describe("what proves a task", () => {
  it.each<[string, Partial<ProofInput>, string, readonly string[] | string]>([
    ["its own old test turned green", {}, "old-test", ["test/roman.test.js: four"]],
    [
      "its own test that failed by name is not among those that ran",
      { start: [named(red)], ran: { tests: ["two", "five"] } },
      "not-proven",
      "no longer runs",
    ],
    [
      "its own test is among those that ran",
      { start: [named(red)], ran: { tests: ["four"] } },
      "old-test",
      [romanFour],
    ],
    [
      "its file, which a runner listed by its name while it could not be loaded",
      { start: [unloaded], began: [unloaded], ran: { tests: ["four"] } },
      "old-test",
      ["test/roman.test.js"],
    ],
    ["the runner named nothing of it before", { ran: { tests: ["five"] } }, "old-test", [romanFour]],
    ["the other task's test is not this one's", { task: "T3" }, "not-proven", "not tried without"],
    [
      "its own test turned green before it began, in another task's turn",
      { began: [green] },
      "old-test",
      ["test/roman.test.js: four"],
    ],
    ["its own test still fails", { now: [red], evidence: [required("fails")] }, "not-proven", "no test of it passes"],
    [
      "its test passes because data changed",
      { suspected: [{ check: "tests", tests: ["test/roman.test.js: four"], files: ["data/rates.json"] }] },
      "not-proven",
      "passes because data/rates.json changed",
    ],
    [
      "another test passes because data changed",
      { suspected: [{ check: "tests", tests: ["test/wordcount.test.js: two"], files: ["data/rates.json"] }] },
      "old-test",
      ["test/roman.test.js: four"],
    ],
    [
      "tests were changed, and not tried as they were",
      { asAtStartWhy: "no room for a copy" },
      "not-proven",
      "were changed, and were not tried as they were",
    ],
    [
      "tests were changed, and another check was tried as it was",
      { asAtStart: [{ ...green, name: "lint" }] },
      "not-proven",
      "were not tried as they were",
    ],
    ["tests were changed, and it passes as it was", { asAtStart: [green] }, "old-test", ["test/roman.test.js: four"]],
    [
      "tests were changed, and it passes as it was, beside another that does not",
      { asAtStart: [result("fails", 3, "test/wordcount.test.js: two")] },
      "old-test",
      ["test/roman.test.js: four"],
    ],
    ["tests were changed, and it fails as it was", { asAtStart: [red] }, "not-proven", "were changed to pass"],
    [
      "tests were changed, and it did not run as it was",
      { asAtStart: [result("holds", 2)] },
      "not-proven",
      "were changed to pass",
    ],
    [
      "a test of nobody's that was red when the task began",
      { start: [nobody], began: [nobody] },
      "old-test",
      nobody.failing,
    ],
    [
      "a test of nobody's that was green when the task began",
      { start: [nobody], began: [green] },
      "not-proven",
      "before and after",
    ],
    [
      "a test without a file that was changed and fails as it was",
      {
        start: [result("fails", 1, "Money")],
        began: [result("fails", 1, "Money")],
        asAtStart: [result("fails", 1, "Money")],
      },
      "not-proven",
      "were changed",
    ],
    [
      "a test without a file, and no test file was changed",
      { start: [result("fails", 1, "Money")], began: [result("fails", 1, "Money")], changed: ["money.go"] },
      "old-test",
      ["Money"],
    ],
    [
      "a file that did not load and whose tests pass now",
      { start: [result("fails", 0, "test/roman.test.js")], began: [result("fails", 0, "test/roman.test.js")] },
      "old-test",
      ["test/roman.test.js"],
    ],
    [
      "a file that did not load and of which one test fails now",
      {
        start: [result("fails", 0, "test/roman.test.js")],
        now: [result("fails", 3, "test/roman.test.js: four")],
        evidence: [required("fails")],
      },
      "not-proven",
      "not tried without",
    ],
    [
      "the red test is gone and no more pass than before",
      { now: [result("holds", 2)] },
      "not-proven",
      "before and after",
    ],
    [
      "the red test is flaky",
      { evidence: [required("holds", { flaky: red.failing })] },
      "not-proven",
      "not tried without",
    ],
    ["new tests only", { start: [result("holds", 2)], began: [result("holds", 2)] }, "not-proven", "not tried without"],
    ["green before and after", { start: [green], began: [green] }, "not-proven", "before and after"],
    ["no check at all", { evidence: [], now: [] }, "not-proven", "nothing tests this work"],
    [
      "an optional check only",
      { evidence: [{ ...required("holds"), required: false }] },
      "not-proven",
      "nothing tests",
    ],
    ["a check that was not run", { evidence: [required("unknown")] }, "not-proven", "nothing tests"],
    [
      "an empty suite that has tests now",
      { start: [result("unknown", 0)], began: [result("unknown", 0)] },
      "not-proven",
      "not tried without",
    ],
    [
      "a check without tests that was red",
      { start: [result("fails", null)], began: [result("fails", null)], now: [result("holds", null)] },
      "check",
      [],
    ],
    [
      "a check that was red at the start, not when the task began",
      { start: [result("fails", null)], began: [result("holds", null)], now: [result("holds", null)] },
      "not-proven",
      "before and after",
    ],
    [
      "a check without tests, while a test file was changed",
      {
        start: [result("fails", null)],
        began: [result("fails", null)],
        now: [result("holds", null)],
        asAtStartWhy: "no room for a copy",
      },
      "not-proven",
      "were changed",
    ],
    [
      "a check without tests that fails as it was",
      {
        start: [result("fails", null)],
        began: [result("fails", null)],
        now: [result("holds", null)],
        asAtStart: [result("fails", null)],
      },
      "not-proven",
      "changed to pass",
    ],
    [
      "a check without tests that holds as it was",
      {
        start: [result("fails", null)],
        began: [result("fails", null)],
        now: [result("holds", null)],
        asAtStart: [result("holds", null)],
      },
      "check",
      [],
    ],
    [
      "its own test, while nothing in the project has changed",
      { hasChanged: false },
      "not-proven",
      "not tried without",
    ],
    [
      "its own test, made in another task's turn",
      { isVisible: false, began: [green] },
      "old-test",
      ["test/roman.test.js: four"],
    ],
    [
      "a test of nobody's, while the task changed nothing",
      { start: [nobody], began: [nobody], isVisible: false },
      "not-proven",
      "not tried without",
    ],
    [
      "a check without tests, while the task changed nothing",
      {
        ...{ start: [result("fails", null)], began: [result("fails", null)], now: [result("holds", null)] },
        isVisible: false,
      },
      "not-proven",
      "before and after",
    ],
    [
      "a fact of its own, while nothing in the project has changed",
      { facts: [fact({})], evidence: [], now: [], isVisible: false, hasChanged: false },
      "fact",
      ["node check.js"],
    ],
    ["a fact of its own", { facts: [fact({})], evidence: [], now: [] }, "fact", ["node check.js"]],
    [
      "a fact that held before",
      { facts: [fact({ before: "holds" })], evidence: [], now: [] },
      "not-proven",
      "nothing tests",
    ],
    [
      "a fact of which nobody knows how it was",
      { facts: [fact({ before: "unknown" })], evidence: [], now: [] },
      "not-proven",
      "nothing tests",
    ],
    [
      "a fact whose script was changed",
      { facts: [fact({})], evidence: [], now: [], changed: ["check.js"] },
      "not-proven",
      "verify command",
    ],
    [
      "a named test alone is an agent's word if it was missing",
      {
        facts: [fact({ kind: "test", name: "test/new.test.js" })],
        start: [green],
        began: [green],
        now: [result("holds", 5)],
      },
      "not-proven",
      "not tried without",
    ],
  ])("%s", (_, more, expected, detail) => {
    const proof = proveTask({ ...base, ...more });
    expect(proof.kind ?? proof.state).toBe(expected);
    if (typeof detail === "string") expect(proof.why).toContain(detail);
    else expect(proof.tests).toEqual(detail);
  });
});

import { expect, it } from "vitest";
import { findDone } from "./find-done.js";

/** A decision of the loop of a task. */
const decision = (unit: string, taskDone: string | null, more: object = {}): string =>
  JSON.stringify({
    ...{ version: 1, n: 1, at: "2026-01-01T00:00:00Z", run: "s", kind: "decision", iteration: 1, unit },
    ...{ policy: "standard", settings: {}, taskKind: null, origins: {}, events: [] },
    observation: { history: [], selection: { is: "none" } },
    decision: {
      ...{ decision: "CONTINUE", rule: "r", reason: "x", taskDone, setAside: null, outcome: null },
      ...{ score: {}, completion: {}, abstained: [] },
    },
    after: {
      breaker: { state: "closed", openedAt: null, reason: null, noProgress: 0, sameError: 0, gateRefused: 0 },
      ...{ past: {}, historyLimit: 1, stagnation: 0 },
    },
    ...more,
  });

const merged = (task: string): string =>
  decision(task, task, { unit: undefined, about: { unit: task, is: "merged", commit: "c" } });

it.each([
  ["nothing is written", [], false],
  ["it was not done", [decision("T1", null)], false],
  ["it was done", [decision("T1", null), decision("T1", "T1")], true],
  ["it was done and merged", [decision("T1", "T1"), merged("T1")], false],
  ["another one was done", [decision("T2", "T2")], false],
  ["another one was merged since", [decision("T1", "T1"), merged("T2")], true],
  ["an entry is damaged", ["", "{", decision("T1", "T1")], true],
])("finds the decision of a worker that was lost: %s", async (_, records, isFound) => {
  const readOf = async function* (_id: string, repository: number) {
    for (const [at, record] of records.entries())
      if (repository === 0) yield { id: String(at + 1), repository, record };
  };
  const found = await findDone({ readOf }, { submission: "s", repository: 0, task: "T1" });
  expect(found !== null).toBe(isFound);
  expect(await findDone({ readOf }, { submission: "s", repository: 1, task: "T1" })).toBeNull();
});

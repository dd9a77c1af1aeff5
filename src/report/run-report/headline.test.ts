import { expect, it } from "vitest";
import type { RunSummary } from "../../run/loop/run-summary.js";
import type { PersonRecord } from "../person-actions.js";
import { type RunEnd, writeHeadline } from "./headline.js";

const nothing = {
  ...{ iterations: 2, wasted: 0, seconds: 4, usd: null, agents: [], tasks: { done: 0, total: 2 } },
  ...{ forced: [], refused: [], setAside: [], owed: [], unmarked: [], changedTests: [], outside: [], accepted: [] },
  ...{ acceptances: [], questions: [], notGiven: [], lastWords: null, question: null, lastTask: "T1", perTask: [] },
  ...{ verified: [], provedBy: [], notProven: [], notes: [], advice: null, worktree: null },
} as unknown as RunSummary;
const going: RunEnd["decision"] = { outcome: null, rule: "otherwise", reason: "no rule asked to stop" };
const spent: RunEnd["decision"] = {
  outcome: "aborted",
  rule: "budget-spent",
  reason: "budget spent: 2 of 2 iterations",
};
const asked = { kind: "control", action: "pause", from: "command" } as unknown as PersonRecord;

const write = (more: Partial<RunEnd>) =>
  writeHeadline({
    ...{ status: "running", decision: going, summary: nothing, acceptance: null, fleet: null },
    ...{ person: [], pause: null, undone: [], name: (id: string) => id },
    ...more,
  });

it.each([
  [{}, "Still running", /^It has not stopped.*The last decision was to continue: Not done yet\.$/],
  [{ pause: "pausing", person: [asked] }, "Pausing", /asked it to pause.*: the turn that is at work ends first\./],
  [{ pause: "paused", person: [asked] }, "Paused", /A person paused it.*: between two turns it waits/],
  // It was resumed, and nothing has been decided since.
  [
    { decision: spent },
    "Still running",
    /^It has not stopped.*Before it was resumed, it had ended as aborted: Budget spent/,
  ],
  [{ decision: spent, status: "cut-off" }, "Cut off", /killed.*Before it was resumed, it had ended as aborted/],
  [{ decision: spent, status: "ended" }, "Aborted", /^It used up its budget: 2 of 2 iterations\.$/],
] as const)("a run as %j is %j", (more, title, stands) => {
  const headline = write(more);
  expect(headline.title).toBe(`${title}: 0 of 2 tasks done`);
  expect(headline.stopped.join(" ")).toMatch(stands);
});

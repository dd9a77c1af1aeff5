import { expect, it } from "vitest";
import type { RunSummary } from "../../run/loop/run-summary.js";
import { describeSummary } from "../summary.js";
import { endForJob } from "./advise-in-job.js";

const parked = { ref: "refs/untildone/parked/run/T1", patch: null, files: 2 };
const summary = {
  ...{ iterations: 2, wasted: 0, seconds: 4, usd: null, tokens: null, agents: [], tasks: { done: 0, total: 2 } },
  ...{ forced: [], owed: [], unmarked: [], changedTests: [], outside: [], accepted: [], acceptances: [] },
  ...{ questions: [], notGiven: [], lastWords: null, question: null, lastTask: "T1", perTask: [], flaky: [] },
  ...{ verified: [], provedBy: [], notProven: [], notes: [], worktree: null, unmet: [], checks: [] },
  ...{ next: "resume with: untildone run --resume", advice: null },
  refused: [{ task: "T1", times: 2, reason: "nothing was changed for this task" }],
  setAside: [{ task: "T1", outcome: "needs-review", rule: "hollow-claims", reason: "2 claims were refused", parked }],
} as unknown as RunSummary;
const decision = { outcome: "aborted", reason: "budget spent", exitCode: 1 } as const;

it("ends the log of a job with what can be done from there, and says why claims were refused", () => {
  const event = endForJob({ type: "run-end", record: { decision } as never, summary });
  const text = describeSummary(event.summary, decision, false);
  expect(text).not.toMatch(/--resume|unpark|refs\//);
  expect(text).toContain("Next:       Look at T1: tick what is right in the task list");
  expect(text).toContain("Run the job again");
  expect(text).toContain("Refused:    2 claims of T1: nothing was changed for this task");
});

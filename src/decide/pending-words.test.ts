import { describe, expect, it } from "vitest";
import { ask, busy, doneClaim, green, idle, said, taskClaim } from "../../test/ask.js";

/** What words of a person do that no prompt had: both sides of every edge, through `decide`. */

const list = (...statuses: string[]) => ({ list: statuses.map((status, at) => ({ id: `T${at + 1}`, status })) });
const claim = { output: taskClaim, task: "T1", tasks: list("todo", "todo"), iteration: busy, evidence: green };
const whole = { output: doneClaim, iteration: busy, evidence: green };
const question = {
  output: "Which port should I use?",
  task: "T1",
  iteration: idle,
  history: [{ task: "T1", asked: true, ...idle }],
};
const proven = { state: "proven", kind: "old-test", check: "tests", tests: ["a"] };

describe("a person's words that wait", () => {
  it.each([
    { when: "for the task", situation: { ...claim, pendingWords: 1 }, says: "otherwise: CONTINUE" },
    { when: "for none", situation: { ...claim, pendingWords: 0 }, says: "accepted-task: CONTINUE [T1]" },
    { when: "for a proved task", situation: { ...claim, proof: proven, pendingWords: 1 }, says: "otherwise: CONTINUE" },
    { when: "for the run", situation: { ...whole, pendingWords: 2 }, says: "otherwise: CONTINUE" },
    { when: "for no run", situation: whole, says: "accepted-completion: completed" },
    {
      when: "with every task done, before a turn",
      situation: { tasks: list("done"), task: null, evidence: green, pendingWords: 1 },
      says: "otherwise: CONTINUE",
    },
    {
      when: "and an operator who forces the task",
      situation: { ...claim, forceComplete: true, pendingWords: 1 },
      says: "forced-completion: CONTINUE [T1]",
    },
    {
      when: "for a task that asks for the last time",
      situation: { ...question, settings: { waitingLimit: 2 }, pendingWords: 1 },
      says: "otherwise: CONTINUE",
    },
    {
      when: "for no task that asks for the last time",
      situation: { ...question, settings: { waitingLimit: 2 } },
      says: "waiting-for-person: blocked",
    },
  ])("$when: $says", ({ situation, says }) => expect(said(situation)).toBe(says));

  it("are named as what refuses the claim", () => {
    expect(ask({ ...claim, pendingWords: 1 }).feedback).toContain("words of a person that wait for this task");
  });

  it.each([
    { pendingWords: 1, done: ["T1"] },
    { pendingWords: 0, done: ["T1", "T2"] },
  ])("$pendingWords for a task that is claimed beside: $done done", ({ pendingWords, done }) => {
    const claims = [{ task: "T2", by: "tick", proof: proven, pendingWords }];
    expect(ask({ ...claim, proof: proven, claims }).tasksDone.map(({ id }) => id)).toEqual(done);
  });

  it("give a task that is set aside another turn", () => {
    const stuck = { task: "T1", tasks: list("todo", "todo"), iteration: { ...idle, failed: true }, evidence: green };
    const history = [1, 2].map(() => ({ task: "T1", failed: true, ...idle }));
    expect(ask({ ...stuck, history, pendingWords: 1 }).setAside).toMatchObject({ task: "T1", retry: true });
    expect(ask({ ...stuck, history }).setAside).not.toHaveProperty("retry");
  });
});

import { describe, expect, it } from "vitest";
import { UserError } from "../src/index.js";
import { ask, busy, doneClaim, green, idle, said } from "./ask.js";

type Row = { when: string; situation: Record<string, unknown>; says: string };
const table = (rows: Row[]) =>
  it.each(rows)("$when: $says", ({ situation, says }) => expect(said(situation)).toBe(says));
const list = (...statuses: string[]) => ({ list: statuses.map((status, at) => ({ id: `T${at + 1}`, status })) });

describe("an iteration told as anything but good vetoes its claim", () => {
  table([
    { when: "failed", situation: { output: doneClaim, iteration: { failed: true } }, says: "otherwise: CONTINUE" },
    {
      when: "with an error",
      situation: { output: doneClaim, iteration: { error: "boom" } },
      says: "otherwise: CONTINUE",
    },
    {
      when: "without an error",
      situation: { output: doneClaim, iteration: { error: null, failed: false } },
      says: "accepted-completion: completed",
    },
    { when: "limited", situation: { output: doneClaim, iteration: { limited: true } }, says: "otherwise: CONTINUE" },
    {
      when: "stopped by us before it ended",
      situation: { output: doneClaim, agent: { interruptedByUs: true } },
      says: "otherwise: CONTINUE",
    },
    { when: "out of time", situation: { output: doneClaim, agent: { timedOut: true } }, says: "otherwise: CONTINUE" },
  ]);
});

describe("a task by the caller's own name", () => {
  const boxes = { tasks: { markdown: "- [ ] a\n- [ ] b" }, task: "T1" };
  const failure = { task: "T1", failed: true, filesChanged: 1 };
  table([
    {
      when: "is the same task in the history",
      situation: { ...boxes, output: "x", iteration: { failed: true, filesChanged: 1 }, history: [failure, failure] },
      says: "same-task-failing: sets T1 aside as stuck",
    },
    {
      when: "comes back as it was given",
      situation: { ...boxes, output: doneClaim, iteration: busy },
      says: "accepted-task: CONTINUE [T1]",
    },
    {
      when: "stands for the last one left",
      situation: { tasks: { markdown: "- [x] a\n- [ ] b" }, task: "T2", output: doneClaim },
      says: "accepted-task: completed [T2]",
    },
    {
      when: "two of one id are not both finished",
      situation: { tasks: { list: [{ id: "A" }, { id: "A" }] }, task: "A", output: doneClaim },
      says: "accepted-task: CONTINUE [A]",
    },
    {
      when: "with no list it completes the run",
      situation: { task: "A", output: doneClaim },
      says: "accepted-task: completed [A]",
    },
  ]);

  it.each([
    "Task complete.",
    "T1 done.",
    "Completed task T1.",
    "I've completed T1.",
    "Task T1 is done.",
    "Story 1 is done.",
  ])("%s is a phrase about T1", (words) => {
    const situation = {
      output: `${words}\n\nEXIT_STATUS: COMPLETE`,
      task: "T1",
      tasks: list("open", "open"),
      evidence: green,
    };
    expect(said(situation)).toBe("accepted-task: CONTINUE [T1]");
  });

  it("reads the words trackers use", () => {
    const statuses = ["open", "in_progress", "closed", "completed", "cancelled", "passes", "blocked"];
    expect(ask({ tasks: list(...statuses) }).completion).toEqual({ done: 3, total: 7, percent: 42 });
    expect(
      ask({
        tasks: {
          list: [
            { id: "A", passes: true },
            { id: "B", passes: false },
          ],
        },
      }).completion.done,
    ).toBe(1);
  });
});

describe("settings", () => {
  const claims = [
    { claimed: true, ...busy },
    { claimed: true, ...busy },
  ];
  table([
    {
      when: "a gate that is off refuses nothing",
      situation: { output: doneClaim, iteration: busy, history: claims, settings: { gateEnabled: false } },
      says: "otherwise: CONTINUE",
    },
    {
      when: "verifyIteration asks once more",
      situation: { output: "x", tasks: list("done"), settings: { verifyIteration: true } },
      says: "otherwise: CONTINUE",
    },
    {
      when: "and then completes",
      situation: { output: "x", tasks: list("done"), history: [{ passed: true }], settings: { verifyIteration: true } },
      says: "no-work-left: completed",
    },
    {
      when: "confirmations outlive standstill",
      situation: {
        output: doneClaim,
        iteration: idle,
        history: [
          { passed: true, ...idle },
          { passed: true, ...idle },
        ],
        settings: { confirmations: 4 },
      },
      says: "otherwise: CONTINUE",
    },
    {
      when: "an override where the operator allows it",
      situation: { output: "EXIT_SIGNAL: true\nEXIT_OVERRIDE: true", settings: { allowOverride: true } },
      says: "accepted-completion: completed",
    },
    {
      when: "an override where he does not",
      situation: { output: "EXIT_SIGNAL: true\nEXIT_OVERRIDE: true" },
      says: "otherwise: CONTINUE",
    },
    {
      when: "settings of a kind of task",
      situation: {
        output: "EXIT_SIGNAL: true",
        task: "A",
        tasks: { list: [{ id: "A", kind: "docs" }] },
        settings: { byTaskKind: { docs: { indicatorThreshold: 0 } } },
      },
      says: "accepted-task: completed [A]",
    },
    {
      when: "sections a composed policy calls optional",
      situation: { tasks: { markdown: "# Later\n- [ ] a" }, policy: { settings: { optionalSections: ["Later"] } } },
      says: "no-work-left: completed",
    },
    {
      when: "weights of indicators",
      situation: {
        output: "All tasks are complete.\n\nEXIT_SIGNAL: true",
        settings: { indicatorWeights: { phrase: 2 } },
      },
      says: "accepted-completion: completed",
    },
    {
      when: "the seeds' own spelling",
      situation: {
        output: "EXIT_SIGNAL: true",
        settings: { exit_gate: { indicator_threshold: 0, evidence_checks: { clean_git: true } } },
      },
      says: "accepted-completion: completed",
    },
  ]);

  it.each([
    [{ settings: { minScore: 101 } }, "settings.minScore is 101"],
    [{ settings: { breaker: { noProgres: 1 } } }, 'there is no setting "noProgres"'],
    [{ settings: { patterns: ["/(/"] } }, 'settings.patterns[0] is "/(/"'],
    [{ settings: { byTaskKind: { a: { byTaskKind: {} } } } }, "settings.byTaskKind.a.byTaskKind is an object"],
    [{ evidence: [{}] }, "evidence[0].name is null"],
    [{ now: "yesterday" }, 'now is "yesterday"'],
    [{ iteration: { filesChanged: -1 } }, "iteration.filesChanged is -1"],
    [{ tasks: { list: [{ id: "A", status: "finnished" }] } }, 'tasks.list[0].status is "finnished"'],
    [{ agent: { exitCode: "1" } }, 'agent.exitCode is "1"'],
  ])("%j is refused with the field and what was given", (situation, what) => {
    expect(() => ask(situation)).toThrowError(UserError);
    expect(() => ask(situation)).toThrowError(what);
  });
});

describe("what a continue tells", () => {
  it("why a finished list is not the end", () => {
    const said = ask({ output: "I still need to write the docs.", tasks: list("done") });
    expect(said.reason).toContain("every task is done, but the agent names work that is left");
    expect(said.feedback.join()).toContain("I still need to write the docs.");
    const denied = ask({ tasks: list("done"), history: [{ output: "EXIT_SIGNAL: false" }, { limited: true }] });
    expect(denied.decision).toBe("CONTINUE");
    expect(denied.feedback.join()).toContain("last explicit answer");
  });

  it("that forcing was refused, with the words to type", () => {
    expect(ask({ forceComplete: true, tasks: list("todo") }).warnings.join()).toContain("--task ID");
  });

  it("what a typing error may have meant, wherever it stands", () => {
    const { warnings } = ask({ output: "x", tasks: { list: [{ id: "A", optoinal: true }] }, policy: { rule: [] } });
    expect(warnings.join()).toContain("did you mean optional?");
    expect(warnings.join()).toContain("did you mean rules?");
  });

  it("a wait that grows where the stated reset has passed", () => {
    const limit = { type: "rate_limit_event", rate_limit_info: { status: "rejected", resetsAt: 1_700_000_000 } };
    const output = `${JSON.stringify(limit)}\n${JSON.stringify({ type: "result", is_error: true, result: "limit", session_id: "s" })}`;
    expect(ask({ output, now: "2026-01-01T00:00:00Z" }).wait).toEqual({
      until: "2026-01-01T00:01:00.000Z",
      seconds: 60,
    });
  });
});

import { describe, expect, it } from "vitest";
import {
  abstention,
  ask,
  busy,
  doneClaim,
  doneWords,
  green,
  idle,
  red,
  said,
  taskClaim,
  working,
} from "../../../test/ask.js";
import { historyLimit } from "../../run/judge/history-limit.js";
import { defaultSettings } from "../settings-table.js";

const claudeError = (result: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ type: "result", subtype: "success", is_error: true, result, session_id: "s", ...more });
const openBreaker = { state: "open", openedAt: "2026-01-01T00:00:00Z", reason: "3 idle iterations" };
const list = (...statuses: string[]): { list: { id: string; status: string }[] } => ({
  list: statuses.map((status, at) => ({ id: `T${at + 1}`, status })),
});
const past = (count: number, facts: Record<string, unknown>): Record<string, unknown>[] =>
  Array.from({ length: count }, () => facts);

type Row = { when: string; situation: Record<string, unknown>; says: string };
const table = (rows: Row[]) =>
  it.each(rows)("$when: $says", ({ situation, says }) => expect(said(situation)).toBe(says));

describe("1 interrupted", () => {
  table([
    {
      when: "a person stopped it",
      situation: { interrupted: true, output: doneClaim },
      says: "interrupted: interrupted",
    },
    { when: "nobody did", situation: { interrupted: false, output: working }, says: "otherwise: CONTINUE" },
  ]);
});

describe("2 forced-completion", () => {
  table([
    {
      when: "forced without a list",
      situation: { forceComplete: true, evidence: red },
      says: "forced-completion: completed",
    },
    {
      when: "forced with the last task selected",
      situation: { forceComplete: true, tasks: list("done", "todo"), task: "T2" },
      says: "forced-completion: completed [T2]",
    },
    {
      when: "forced with another task left",
      situation: { forceComplete: true, tasks: list("todo", "todo"), task: "T2" },
      says: "forced-completion: CONTINUE [T2]",
    },
    {
      when: "forced with a list and nothing selected",
      situation: { forceComplete: true, tasks: list("todo") },
      says: "otherwise: CONTINUE",
    },
    { when: "not forced", situation: { forceComplete: false, output: working }, says: "otherwise: CONTINUE" },
  ]);

  it("is recorded as forced and lists every check that does not hold", () => {
    const decision = ask({ forceComplete: true, evidence: [...red, { name: "lint", state: "unknown" }] });
    expect(decision.forced).toBe(true);
    expect(decision.reason).toContain("tests fails: 2 tests fail");
    expect(decision.reason).toContain("lint could not be verified");
  });

  it("says what to type when it is refused", () => {
    expect(abstention({ forceComplete: true, tasks: list("todo") }, "forced-completion")).toContain("--task ID");
  });
});

describe("3 breaker-open", () => {
  const cooled = { breaker: openBreaker, output: working, iteration: busy };
  table([
    {
      when: "open on entry",
      situation: { breaker: openBreaker, output: doneClaim, now: "2026-01-01T00:29:59Z" },
      says: "breaker-open: stuck",
    },
    {
      when: "cooled down to the second",
      situation: { ...cooled, now: "2026-01-01T00:30:00Z" },
      says: "otherwise: CONTINUE",
    },
    {
      when: "open without openedAt",
      situation: { ...cooled, breaker: { state: "open" }, now: "2026-06-01T00:00:00Z" },
      says: "breaker-open: stuck",
    },
    {
      when: "opened in the future",
      situation: { ...cooled, now: "2025-12-31T00:00:00Z" },
      says: "breaker-open: stuck",
    },
    { when: "open and nobody knows the time", situation: cooled, says: "breaker-open: stuck" },
    { when: "half-open", situation: { ...cooled, breaker: { state: "half-open" } }, says: "otherwise: CONTINUE" },
  ]);
});

describe("4 agent-unusable", () => {
  table([
    {
      when: "not logged in",
      situation: { output: claudeError("Not logged in · Please run /login") },
      says: "agent-unusable: aborted",
    },
    {
      when: "no credit",
      situation: { output: claudeError("Credit balance is too low") },
      says: "agent-unusable: aborted",
    },
    {
      when: "not installed",
      situation: { output: "", agent: { exitCode: 127, stderr: "sh: codex: command not found" } },
      says: "agent-unusable: aborted",
    },
    {
      when: "refuses its flags",
      situation: { output: "", agent: { exitCode: 1, stderr: "error: unknown option '--yolo'" } },
      says: "agent-unusable: aborted",
    },
    {
      when: "gives the abort word",
      situation: { output: "I cannot do this.\n<promise>GIVE_UP</promise>", settings: { abortPromise: "GIVE_UP" } },
      says: "agent-unusable: aborted",
    },
    {
      when: "the abort word is not agreed on",
      situation: { output: "I cannot do this.\n<promise>GIVE_UP</promise>" },
      says: "otherwise: CONTINUE",
    },
    {
      when: "an API error that may pass",
      situation: { output: claudeError("API Error: 500 internal") },
      says: "otherwise: CONTINUE",
    },
  ]);
});

describe("5b check-unusable", () => {
  const check = {
    name: "tests",
    state: "unknown",
    required: true,
    detail: "jest cannot be started",
    now: "cannot-run",
  };
  table([
    {
      when: "this machine cannot run a required check any more",
      situation: { output: doneClaim, evidence: [{ ...check, blamed: "place" }] },
      says: "check-unusable: aborted",
    },
    {
      when: "the task broke it",
      situation: { output: doneClaim, evidence: [{ ...check, blamed: "T1" }] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "it is optional",
      situation: { output: doneClaim, evidence: [{ ...check, required: false, blamed: "place" }] },
      says: "accepted-completion: completed",
    },
  ]);
});

describe("5 tracker-unusable", () => {
  table([
    { when: "missing", situation: { tasks: null }, says: "tracker-unusable: aborted" },
    { when: "empty", situation: { tasks: { list: [] } }, says: "tracker-unusable: aborted" },
    {
      when: "without a box",
      situation: { tasks: { markdown: "# Plan\n- [link](x)\n- plain" } },
      says: "tracker-unusable: aborted",
    },
    { when: "not asked for", situation: { output: working }, says: "otherwise: CONTINUE" },
    {
      when: "a dependency is missing",
      situation: { tasks: { list: [{ id: "A", status: "todo", dependsOn: ["Z"] }] } },
      says: "tracker-unusable: aborted",
    },
    {
      when: "a dependency is missing but another task is ready",
      situation: {
        tasks: {
          list: [
            { id: "A", status: "todo", dependsOn: ["Z"] },
            { id: "B", status: "todo" },
          ],
        },
      },
      says: "otherwise: CONTINUE",
    },
    {
      when: "none could be selected of those left",
      situation: { tasks: list("todo", "done"), task: null },
      says: "tracker-unusable: aborted",
    },
    {
      when: "none could be selected as all are done",
      situation: { tasks: list("done", "skipped"), task: null },
      says: "no-work-left: completed",
    },
    {
      when: "none could be selected as all are blocked",
      situation: { tasks: list("blocked", "done"), task: null },
      says: "all-blocked: blocked",
    },
  ]);

  it("names the missing dependency", () => {
    const { reason } = ask({ tasks: { list: [{ id: "A", status: "todo", dependsOn: ["Z"] }] } });
    expect(reason).toContain("A waits for Z");
  });
});

describe("6 accepted-task", () => {
  const claim = { output: taskClaim, iteration: busy, task: "T1" };
  table([
    {
      when: "the claim passes and another task is left",
      situation: { ...claim, tasks: list("todo", "todo") },
      says: "accepted-task: CONTINUE [T1]",
    },
    {
      when: "the claim passes but the run's end is denied",
      situation: { ...claim, tasks: list("todo", "done") },
      says: "accepted-task: CONTINUE [T1]",
    },
    {
      when: "the claim passes and it was the last",
      situation: { ...claim, output: doneClaim, tasks: list("todo", "done"), evidence: green },
      says: "accepted-task: completed [T1]",
    },
    {
      when: "the claim passes, it was the last, and nothing could check it",
      situation: { ...claim, output: doneClaim, tasks: list("todo", "done") },
      says: "accepted-task: needs-review [T1]",
    },
    {
      when: "another task is blocked",
      situation: { ...claim, output: doneClaim, tasks: list("todo", "blocked") },
      says: "accepted-task: CONTINUE [T1]",
    },
    {
      when: "a required check fails",
      situation: { ...claim, tasks: list("todo", "todo"), evidence: red },
      says: "otherwise: CONTINUE",
    },
    {
      when: "a required check is unknown",
      situation: {
        ...claim,
        tasks: list("todo", "todo"),
        evidence: [{ name: "tests", state: "unknown", required: true }],
      },
      says: "otherwise: CONTINUE",
    },
    {
      when: "an optional check fails",
      situation: { ...claim, tasks: list("todo", "todo"), evidence: [{ name: "lint", state: "fails" }] },
      says: "accepted-task: CONTINUE [T1]",
    },
    {
      when: "the words are about another task",
      situation: { ...claim, output: "Story 7 is done.\n\nPHASE_COMPLETE: true", tasks: list("todo", "todo") },
      says: "otherwise: CONTINUE",
    },
    {
      when: "the agent ticked it and a check holds",
      situation: {
        ...claim,
        output: "DOYAKEN_STATUS:\n  PHASE_COMPLETE: true\n",
        tasks: list("done", "todo"),
        evidence: green,
      },
      says: "accepted-task: CONTINUE [T1]",
    },
    {
      when: "no task is selected",
      situation: { output: taskClaim, iteration: busy, tasks: list("todo", "todo") },
      says: "otherwise: CONTINUE",
    },
  ]);
});

describe("7 accepted-completion", () => {
  table([
    {
      when: "an explicit claim with two phrases",
      situation: { output: doneClaim },
      says: "accepted-completion: completed",
    },
    { when: "the signal without indicators", situation: { output: "EXIT_SIGNAL: true" }, says: "otherwise: CONTINUE" },
    {
      when: "one phrase and a green check",
      situation: { output: "All tasks are complete.\n\nEXIT_SIGNAL: true", evidence: green },
      says: "accepted-completion: completed",
    },
    {
      when: "two green checks and no phrase",
      situation: { output: "EXIT_SIGNAL: true", evidence: [...green, { name: "criteria", state: "holds" }] },
      says: "otherwise: CONTINUE",
    },
    { when: "the words without the signal", situation: { output: doneWords }, says: "otherwise: CONTINUE" },
    {
      when: "prose may stand for the signal",
      situation: { output: doneWords, settings: { requireExplicitSignal: false } },
      says: "accepted-completion: completed",
    },
    {
      when: "the gate is off",
      situation: { output: doneClaim, settings: { gateEnabled: false } },
      says: "otherwise: CONTINUE",
    },
    {
      when: "a task is not done",
      situation: { output: doneClaim, tasks: list("done", "todo") },
      says: "otherwise: CONTINUE",
    },
    {
      when: "a task is blocked",
      situation: { output: doneClaim, tasks: list("done", "blocked", "todo") },
      says: "otherwise: CONTINUE",
    },
    {
      when: "the process failed",
      situation: { output: doneClaim, agent: { exitCode: 1 } },
      says: "otherwise: CONTINUE",
    },
    {
      when: "one confirmation of two",
      situation: { output: doneClaim, settings: { confirmations: 2 } },
      says: "otherwise: CONTINUE",
    },
    {
      when: "two confirmations of two",
      situation: { output: doneClaim, settings: { confirmations: 2 }, history: [{ claimed: true, passed: true }] },
      says: "accepted-completion: completed",
    },
    {
      when: "a refused claim is no confirmation",
      situation: { output: doneClaim, settings: { confirmations: 2 }, history: [{ claimed: true }] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "work is named as left",
      situation: { output: `${doneWords}\nRemaining work: the migration script\n\nEXIT_SIGNAL: true` },
      says: "otherwise: CONTINUE",
    },
    {
      when: "only optional extras are left",
      situation: { output: `${doneWords}\nRemaining work: optional polish\n\nEXIT_SIGNAL: true` },
      says: "accepted-completion: completed",
    },
  ]);

  it("warns which half of the gate is missing", () => {
    expect(ask({ output: "EXIT_SIGNAL: true" }).warnings.join()).toContain("too few indicators");
    expect(ask({ output: doneWords }).warnings.join()).toContain("no explicit signal");
    expect(ask({ output: doneClaim }).warnings).toEqual([]);
  });

  it("asks for no score unless told to, and scales it to what could be known", () => {
    const iteration = { ...idle, taskFileMovedToDone: false };
    const claim = { output: doneClaim, iteration };
    expect(ask(claim).score.total).toBe(63);
    expect(ask(claim).rule).toBe("accepted-completion");
    expect(ask({ ...claim, settings: { minScore: 63 } }).rule).toBe("accepted-completion");
    expect(ask({ ...claim, settings: { minScore: 64 } }).rule).toBe("otherwise");
    expect(ask({ output: doneClaim }).score.total).toBe(100);
  });
});

describe("8 no-work-left", () => {
  table([
    {
      when: "every task is done, before any turn",
      situation: { tasks: list("done", "done") },
      says: "no-work-left: completed",
    },
    {
      when: "done or skipped, without any status",
      situation: { tasks: list("done", "skipped"), output: working },
      says: "no-work-left: completed",
    },
    {
      when: "this run did a task, and nothing could check it",
      situation: { tasks: list("done", "done"), doneInRun: 1, unverified: 1 },
      says: "no-work-left: needs-review",
    },
    {
      when: "this run did a task, nothing could check it, and the settings accept that",
      situation: { tasks: list("done", "done"), doneInRun: 1, unverified: 1, settings: { unverified: "accept" } },
      says: "no-work-left: completed",
    },
    {
      when: "this run did a task, and a required check ran",
      situation: { tasks: list("done", "done"), doneInRun: 1, unverified: 1, evidence: green },
      says: "no-work-left: completed",
    },
    {
      when: "this run did a task, and only an optional check ran",
      situation: { tasks: list("done"), doneInRun: 1, evidence: [{ name: "lint", state: "holds" }] },
      says: "no-work-left: needs-review",
    },
    {
      when: "this run did a task that had a fact of its own",
      situation: { tasks: list("done", "done"), doneInRun: 1, unverified: 1, factRan: true },
      says: "no-work-left: completed",
    },
    { when: "one is left", situation: { tasks: list("done", "todo") }, says: "otherwise: CONTINUE" },
    { when: "a required check fails", situation: { tasks: list("done"), evidence: red }, says: "otherwise: CONTINUE" },
    {
      when: "a required check is unknown",
      situation: { tasks: list("done"), evidence: [{ name: "tests", required: true }] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "the agent says no",
      situation: { tasks: list("done"), output: "EXIT_SIGNAL: false" },
      says: "otherwise: CONTINUE",
    },
    {
      when: "the last explicit no is still in force",
      situation: { tasks: list("done"), history: [{ output: "EXIT_SIGNAL: false" }] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "the agent spoke again since",
      situation: { tasks: list("done"), history: [{ output: "EXIT_SIGNAL: false" }], output: working },
      says: "no-work-left: completed",
    },
    {
      when: "a failed turn leaves the no in force",
      situation: { tasks: list("done"), history: [{ output: "EXIT_SIGNAL: false" }], output: "" },
      says: "otherwise: CONTINUE",
    },
    {
      when: "work is named as left in this iteration",
      situation: { tasks: list("done"), output: "Two tasks remain to be written." },
      says: "otherwise: CONTINUE",
    },
    {
      when: "a failed turn does not matter",
      situation: { tasks: list("done"), output: "", agent: { exitCode: 1 } },
      says: "no-work-left: completed",
    },
    {
      when: "only optional tasks are left",
      situation: { tasks: { list: [{ id: "A", status: "todo", optional: true }] } },
      says: "no-work-left: completed",
    },
  ]);

  it("sends the agent back with the reason", () => {
    expect(ask({ tasks: list("done"), evidence: red }).feedback).toEqual(["required check tests fails: 2 tests fail"]);
  });
});

describe("9 all-blocked", () => {
  const waiting = (status: string) => ({
    list: [
      { id: "A", status },
      { id: "B", status: "todo", dependsOn: ["A"] },
    ],
  });
  table([
    { when: "all not done are blocked", situation: { tasks: list("blocked", "done") }, says: "all-blocked: blocked" },
    { when: "one can be worked on", situation: { tasks: list("blocked", "todo") }, says: "otherwise: CONTINUE" },
    { when: "one waits for a blocked one", situation: { tasks: waiting("blocked") }, says: "all-blocked: blocked" },
    { when: "one waits for one that can be done", situation: { tasks: waiting("todo") }, says: "otherwise: CONTINUE" },
    {
      when: "two wait for each other",
      situation: {
        tasks: {
          list: [
            { id: "A", status: "todo", dependsOn: ["B"] },
            { id: "B", status: "todo", dependsOn: ["A"] },
          ],
        },
      },
      says: "all-blocked: blocked",
    },
    {
      when: "one waits for itself",
      situation: { tasks: { list: [{ id: "A", status: "todo", dependsOn: ["A"] }] } },
      says: "all-blocked: blocked",
    },
  ]);
});

describe("10 waiting-for-person", () => {
  const blocked = "STATUS follows.\n\n---RALPH_STATUS---\nSTATUS: BLOCKED\nEXIT_SIGNAL: false\n---END_RALPH_STATUS---";
  const asks = "Which of the two databases should I use?";
  table([
    {
      when: "says it is blocked twice in a row",
      situation: { output: blocked, history: [{ blocked: true }] },
      says: "waiting-for-person: blocked",
    },
    { when: "says so once", situation: { output: blocked }, says: "otherwise: CONTINUE" },
    {
      when: "says so twice, but not in a row",
      situation: { output: blocked, history: [{ blocked: true }, { blocked: false }] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "a usage limit between does not break the row",
      situation: { output: blocked, history: [{ blocked: true }, { limited: true }] },
      says: "waiting-for-person: blocked",
    },
    {
      when: "is refused a permission twice",
      situation: { output: working, iteration: { ...idle, denials: 2 }, history: [{ ...idle, denials: 1 }] },
      says: "waiting-for-person: blocked",
    },
    {
      when: "is refused a permission once",
      situation: { output: working, iteration: { ...idle, denials: 2 }, history: [{ ...idle }] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "is refused but makes progress",
      situation: { output: working, iteration: { ...busy, denials: 2 }, history: [{ ...idle, denials: 1 }] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "asks twice",
      situation: { output: asks, iteration: idle, history: past(1, { ...idle, asked: true }) },
      says: "waiting-for-person: blocked",
    },
    {
      when: "asks once",
      situation: { output: asks, iteration: idle, history: [idle] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "asks once after it was blocked",
      situation: { output: asks, iteration: idle, history: past(1, { ...idle, blocked: true }) },
      says: "waiting-for-person: blocked",
    },
    {
      when: "asks what it asked in a task that was set aside, and nothing is done",
      situation: {
        ...{ output: asks, iteration: { ...idle, said: "which port?" }, tasks: list("todo", "todo"), task: "T2" },
        setAside: [{ task: "T1", outcome: "blocked", reason: "asked", said: "which port?" }],
      },
      says: "waiting-for-person: blocked",
    },
  ]);
});

describe("11 confirmed-completion", () => {
  const twice = { output: doneWords, iteration: idle, history: [{ claimed: true, ...idle }], evidence: green };
  table([
    { when: "said twice, verified, nothing changed", situation: twice, says: "confirmed-completion: completed" },
    { when: "said once", situation: { ...twice, history: [idle] }, says: "otherwise: CONTINUE" },
    { when: "no required check exists", situation: { ...twice, evidence: [] }, says: "otherwise: CONTINUE" },
    {
      when: "the required check is unknown",
      situation: { ...twice, evidence: [{ name: "tests", required: true }] },
      says: "otherwise: CONTINUE",
    },
    { when: "something changed in the second", situation: { ...twice, iteration: busy }, says: "otherwise: CONTINUE" },
    {
      when: "nobody saw whether something changed",
      situation: { ...twice, iteration: {} },
      says: "otherwise: CONTINUE",
    },
    {
      when: "another task",
      situation: { ...twice, task: "T1", history: [{ claimed: true, task: "T2", ...idle }] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "the selected task, said twice",
      situation: {
        ...twice,
        output: "The task is done.",
        task: "T1",
        tasks: list("todo", "todo"),
        history: [{ claimed: true, task: "T1", ...idle }],
      },
      says: "confirmed-completion: CONTINUE [T1]",
    },
    { when: "the gate is off", situation: { ...twice, settings: { gateEnabled: false } }, says: "otherwise: CONTINUE" },
  ]);
});

describe("11b known-failures", () => {
  const failing = (...tests: string[]) => [
    { name: "tests", state: "fails", required: true, failing: tests, failingAtStart: ["old"] },
  ];
  const noTurn = { tasks: list("done", "done"), task: null, evidence: failing("old") };
  const done = { ...noTurn, output: doneClaim };
  table([
    {
      when: "every task of the run is proven: no turn is spent on them",
      situation: { ...noTurn, doneInRun: 2 },
      says: "known-failures: needs-review",
    },
    {
      when: "one task is not proven",
      situation: { ...noTurn, doneInRun: 2, unverified: 1 },
      says: "otherwise: CONTINUE",
    },
    { when: "nothing was done in the run", situation: noTurn, says: "otherwise: CONTINUE" },
    {
      when: "every task is proven, and a turn was spent all the same",
      situation: { ...done, iteration: busy, doneInRun: 2 },
      says: "known-failures: needs-review",
    },
    {
      when: "one task is not proven, and the agent is at it",
      situation: { ...done, iteration: busy, doneInRun: 2, unverified: 1 },
      says: "otherwise: CONTINUE",
    },
    {
      when: "every task is proven, but one is left",
      situation: { ...noTurn, doneInRun: 1, tasks: list("done", "todo"), task: "T2" },
      says: "otherwise: CONTINUE",
    },
    {
      when: "every task is proven, and another test fails, too",
      situation: {
        ...{ ...noTurn, doneInRun: 2 },
        evidence: failing("old", "new"),
      },
      says: "otherwise: CONTINUE",
    },
    {
      when: "every task is proven, and the settings ask for the failing tests, too",
      situation: { ...noTurn, doneInRun: 2, settings: { knownFailures: "refuse" } },
      says: "otherwise: CONTINUE",
    },
    {
      when: "every task is proven, and they are accepted",
      situation: { ...noTurn, doneInRun: 2, settings: { knownFailures: "accept" } },
      says: "no-work-left: completed",
    },
    {
      when: "a task is not proven, and the agent, told, changes nothing",
      situation: { ...done, iteration: idle, doneInRun: 2, unverified: 1 },
      says: "known-failures: needs-review",
    },
  ]);

  it("names the tests", () => {
    expect(ask({ ...noTurn, doneInRun: 2 })).toMatchObject({
      reason: "everything else is done, but tests (old) failed before the run and still fail",
      taskDone: null,
      verified: null,
    });
  });
});

describe("12 hollow-claims and test-only", () => {
  const claim = { output: doneClaim, evidence: red, iteration: busy };
  table([
    {
      when: "three refused claims in a row",
      situation: { ...claim, history: past(2, { claimed: true }) },
      says: "hollow-claims: needs-review",
    },
    { when: "two", situation: { ...claim, history: past(1, { claimed: true }) }, says: "otherwise: CONTINUE" },
    {
      when: "an iteration without a claim between",
      situation: { ...claim, history: [{ claimed: true }, { claimed: true }, {}, { claimed: true }] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "another task between",
      situation: {
        ...claim,
        task: "T1",
        history: [
          { claimed: true, task: "T1" },
          { claimed: true, task: "T2" },
        ],
      },
      says: "otherwise: CONTINUE",
    },
    {
      when: "a passing claim between",
      situation: { ...claim, history: [{ claimed: true }, { claimed: true, passed: true }] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "a task done between",
      situation: { ...claim, history: [{ claimed: true }, { claimed: true, tasksDone: 1 }] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "fewer tests fail than before",
      situation: {
        ...claim,
        iteration: { ...busy, failingTests: 1 },
        history: past(2, { claimed: true, failingTests: 2 }),
      },
      says: "otherwise: CONTINUE",
    },
    {
      when: "as many tests fail as before",
      situation: {
        ...claim,
        iteration: { ...busy, failingTests: 2 },
        history: past(2, { claimed: true, failingTests: 2 }),
      },
      says: "hollow-claims: needs-review",
    },
    {
      when: "a usage limit between does not break the row",
      situation: { ...claim, history: [{ claimed: true }, { limited: true }, { claimed: true }] },
      says: "hollow-claims: needs-review",
    },
    {
      when: "only tests, three times",
      situation: { output: working, iteration: { testOnly: true }, history: past(2, { testOnly: true }) },
      says: "test-only: needs-review",
    },
    {
      when: "only tests, twice",
      situation: { output: working, iteration: { testOnly: true }, history: past(1, { testOnly: true }) },
      says: "otherwise: CONTINUE",
    },
    {
      when: "an idle iteration between test runs",
      situation: {
        output: working,
        iteration: { testOnly: true },
        history: [{ testOnly: true }, { testOnly: true }, {}],
      },
      says: "otherwise: CONTINUE",
    },
  ]);
});

describe("13 same-task-failing", () => {
  const failing = { output: working, iteration: { failed: true, ...busy }, task: "T1" };
  const failure = (task: string) => ({ failed: true, task });
  table([
    {
      when: "three failures in a row",
      situation: { ...failing, history: [failure("T1"), failure("T1")] },
      says: "same-task-failing: stuck",
    },
    { when: "two", situation: { ...failing, history: [failure("T1")] }, says: "otherwise: CONTINUE" },
    {
      when: "another task between",
      situation: { ...failing, history: [failure("T1"), failure("T2")] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "a success between",
      situation: { ...failing, history: [failure("T1"), { failed: false, task: "T1" }, failure("T1")] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "a usage limit between",
      situation: { ...failing, history: [failure("T1"), { limited: true, task: "T1" }, failure("T1")] },
      says: "same-task-failing: stuck",
    },
    {
      when: "the unnamed task",
      situation: { ...failing, task: "", history: [{ failed: true }, { failed: true, task: "" }] },
      says: "same-task-failing: stuck",
    },
    {
      when: "a limit of one",
      situation: { ...failing, settings: { stuckThreshold: 1 } },
      says: "same-task-failing: stuck",
    },
  ]);
});

describe("14 breaker-tripped, stagnation and oscillation", () => {
  const still = { output: working, iteration: idle };
  const states = (...snapshots: string[]) => snapshots.map((snapshot) => ({ snapshot, filesChanged: 1 }));
  const at = (snapshot: string) => ({ output: working, iteration: { snapshot, filesChanged: 1 } });
  table([
    {
      when: "the third idle iteration by the breaker's count",
      situation: { ...still, breaker: { state: "closed", noProgress: 2 } },
      says: "breaker-tripped: stuck",
    },
    {
      when: "the second",
      situation: { ...still, breaker: { state: "closed", noProgress: 1 } },
      says: "otherwise: CONTINUE",
    },
    {
      when: "idle in the trial",
      situation: { ...still, breaker: { state: "half-open" } },
      says: "breaker-tripped: stuck",
    },
    {
      when: "the same error for the fifth time",
      situation: {
        output: working,
        iteration: { ...busy, error: "cannot open /a/b.ts:12" },
        breaker: { state: "closed", sameError: 4, lastError: "cannot open /c/d.ts:99" },
      },
      says: "breaker-tripped: stuck",
    },
    {
      when: "another error",
      situation: {
        output: working,
        iteration: { ...busy, error: "type mismatch" },
        breaker: { state: "closed", sameError: 4, lastError: "cannot open x" },
      },
      says: "otherwise: CONTINUE",
    },
    {
      when: "the third idle iteration by the history",
      situation: { ...still, history: past(2, idle) },
      says: "breaker-tripped: stuck",
    },
    {
      when: "stagnation where the breaker is more patient",
      situation: { ...still, history: past(2, idle), settings: { breaker: { noProgress: 10 } } },
      says: "stagnation: stuck",
    },
    { when: "progress between", situation: { ...still, history: [idle, busy, idle] }, says: "otherwise: CONTINUE" },
    {
      when: "unknown progress neither counts nor resets",
      situation: { ...still, history: [idle, {}, idle] },
      says: "breaker-tripped: stuck",
    },
    {
      when: "unknown progress alone",
      situation: { output: working, history: past(5, {}) },
      says: "otherwise: CONTINUE",
    },
    {
      when: "a wait for a person is not standstill",
      situation: { ...still, history: [idle, { ...idle, asked: true }] },
      says: "otherwise: CONTINUE",
    },
    {
      when: "turned off",
      situation: { ...still, history: past(9, idle), settings: { stagnationLoops: 0 } },
      says: "otherwise: CONTINUE",
    },
    {
      when: "back to an earlier state twice",
      situation: { ...at("B"), history: states("A", "B", "A") },
      says: "oscillation: stuck",
    },
    { when: "back once", situation: { ...at("A"), history: states("A", "B") }, says: "otherwise: CONTINUE" },
    {
      when: "standing still is not coming back",
      situation: { ...at("A"), history: states("A", "A", "A") },
      says: "otherwise: CONTINUE",
    },
    {
      when: "a task done between",
      situation: { ...at("B"), history: [...states("A", "B"), { snapshot: "A", filesChanged: 1, tasksDone: 1 }] },
      says: "otherwise: CONTINUE",
    },
  ]);
});

describe("15 budget-spent", () => {
  table([
    {
      when: "the last allowed iteration",
      situation: { output: working, used: { iterations: 50 } },
      says: "budget-spent: aborted",
    },
    { when: "one before", situation: { output: working, used: { iterations: 49 } }, says: "otherwise: CONTINUE" },
    {
      when: "the iteration's own number",
      situation: { output: working, iteration: { number: 50 } },
      says: "budget-spent: aborted",
    },
    {
      when: "no cap",
      situation: { output: working, used: { iterations: 5000 }, settings: { maxIterations: 0 } },
      says: "otherwise: CONTINUE",
    },
    {
      when: "money",
      situation: { output: working, used: { usd: 5 }, settings: { maxCostUsd: 5 } },
      says: "budget-spent: aborted",
    },
    {
      when: "a cent less",
      situation: { output: working, used: { usd: 4.99 }, settings: { maxCostUsd: 5 } },
      says: "otherwise: CONTINUE",
    },
    {
      when: "tokens",
      situation: { output: working, used: { tokens: 1000 }, settings: { maxTokens: 1000 } },
      says: "budget-spent: aborted",
    },
    {
      when: "time",
      situation: { output: working, used: { seconds: 60 }, settings: { maxSeconds: 60 } },
      says: "budget-spent: aborted",
    },
    {
      when: "iterations of one task",
      situation: { output: working, task: "A", history: [{ task: "A" }], settings: { maxIterationsPerTask: 2 } },
      says: "task-cap: stuck",
    },
    {
      when: "iterations of another task",
      situation: { output: working, task: "A", history: [{ task: "B" }], settings: { maxIterationsPerTask: 2 } },
      says: "otherwise: CONTINUE",
    },
    { when: "asked before the turn", situation: { used: { iterations: 50 } }, says: "budget-spent: aborted" },
  ]);

  it("warns at 80 percent", () => {
    expect(ask({ output: working, used: { iterations: 40 } }).warnings.join()).toContain("40 of 50 iterations");
    expect(ask({ output: working, used: { iterations: 39 } }).warnings).toEqual([]);
  });
});

describe("16 otherwise", () => {
  const limited = { output: working, iteration: { limited: true } };

  it("goes on, with no exit code", () => {
    expect(ask({ output: working })).toMatchObject({ decision: "CONTINUE", outcome: null, exitCode: null, wait: null });
  });

  it("waits until the stated reset of a usage limit", () => {
    const events = [
      { type: "system", subtype: "init", session_id: "s" },
      { type: "rate_limit_event", rate_limit_info: { status: "rejected", resetsAt: 1767229200 } },
      { type: "result", subtype: "success", is_error: true, result: "You've hit your limit", session_id: "s" },
    ];
    const output = events.map((event) => JSON.stringify(event)).join("\n");
    const decision = ask({ output, now: "2026-01-01T00:00:00Z" });
    expect(decision.wait).toEqual({ until: "2026-01-01T01:00:00.000Z", seconds: 3600 });
    expect(decision.claim).toBe("failed");
  });

  it.each([
    [0, 60],
    [1, 120],
    [5, 1920],
    [6, 3600],
    [9, 3600],
  ])("after %i limits in a row without a reset time waits %i seconds", (before, seconds) => {
    const decision = ask({ ...limited, history: past(before, { limited: true }), now: "2026-01-01T00:00:00Z" });
    expect(decision.wait?.seconds).toBe(seconds);
    expect(decision.wait?.until).toBe(new Date(Date.parse("2026-01-01T00:00:00Z") + seconds * 1000).toISOString());
  });

  it("aborts after ten waits in a row without a stated reset, and never while resets are stated", () => {
    const eleven = { ...limited, history: past(10, { limited: true }) };
    expect(ask(eleven)).toMatchObject({ outcome: "aborted", wait: null });
    expect(ask({ ...eleven, settings: { maxLimitWaits: 0 } }).outcome).toBeNull();
    expect(ask({ ...eleven, policy: "cub" }).outcome).toBeNull();
  });

  it("counts a limited iteration neither as failure nor as standstill", () => {
    const situation = {
      ...limited,
      agent: { exitCode: 1, stderr: "429 rate limit" },
      task: "T",
      history: past(2, { failed: true, task: "T", ...idle }),
    };
    expect(ask({ ...situation, iteration: { ...idle, limited: true } }).rule).toBe("otherwise");
  });
});

describe("the order, where two neighbours would both speak", () => {
  const everything = {
    interrupted: true,
    forceComplete: true,
    breaker: openBreaker,
    output: doneClaim,
    tasks: null,
  };
  table([
    { when: "an interrupt before a forced completion", situation: everything, says: "interrupted: interrupted" },
    {
      when: "a forced completion before an open breaker",
      situation: { forceComplete: true, breaker: openBreaker },
      says: "forced-completion: completed",
    },
    {
      when: "an open breaker before an unusable agent",
      situation: { breaker: openBreaker, output: claudeError("Not logged in") },
      says: "breaker-open: stuck",
    },
    {
      when: "an unusable agent before an unusable list",
      situation: { output: claudeError("Not logged in"), tasks: null },
      says: "agent-unusable: aborted",
    },
    {
      when: "an unusable list before a verified claim",
      situation: { output: doneClaim, tasks: null },
      says: "tracker-unusable: aborted",
    },
    {
      when: "a verified task before a finished list",
      situation: { output: doneClaim, tasks: list("done"), task: "T1" },
      says: "accepted-task: completed [T1]",
    },
    {
      when: "a verified claim before a finished list",
      situation: { output: doneClaim, tasks: list("done") },
      says: "accepted-completion: completed",
    },
    {
      when: "a verified task before all the others are blocked",
      situation: { output: doneClaim, tasks: list("doing", "blocked"), task: "T1", iteration: busy },
      says: "accepted-task: CONTINUE [T1]",
    },
    {
      when: "a finished list before standstill",
      situation: { output: working, tasks: list("done"), iteration: idle, history: past(2, idle) },
      says: "no-work-left: completed",
    },
    {
      when: "all blocked before waiting for a person",
      situation: {
        output: "STATUS: x",
        tasks: list("blocked"),
        iteration: { blocked: true },
        history: [{ blocked: true }],
      },
      says: "all-blocked: blocked",
    },
    {
      when: "waiting for a person before hollow claims",
      situation: {
        output: doneClaim,
        evidence: red,
        iteration: { ...idle, denials: 1 },
        history: past(2, { claimed: true, denials: 1, ...idle }),
      },
      says: "waiting-for-person: blocked",
    },
    {
      when: "a confirmed claim before hollow claims",
      situation: { output: doneWords, evidence: green, iteration: idle, history: past(2, { claimed: true, ...idle }) },
      says: "confirmed-completion: completed",
    },
    {
      when: "hollow claims before the same task failing",
      situation: {
        output: doneClaim,
        evidence: red,
        iteration: { ...busy, failed: true },
        history: past(2, { claimed: true, failed: true }),
      },
      says: "hollow-claims: needs-review",
    },
    {
      when: "only tests before the same task failing",
      situation: {
        output: working,
        iteration: { testOnly: true, failed: true },
        history: past(2, { testOnly: true, failed: true }),
      },
      says: "test-only: needs-review",
    },
    {
      when: "the same task failing before a tripped breaker",
      situation: { output: working, iteration: { ...idle, failed: true }, history: past(2, { ...idle, failed: true }) },
      says: "same-task-failing: stuck",
    },
    {
      when: "a tripped breaker before a spent budget",
      situation: { output: working, iteration: idle, history: past(2, idle), used: { iterations: 50 } },
      says: "breaker-tripped: stuck",
    },
    {
      when: "work finished on the last allowed iteration counts",
      situation: { output: doneClaim, used: { iterations: 50 } },
      says: "accepted-completion: completed",
    },
  ]);

  it("lists each rule that abstained, in order, with its reason", () => {
    const { abstained } = ask({ output: working, used: { iterations: 3 } });
    expect(abstained.map(({ rule }) => rule)).toEqual([
      "interrupted",
      "forced-completion",
      "breaker-open",
      "agent-unusable",
      "tracker-unusable",
      "check-unusable",
      "accepted-task",
      "accepted-completion",
      "no-work-left",
      "judged-again",
      "only-set-aside",
      "all-blocked",
      "waits-for",
      "waiting-for-person",
      "confirmed-completion",
      "disputed",
      "known-failures",
      "tampering",
      "hollow-claims",
      "test-only",
      "same-task-failing",
      "task-cap",
      "same-failure",
      "breaker-tripped",
      "stagnation",
      "oscillation",
      "budget-spent",
    ]);
    expect(abstained.every(({ why }) => why.length > 0)).toBe(true);
  });

  it("asks before a turn only the rules that need no transcript", () => {
    const { abstained } = ask({ tasks: list("todo") });
    const waiting = abstained.filter(({ why }) => why === "asked before the agent's turn").map(({ rule }) => rule);
    expect(waiting).toEqual([
      "accepted-task",
      "accepted-completion",
      "waits-for",
      "waiting-for-person",
      "confirmed-completion",
      "disputed",
      "tampering",
      "hollow-claims",
      "test-only",
      "same-task-failing",
      "task-cap",
      "same-failure",
      "breaker-tripped",
      "stagnation",
      "oscillation",
    ]);
  });
});

/** A rule that counts further back than it says would count too little, and nobody would notice. */
it.each(["hollowClaimLimit", "stuckThreshold", "stagnationLoops", "testOnlyLimit", "waitingLimit", "confirmations"])(
  "as many past iterations are kept as %s lets a rule count",
  (setting) => {
    expect(historyLimit({ ...defaultSettings, [setting]: 400 })).toBe(401);
    expect(historyLimit(defaultSettings)).toBe(24);
  },
);

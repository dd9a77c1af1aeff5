import { describe, expect, it } from "vitest";
import { type Decision, decideSituation, exit, exitCode, parseSituation } from "../../src/index.js";
import { boxes, decisionOf, times } from "./decide-from.js";

const gold = (situation: object): Decision => decisionOf({ policy: "gold", ...situation });

const working = "I moved the parser into a file of its own.";
const claim = "The implementation is finished. The branch is ready for review.\n\nEXIT_SIGNAL: true";
const list = (...statuses: string[]) => ({ list: statuses.map((status, at) => ({ id: `T${at + 1}`, status })) });
const both = ["gold", "standard"] as const;
const inBoth = <T extends object>(rows: readonly T[]): (T & { policy: string })[] =>
  both.flatMap((policy) => rows.map((row) => ({ ...row, policy })));

describe("seed 004 (gold): its test cases, in gold and in the standard policy", () => {
  const cases = inBoth([
    {
      name: "all tasks done",
      tasks: list("done", "done"),
      expected: { decision: "EXIT", outcome: "completed", rule: "no-work-left", exitCode: 0 },
    },
    {
      name: "all boxes ticked",
      tasks: boxes(3, 3),
      expected: { decision: "EXIT", outcome: "completed", rule: "no-work-left", exitCode: 0 },
    },
    {
      name: "all tasks blocked",
      tasks: list("blocked", "blocked"),
      expected: { decision: "EXIT", outcome: "blocked", rule: "all-blocked", exitCode: 1 },
    },
    {
      name: "some done, the rest blocked",
      tasks: list("done", "blocked"),
      expected: { decision: "EXIT", outcome: "blocked", rule: "all-blocked", exitCode: 1 },
    },
    {
      name: "the list is missing",
      tasks: null,
      expected: { decision: "EXIT", outcome: "aborted", rule: "tracker-unusable", exitCode: 2 },
    },
    {
      name: "the list was not read",
      tasks: { file: "prd.md" },
      expected: { decision: "EXIT", outcome: "aborted", rule: "tracker-unusable", exitCode: 2 },
    },
    {
      name: "the list holds nothing",
      tasks: { list: [] },
      expected: { decision: "EXIT", outcome: "aborted", rule: "tracker-unusable", exitCode: 2 },
    },
    {
      name: "the file is empty",
      tasks: { markdown: "" },
      expected: { decision: "EXIT", outcome: "aborted", rule: "tracker-unusable", exitCode: 2 },
    },
    {
      name: "the file has no box",
      tasks: { markdown: "# Plan\n\nWords only." },
      expected: { decision: "EXIT", outcome: "aborted", rule: "tracker-unusable", exitCode: 2 },
    },
  ]);
  it.each(cases)(
    "$policy, before a turn with no task selected, $name: $expected.outcome",
    ({ policy, tasks, expected }) => {
      expect(decisionOf({ policy, tasks, task: null })).toMatchObject(expected);
    },
  );
  it.each(cases)(
    "$policy, before a turn, nobody knows the task, $name: $expected.outcome",
    ({ policy, tasks, expected }) => {
      expect(decisionOf({ policy, tasks })).toMatchObject(expected);
    },
  );
  it.each(cases)(
    "$policy, after a turn without any status, $name: $expected.outcome",
    ({ policy, tasks, expected }) => {
      expect(decisionOf({ policy, tasks, output: working })).toMatchObject(expected);
    },
  );

  it.each(
    inBoth([
      { name: "todo and done", tasks: list("todo", "done") },
      { name: "todo and blocked", tasks: list("todo", "blocked") },
      { name: "todo, done and blocked", tasks: list("blocked", "done", "todo") },
      { name: "doing and blocked", tasks: list("doing", "blocked") },
      { name: "boxes of both kinds", tasks: boxes(1, 3) },
    ]),
  )("$policy continues on mixed states, $name", ({ policy, tasks }) => {
    const goesOn = { decision: "CONTINUE", outcome: null, exitCode: null };
    expect(decisionOf({ policy, tasks })).toMatchObject(goesOn);
    expect(decisionOf({ policy, tasks, output: working })).toMatchObject(goesOn);
  });

  it.each(inBoth([{}]))("$policy aborts with the tracker's own words when the tracker throws", ({ policy }) => {
    const situation = parseSituation({ policy, task: null });
    const { decision } = decideSituation({
      ...situation,
      tasks: { is: "unreadable", why: "the tracker gave up: 503" },
    });
    expect(decision).toMatchObject({ decision: "EXIT", outcome: "aborted", exitCode: 2 });
    expect(decision.reason).toContain("the tracker gave up: 503");
  });
});

describe("seed 004 (gold): no task selected always has a reason and an end", () => {
  const rows = inBoth([
    { name: "all done", tasks: list("done"), outcome: "completed" },
    { name: "done and skipped", tasks: list("done", "cancelled"), outcome: "completed" },
    { name: "all blocked", tasks: list("blocked"), outcome: "blocked" },
    { name: "tasks remain: a configuration error", tasks: list("todo", "done"), outcome: "aborted" },
    { name: "tasks remain beside a blocked one", tasks: list("todo", "blocked"), outcome: "aborted" },
    { name: "no list", tasks: null, outcome: "aborted" },
    { name: "an empty list", tasks: { list: [] }, outcome: "aborted" },
  ]);
  it.each(rows)("$policy, $name: $outcome", ({ policy, tasks, outcome }) => {
    const decision = decisionOf({ policy, tasks, task: null });
    expect(decision).toMatchObject({ decision: "EXIT", outcome });
    expect(decision.reason).not.toBe("");
  });

  it.each(rows)("$policy, $name: words of the agent change nothing", ({ policy, tasks, outcome }) => {
    expect(decisionOf({ policy, tasks, task: null, output: claim }).outcome).toBe(outcome);
  });
});

describe("seed 004 (gold): what all blocked means", () => {
  const task = (id: string, status: string, ...dependsOn: string[]) => ({ id, status, dependsOn });
  it.each(
    inBoth([
      {
        name: "a task waits for a blocked one",
        list: [task("A", "blocked"), task("B", "todo", "A")],
        outcome: "blocked",
      },
      {
        name: "a chain of tasks waits for a blocked one",
        list: [task("A", "blocked"), task("B", "todo", "A"), task("C", "todo", "B")],
        outcome: "blocked",
      },
      {
        name: "two tasks wait for each other",
        list: [task("A", "todo", "B"), task("B", "todo", "A")],
        outcome: "blocked",
      },
      { name: "a task waits for itself", list: [task("A", "todo", "A")], outcome: "blocked" },
      { name: "a task waits for a done one", list: [task("A", "done"), task("B", "todo", "A")], outcome: null },
      {
        name: "one is blocked and one waits for one that can begin",
        list: [task("A", "todo"), task("B", "todo", "A"), task("C", "blocked")],
        outcome: null,
      },
      { name: "no task is left at all", list: [task("A", "done")], outcome: "completed" },
    ]),
  )("$policy, $name: $outcome", ({ policy, list, outcome }) => {
    expect(decisionOf({ policy, tasks: { list } }).outcome).toBe(outcome);
  });

  it.each(inBoth([{}]))("$policy names a dependency that does not exist", ({ policy }) => {
    const decision = decisionOf({ policy, tasks: { list: [task("A", "done"), task("B", "todo", "Z9")] } });
    expect(decision).toMatchObject({ outcome: "aborted", exitCode: 2 });
    expect(decision.reason).toContain("Z9");
  });

  it.each(inBoth([{}]))("$policy names the tasks that are blocked", ({ policy }) => {
    expect(decisionOf({ policy, tasks: list("done", "blocked") }).reason).toContain("T2");
  });
});

describe("seed 004 (gold): exit codes", () => {
  const idle = { filesChanged: 0, commits: 0, tasksDone: 0 };
  const endings = [
    { name: "all done", situation: { tasks: list("done") }, outcome: "completed", gold: 0, standard: 0 },
    { name: "all blocked", situation: { tasks: list("blocked") }, outcome: "blocked", gold: 1, standard: 1 },
    {
      name: "no progress",
      situation: { tasks: list("todo"), output: working, iteration: idle, history: times(2, idle) },
      outcome: "stuck",
      gold: 1,
      standard: 1,
    },
    {
      name: "an open breaker",
      situation: { tasks: list("todo"), breaker: { state: "open" } },
      outcome: "stuck",
      gold: 1,
      standard: 1,
    },
    {
      name: "the cap of iterations",
      situation: { tasks: list("todo"), output: working, used: { iterations: 50 } },
      outcome: "aborted",
      gold: 1,
      standard: 2,
    },
    {
      name: "the cap of money",
      situation: { tasks: list("todo"), output: working, used: { usd: 3 }, settings: { maxCostUsd: 2 } },
      outcome: "aborted",
      gold: 1,
      standard: 2,
    },
    { name: "no list", situation: { tasks: null }, outcome: "aborted", gold: 2, standard: 2 },
    {
      name: "no task although tasks remain",
      situation: { tasks: list("todo"), task: null },
      outcome: "aborted",
      gold: 2,
      standard: 2,
    },
    {
      name: "no agent installed",
      situation: { tasks: list("todo"), agent: { exitCode: 127, stderr: "agent: command not found" } },
      outcome: "aborted",
      gold: 2,
      standard: 2,
    },
    {
      name: "a person stopped it",
      situation: { tasks: list("todo"), interrupted: true },
      outcome: "interrupted",
      gold: 1,
      standard: 3,
    },
  ];
  it.each(endings)("$name: $outcome is $gold in gold and $standard in the standard policy", (row) => {
    const expected = { decision: "EXIT", outcome: row.outcome };
    expect(gold(row.situation)).toMatchObject({ ...expected, exitCode: row.gold });
    expect(decisionOf({ policy: "standard", ...row.situation })).toMatchObject({ ...expected, exitCode: row.standard });
  });

  it.each(endings)("$name: either scheme can be asked for in either policy", ({ situation, ...row }) => {
    const asked = (exitCodes: string) => ({ ...situation, settings: { ...situation.settings, exitCodes } });
    expect(gold(asked("standard")).exitCode).toBe(row.standard);
    expect(decisionOf({ policy: "standard", ...asked("gold") }).exitCode).toBe(row.gold);
  });

  const hollow = {
    output: claim,
    iteration: { filesChanged: 1 },
    history: times(2, { claimed: true, filesChanged: 1 }),
  };
  const testing = { filesChanged: 1, testOnly: true };
  const onlyTests = { output: "The suite ran again.", iteration: testing, history: times(2, testing) };
  it.each([
    {
      name: "the gate said no in the last iteration",
      situation: { ...hollow, evidence: [{ name: "tests", state: "fails", required: true }] },
      code: 2,
    },
    {
      name: "a judge said no in the last iteration",
      situation: { ...onlyTests, evidence: [{ name: "judge", state: "fails", required: true }] },
      code: 2,
    },
    { name: "nobody said no, it was only a doubt", situation: onlyTests, code: 1 },
  ])("needs-review is $code in the gold scheme where $name", ({ situation, code }) => {
    const review = { decision: "EXIT", outcome: "needs-review" };
    const standard = { policy: "standard", ...situation };
    expect(decisionOf(standard)).toMatchObject({ ...review, exitCode: 1 });
    expect(decisionOf({ ...standard, settings: { exitCodes: "gold" } })).toMatchObject({ ...review, exitCode: code });
  });

  it.each([
    { outcome: "completed", cap: false, refused: true, code: 0 },
    { outcome: "stuck", cap: false, refused: true, code: 1 },
    { outcome: "blocked", cap: false, refused: true, code: 1 },
    { outcome: "needs-review", cap: false, refused: false, code: 1 },
    { outcome: "needs-review", cap: false, refused: true, code: 2 },
    { outcome: "aborted", cap: true, refused: true, code: 1 },
    { outcome: "aborted", cap: false, refused: false, code: 2 },
    { outcome: "interrupted", cap: false, refused: true, code: 1 },
  ] as const)("the gold column: $outcome, cap $cap, refused $refused is $code", ({ outcome, cap, refused, code }) => {
    const verdict = exit(outcome, "because", { cap });
    expect(verdict.decision === "EXIT" && exitCode(verdict, "gold", refused)).toBe(code);
  });

  it.each(inBoth([{}]))("$policy: iterations that failed earlier do not spoil a finished run", ({ policy }) => {
    const history = times(2, { failed: true, error: "tests broke", filesChanged: 1 });
    const decision = decisionOf({ policy, tasks: list("done", "done"), output: working, history });
    expect(decision).toMatchObject({ outcome: "completed", exitCode: 0 });
  });

  it.each(inBoth([{}]))("$policy: a finished list counts on the last allowed iteration", ({ policy }) => {
    const decision = decisionOf({ policy, tasks: list("done"), output: working, used: { iterations: 50 } });
    expect(decision).toMatchObject({ outcome: "completed", exitCode: 0 });
  });
});

describe("seed 004 (gold): only the tracker says what is done", () => {
  const selected = {
    output: claim,
    iteration: { filesChanged: 2 },
    evidence: [{ name: "tests", state: "holds", required: true }],
  };

  it.each([
    { name: "a task of several", tasks: list("doing", "todo"), task: "T1" },
    { name: "the last task", tasks: list("done", "doing"), task: "T2" },
  ])("a claim that would pass the gate marks nothing and goes on: $name", ({ tasks, task }) => {
    expect(gold({ ...selected, tasks, task })).toMatchObject({ decision: "CONTINUE", taskDone: null });
    expect(decisionOf({ policy: "standard", ...selected, tasks, task }).taskDone).toBe(task);
  });

  it.each([
    { name: "a finished list", situation: { ...selected, tasks: list("done", "done"), task: "T2" } },
    { name: "a blocked list", situation: { ...selected, tasks: list("done", "blocked"), task: "T2" } },
    { name: "no list", situation: { ...selected } },
    { name: "a task without a list", situation: { ...selected, task: "T1" } },
    { name: "a cap", situation: { ...selected, tasks: list("doing", "todo"), task: "T1", used: { iterations: 50 } } },
  ])("taskDone stays empty: $name", ({ situation }) => {
    expect(gold(situation).taskDone).toBeNull();
  });

  it("the agent's yes does not end a run with tasks left", () => {
    expect(gold({ output: claim, tasks: list("done", "todo") }).decision).toBe("CONTINUE");
  });

  it.each([
    {
      name: "true ends it",
      output: `${working}\n\nEXIT_SIGNAL: true`,
      expected: { outcome: "completed", exitCode: 0 },
    },
    { name: "false does not", output: `${working}\n\nEXIT_SIGNAL: false`, expected: { outcome: null, exitCode: null } },
    { name: "none does not", output: working, expected: { outcome: null, exitCode: null } },
    {
      name: "words alone do not",
      output: "The implementation is finished. The branch is ready for review.",
      expected: { outcome: null, exitCode: null },
    },
  ])("without a list the exit signal speaks for the run: $name", ({ output, expected }) => {
    expect(gold({ output })).toMatchObject(expected);
  });
});

describe("seed 004 (gold): what a finished list does not outvote", () => {
  const finished = { tasks: list("done", "done") };
  it.each(
    inBoth([
      { name: "a required check fails", situation: { evidence: [{ name: "tests", state: "fails", required: true }] } },
      {
        name: "a required check is unknown",
        situation: { evidence: [{ name: "tests", state: "unknown", required: true }] },
      },
      { name: "the agent says no", situation: { output: `${working}\n\nEXIT_SIGNAL: false` } },
      {
        name: "the agent says no in a turn that then failed",
        situation: { output: `${working}\n\nEXIT_SIGNAL: false`, agent: { exitCode: 1, stderr: "broken pipe" } },
      },
      {
        name: "the agent said no and has not spoken since",
        situation: { history: [{ output: `${working}\n\nEXIT_SIGNAL: false`, filesChanged: 1 }] },
      },
      {
        name: "the agent names work that is left",
        situation: { output: `${working}\n\nRemaining work: the parser still needs its tests.` },
      },
    ]),
  )("$policy goes on when $name", ({ policy, situation }) => {
    expect(decisionOf({ policy, ...finished, ...situation }).decision).toBe("CONTINUE");
  });

  it.each(inBoth([{}]))("$policy does not mind a turn that failed without a no", ({ policy }) => {
    const decision = decisionOf({
      policy,
      ...finished,
      output: working,
      agent: { exitCode: 1, stderr: "broken pipe" },
    });
    expect(decision).toMatchObject({ outcome: "completed", exitCode: 0 });
  });
});

import { describe, expect, it } from "vitest";
import { type Decision, exit, exitCode } from "../../src/index.js";
import { decisionOf, times } from "./decide-from.js";

const phase5 = (situation: object): Decision => decisionOf({ policy: "phase5", ...situation });

const working = "I moved the parser into a file of its own.";
const ticked = { markdown: "# Roadmap\n\n- [x] 05-01-PLAN.md — parser\n- [x] 05-02-PLAN.md — lexer\n" };
const oneLeft = { markdown: "# Roadmap\n\n- [x] 05-01-PLAN.md — parser\n- [ ] 05-02-PLAN.md — lexer\n" };
const tests = (state: string) => [{ name: "tests", state, required: true }];
const failed = (task: string) => ({ task, failed: true, filesChanged: 1 });
const succeeded = (task: string) => ({ task, failed: false, filesChanged: 1 });

describe("seed 003 (phase5): exit codes", () => {
  it.each([
    {
      name: "both halves of the gate",
      situation: { tasks: ticked, evidence: tests("holds") },
      outcome: "completed",
      code: 0,
    },
    {
      name: "the same task failed three times",
      situation: { task: "A", iteration: { failed: true }, history: times(2, failed("A")) },
      outcome: "stuck",
      code: 1,
    },
    { name: "the cap is reached", situation: { used: { iterations: 50 } }, outcome: "aborted", code: 2 },
    {
      name: "a fatal error",
      situation: { agent: { exitCode: 127, stderr: "agent: command not found" } },
      outcome: "aborted",
      code: 2,
    },
    { name: "Ctrl-C", situation: { interrupted: true }, outcome: "interrupted", code: 3 },
  ])("$name: $outcome is $code", ({ situation, outcome, code }) => {
    expect(phase5({ output: working, ...situation })).toMatchObject({ decision: "EXIT", outcome, exitCode: code });
  });

  it.each([
    { outcome: "completed", code: 0 },
    { outcome: "stuck", code: 1 },
    { outcome: "aborted", code: 2 },
    { outcome: "interrupted", code: 3 },
  ] as const)("the one table maps $outcome to $code", ({ outcome, code }) => {
    const verdict = exit(outcome, "because");
    expect(verdict.decision === "EXIT" && exitCode(verdict, "standard", false)).toBe(code);
  });

  it("a continue has no code", () => {
    expect(phase5({ output: working, tasks: oneLeft, evidence: tests("holds") })).toMatchObject({
      decision: "CONTINUE",
      outcome: null,
      exitCode: null,
    });
  });
});

describe("seed 003 (phase5): the dual gate", () => {
  const roadmaps = [
    { roadmap: "finished", tasks: ticked },
    { roadmap: "with a plan left", tasks: oneLeft },
    { roadmap: "missing", tasks: null },
    { roadmap: "empty", tasks: { markdown: "" } },
    { roadmap: "without a box", tasks: { markdown: "# Roadmap\n\nWords only.\n" } },
  ];
  const runs = [
    { run: "pass", evidence: tests("holds") },
    { run: "fail", evidence: tests("fails") },
    { run: "could not be read", evidence: tests("unknown") },
    { run: "were not run", evidence: [] },
  ];
  const table = runs.flatMap((run) =>
    roadmaps.map((roadmap) => ({
      ...run,
      ...roadmap,
      says: run.run === "pass" && roadmap.roadmap === "finished" ? "EXIT" : "CONTINUE",
    })),
  );
  it.each(table)("the tests $run and the roadmap is $roadmap: $says", ({ evidence, tasks, says }) => {
    expect(phase5({ output: working, evidence, tasks })).toMatchObject({
      decision: says,
      outcome: says === "EXIT" ? "completed" : null,
    });
  });

  it("asked before a turn it gives the same answer, so that a finished roadmap starts no agent", () => {
    expect(phase5({ tasks: ticked, evidence: tests("holds") })).toMatchObject({ outcome: "completed", exitCode: 0 });
    expect(phase5({ tasks: oneLeft, evidence: tests("holds") }).decision).toBe("CONTINUE");
  });

  it("needs no word from the agent and no iteration more", () => {
    const decision = phase5({ output: working, tasks: ticked, evidence: tests("holds"), iteration: { number: 1 } });
    expect(decision).toMatchObject({ outcome: "completed", rule: "dual-gate", explicit: false });
  });

  it.each([
    "All tests pass. All tasks are complete.",
    "All tests pass.\n\n<promise>COMPLETE</promise>",
    "All tests pass.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nTESTS_STATUS: PASSING\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---",
  ])("what the agent says of tests and work stands for neither half: %s", (output) => {
    expect(phase5({ output, tasks: ticked }).decision).toBe("CONTINUE");
    expect(phase5({ output, tasks: oneLeft, evidence: tests("holds") }).decision).toBe("CONTINUE");
  });

  it.each([
    { name: "says no", output: `${working}\n\nEXIT_SIGNAL: false` },
    { name: "names work that is left", output: `${working}\n\nRemaining work: the lexer still needs its tests.` },
  ])("goes on when the agent $name, although both halves are met", ({ output }) => {
    expect(phase5({ output, tasks: ticked, evidence: tests("holds") }).decision).toBe("CONTINUE");
  });

  it("goes on while another required check fails", () => {
    const evidence = [...tests("holds"), { name: "build", state: "fails", required: true }];
    expect(phase5({ output: working, tasks: ticked, evidence }).decision).toBe("CONTINUE");
  });

  it.each([
    { name: "every indented plan counts", markdown: "- [x] 05-01-PLAN.md\n  - [ ] 05-02-PLAN.md", says: "CONTINUE" },
    {
      name: "boxes that are no plan files count too",
      markdown: "- [x] 05-01-PLAN.md\n- [ ] the lexer",
      says: "CONTINUE",
    },
    {
      name: "an optional section does not",
      markdown: "- [x] 05-01-PLAN.md\n\n## Nice to Have\n\n- [ ] 09-01-PLAN.md",
      says: "EXIT",
    },
  ])("$name: $says", ({ markdown, says }) => {
    expect(phase5({ output: working, tasks: { markdown }, evidence: tests("holds") }).decision).toBe(says);
  });

  it.each([
    { name: "missing", tasks: null },
    { name: "not read", tasks: { file: ".planning/ROADMAP.md" } },
    { name: "empty", tasks: { markdown: "" } },
    { name: "without a box", tasks: { markdown: "# Roadmap\n\nWords only.\n" } },
  ])("a roadmap that is $name goes on with a warning", ({ tasks }) => {
    const decision = phase5({ output: working, tasks, evidence: tests("holds") });
    expect(decision.decision).toBe("CONTINUE");
    expect(decision.warnings.join("\n")).toMatch(/list cannot be used/);
  });
});

describe("seed 003 (phase5): failures in a row of the same task", () => {
  const A = failed("A");
  const B = failed("B");
  it.each([
    { name: "first failure", history: [], now: A, says: null },
    { name: "second in a row", history: [A], now: A, says: null },
    { name: "third in a row", history: [A, A], now: A, says: "stuck" },
    { name: "fourth in a row", history: [A, A, A], now: A, says: "stuck" },
    { name: "another task after two", history: [A, A], now: B, says: null },
    { name: "the first task again after another", history: [A, A, B], now: A, says: null },
    { name: "two tasks by turns", history: [A, B, A, B], now: A, says: null },
    { name: "three of the second task", history: [A, A, B, B], now: B, says: "stuck" },
    { name: "a success between", history: [A, A, succeeded("A")], now: A, says: null },
    { name: "three after a success", history: [A, succeeded("A"), A, A], now: A, says: "stuck" },
    { name: "a success now", history: [A, A], now: succeeded("A"), says: null },
    { name: "three different tasks", history: [A, B], now: failed("C"), says: null },
    {
      name: "a usage limit between proves nothing",
      history: [A, { task: "A", limited: true }, A],
      now: A,
      says: "stuck",
    },
  ])("$name: $says", ({ history, now, says }) => {
    const { task, ...iteration } = now;
    const decision = phase5({ output: working, task, iteration, history });
    expect(decision.outcome).toBe(says);
    if (says) expect(decision).toMatchObject({ rule: "same-task-failing", exitCode: 1 });
  });

  it.each([
    { threshold: 1, before: 0, says: "stuck" },
    { threshold: 2, before: 0, says: null },
    { threshold: 2, before: 1, says: "stuck" },
    { threshold: 4, before: 2, says: null },
    { threshold: 4, before: 3, says: "stuck" },
    { threshold: 0, before: 9, says: null },
  ])("threshold $threshold after $before failures: $says", ({ threshold, before, says }) => {
    const settings = { stuckThreshold: threshold };
    const situation = { output: working, task: "A", iteration: { failed: true }, history: times(before, A), settings };
    expect(phase5(situation).outcome).toBe(says);
  });

  it("threshold 1 lets a success pass", () => {
    const iteration = { failed: false };
    expect(phase5({ output: working, task: "A", iteration, settings: { stuckThreshold: 1 } }).decision).toBe(
      "CONTINUE",
    );
  });

  it("tasks without a name are one task", () => {
    const history = times(2, { failed: true });
    expect(phase5({ output: working, iteration: { failed: true }, history }).outcome).toBe("stuck");
  });

  it("an agent whose process failed counts as a failure", () => {
    const situation = { output: working, task: "A", agent: { exitCode: 1, stderr: "broken pipe" } };
    expect(phase5({ ...situation, history: [A] }).decision).toBe("CONTINUE");
    expect(phase5({ ...situation, history: [A, A] }).outcome).toBe("stuck");
  });

  it("the reason names the task and the count", () => {
    const { reason } = phase5({ output: working, task: "A", iteration: { failed: true }, history: [A, A] });
    expect(reason).toMatch(/A\b.*3 times/);
  });
});

describe("seed 003 (phase5): interrupt, gate, stuck and cap against each other", () => {
  const complete = { tasks: ticked, evidence: tests("holds") };
  const stuck = { task: "A", iteration: { failed: true }, history: times(2, failed("A")) };
  const cap = { used: { iterations: 50 } };
  it.each([
    {
      name: "an interrupt beats all",
      situation: { ...complete, ...stuck, ...cap, interrupted: true },
      outcome: "interrupted",
    },
    { name: "an interrupt needs no turn", situation: { interrupted: true, output: undefined }, outcome: "interrupted" },
    {
      name: "an open breaker beats completion",
      situation: { ...complete, breaker: { state: "open" } },
      outcome: "stuck",
    },
    {
      name: "completion beats a failing task and the cap",
      situation: { ...complete, ...stuck, ...cap },
      outcome: "completed",
    },
    { name: "a failing task beats the cap", situation: { ...stuck, ...cap }, outcome: "stuck" },
    { name: "the cap beats going on", situation: cap, outcome: "aborted" },
  ])("$name: $outcome", ({ situation, outcome }) => {
    expect(phase5({ output: working, ...situation }).outcome).toBe(outcome);
  });

  it.each([
    { used: 2, says: null },
    { used: 3, says: "aborted" },
    { used: 4, says: "aborted" },
  ])("$used of 3 iterations: $says", ({ used, says }) => {
    expect(phase5({ output: working, used: { iterations: used }, settings: { maxIterations: 3 } }).outcome).toBe(says);
  });
});

import { describe, expect, it } from "vitest";
import type { Agent } from "../../agents/agent.js";
import type { AgentTurn } from "../../agents/start/run-agent.js";
import { closedBreaker } from "../../decide/breaker.js";
import type { Task } from "../../decide/tasks.js";
import { emptyTranscript, failed } from "../../decide/transcript.js";
import { emptyRunState, type RunState } from "../../store/current-run.js";
import type { DecisionRecord } from "../../store/record.js";
import { applyRecord } from "../../store/run-state.js";
import { viewUnit } from "../../store/units.js";
import { StopRequest } from "../loop/stop.js";
import { unitName } from "../records/unit-record.js";
import { isChain } from "./chain.js";
import { LimitGate } from "./limit-gate.js";
import { LinkedStop } from "./linked-stop.js";

const task = (id: string, ...dependsOn: readonly string[]): Task => ({
  ...{ id, title: id, status: "todo", optional: false, line: null, dependsOn, acceptance: [], kind: null },
});

describe("a chain of tasks", () => {
  it.each([
    { name: "one after the other", tasks: [task("a"), task("b", "a"), task("c", "b")], is: true },
    { name: "with a second dependency", tasks: [task("a"), task("b", "a"), task("c", "a", "b")], is: true },
    { name: "in a circle", tasks: [task("a", "b"), task("b", "a")], is: true },
    { name: "two that wait for one", tasks: [task("a"), task("b", "a"), task("c", "a")], is: false },
    { name: "two free ones", tasks: [task("a"), task("b")], is: false },
    { name: "one alone", tasks: [task("a")], is: false },
    {
      name: "what is done counts no more",
      tasks: [{ ...task("a"), status: "done" as const }, task("b", "a"), task("c", "a")],
      is: false,
    },
  ])("$name: $is", ({ tasks, is }) => {
    expect(isChain(tasks)).toBe(is);
  });
});

it.each([
  ["T1", "T1"],
  ["a_b-1", "a_b-1"],
  ["issue 12", /^issue-12-[0-9a-f]{6}$/],
  ["../x", /^x-[0-9a-f]{6}$/],
  ["-f", /^f-[0-9a-f]{6}$/],
  ["ä", /^-?[0-9a-f]{6}$/],
])("the unit of task %j is named %s", (id, name) => {
  const found = unitName({ id });
  expect(found).toMatch(name);
  expect(found).toMatch(/^[\w-]+$/);
});

describe("the gate of a usage limit", () => {
  const agent = { name: "claude" } as Agent;
  const turn = (ending: AgentTurn["transcript"]["ending"]): AgentTurn => ({
    transcript: { ...emptyTranscript, ending },
    ...{ ending: { is: "exited", code: 0 }, seconds: 1, leftBehind: 0, notEnded: [] },
  });
  const limit = (resetsAt: string | null) =>
    turn(failed("limit", "limit reached", { kind: "usage", resetsAt, resetsText: null }));

  it.each([
    { resetsAt: "1970-01-01T00:02:00.000Z", closedFor: 120 },
    { resetsAt: null, closedFor: 60 },
  ])("holds others back until $resetsAt", async ({ resetsAt, closedFor }) => {
    let now = 0;
    let starts = 0;
    const gate = new LimitGate(() => now);
    const run = gate.wrap(async () => {
      starts++;
      return starts === 1 ? limit(resetsAt) : turn({ is: "finished" } as never);
    });
    const ask = (name = "claude") => run({ ...agent, name }, {} as never, {} as never);
    await ask();
    now = closedFor * 1000 - 1;
    expect((await ask()).transcript.ending).toMatchObject({ is: "failed", failure: { kind: "limit" } });
    expect(starts).toBe(1);
    await ask("codex");
    expect(starts).toBe(2);
    now = closedFor * 1000;
    await ask();
    expect(starts).toBe(3);
  });
});

it("stops for a person and for the run", () => {
  const person = new StopRequest();
  const stop = new LinkedStop(person);
  expect([stop.level, stop.soon.aborted]).toEqual([0, false]);
  stop.raise(1);
  expect([stop.level, stop.soon.aborted, stop.now.aborted, person.level]).toEqual([1, true, false, 0]);
  person.raise(2);
  expect([stop.level, stop.now.aborted]).toEqual([2, true]);
});

describe("decisions of units in the journal", () => {
  const record = (n: number, more: object): DecisionRecord =>
    ({
      ...{ version: 1, n, kind: "decision", at: "2026-01-01T00:00:00.000Z", run: "r", iteration: 1, events: [] },
      observation: { turn: {}, selection: { is: "unknown" } },
      ...more,
      decision: {
        ...{ decision: "CONTINUE", outcome: null, taskDone: null, setAside: null, rule: "otherwise" },
        ...{ reason: "", completion: { percent: 0 }, confidence: null, errors: null },
        ...(more as { decision?: object }).decision,
      },
      after: {
        ...{ breaker: { ...closedBreaker, noProgress: n }, past: { task: "x" }, historyLimit: 24, stagnation: n },
        ...{ seconds: 1, tokens: 10, usd: 1, done: n, response: null, unverified: 1 },
        ...(more as { after?: object }).after,
      },
    }) as unknown as DecisionRecord;
  const fold = (...records: readonly DecisionRecord[]): RunState => records.reduce(applyRecord, emptyRunState);
  const aside = { task: "A", outcome: "stuck", reason: "", rule: "stagnation" };

  it("add to what the run has used, and keep their own history and breaker", () => {
    const state = fold(record(1, { unit: "A" }), record(2, { unit: "B" }), record(3, { unit: "A", iteration: 2 }));
    expect(state).toMatchObject({ breaker: closedBreaker, stagnation: 0, last: { outcome: null } });
    expect(state.run).toMatchObject({
      iterations: 3,
      usd: 3,
      tokens: 30,
      seconds: 3,
      history: [],
      judged: 0,
      ended: false,
    });
    expect(viewUnit(state, "r", "A")).toMatchObject({
      breaker: { noProgress: 3 },
      run: { judged: 2, iterations: 3, usd: 3, done: null },
    });
    expect(viewUnit(state, "r", "A").run?.history.length).toBe(2);
    expect(viewUnit(state, "r", "C").run).toMatchObject({ judged: 0, history: [], iterations: 3 });
  });

  it("do not end the run, even if they exit", () => {
    const exit = { decision: "EXIT", outcome: "completed" };
    const state = fold(record(1, { unit: "A", decision: exit }));
    expect([state.run?.ended, state.last?.outcome, state.exits]).toEqual([false, null, 0]);
  });

  it("are over once merged, and count no turn for it", () => {
    const done = record(1, { unit: "A", decision: { taskDone: "A" } });
    expect(fold(done).run?.units?.["A"]?.done).toBe(1);
    expect(fold(done).run?.unverified).toBe(0);
    const merged = record(2, { about: { unit: "A", is: "merged", commit: "c" }, after: { tokens: null, usd: null } });
    expect(fold(done, merged).run).toMatchObject({ units: {}, iterations: 1, usd: 1, unverified: 1 });
    expect(fold(done, merged).run?.history.length).toBe(1);
  });

  it("know how often they were sent back, and from where they go on", () => {
    const sent = { about: { unit: "A", is: "sent-back", commit: "c", base: "b" } };
    const done = record(1, { unit: "A", decision: { taskDone: "A" } });
    const unit = fold(done, record(2, sent), record(3, sent)).run?.units?.["A"];
    expect(unit).toMatchObject({ done: null, sentBack: 2, from: "c", base: "b" });
  });

  it("set aside only their own task, whatever others did since they were judged", () => {
    const other = record(1, { unit: "B", decision: { setAside: { ...aside, task: "B" } } });
    const own = record(2, { unit: "A", decision: { setAside: aside }, after: { setAside: [aside] } });
    const state = fold(other, own);
    expect(state.run?.setAside?.map((each) => each.task)).toEqual(["B", "A"]);
    expect(viewUnit(state, "r", "A").run?.setAside?.map((each) => each.task)).toEqual(["B"]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAgentReport } from "../agents/signals/read-agent-report.js";
import { readTranscript } from "../agents/transcripts/read-transcript.js";
import { closedBreaker } from "../decide/breaker.js";
import { resolvePolicy } from "../decide/policies/policies.js";
import type { Iteration } from "../run/judge/iteration.js";
import { judge } from "../run/judge/judge.js";
import { nothingSpent } from "../run/judge/spent.js";
import { emptyRunState, type RunState } from "./current-run.js";
import { readRecord } from "./read-record.js";
import type { JournalRecord, NewRecord } from "./record.js";
import { applyRecord } from "./run-state.js";
import { circuitState, exitState, readCircuitState, readExitState } from "./snapshots.js";

const place = { bytes: 0, tail: "" };
const start = Date.parse("2026-01-01T00:00:00Z");

const words = {
  no: "I changed one file.\n\nEXIT_SIGNAL: false\n",
  yes: "All tasks are complete and ready for review.\n\nEXIT_SIGNAL: true\n",
  prose: "I renamed a function.",
  limit: "Claude AI usage limit reached|1767229200",
  endless: "You've hit your usage limit",
} as const;

interface Told {
  readonly says: keyof typeof words;
  readonly done?: number;
  readonly total?: number;
  readonly facts?: Iteration["facts"];
}

function iteration({ says, done = 1, total = 3, facts = {} }: Told): Iteration {
  const tasks = Array.from({ length: total }, (_, at) => ({
    id: `T${at + 1}`,
    title: "",
    status: at < done ? ("done" as const) : ("todo" as const),
    optional: false,
    line: null,
    dependsOn: [],
    acceptance: [],
    kind: null,
  }));
  return {
    report: readAgentReport(readTranscript(words[says])),
    spent: nothingSpent,
    tasks: { is: "tasks", tasks },
    evidence: [],
    facts,
    forceComplete: false,
    interrupted: false,
    response: null,
    feedback: [],
    warnings: [],
  };
}

/** A journal in memory: what the store does, without a disk. */
class Memory {
  runState: RunState = emptyRunState;
  readonly records: JournalRecord[] = [];

  add(record: NewRecord): void {
    const written = { version: 1, n: this.runState.records + 1, ...record } as JournalRecord;
    this.records.push(written);
    this.runState = applyRecord(this.runState, written);
  }

  judge(told: Told, { run = "r1", settings = {} }: { run?: string; settings?: object } = {}) {
    const now = start + this.records.length * 60_000;
    const { record, decision } = judge(this.runState, iteration(told), {
      policy: resolvePolicy("standard", settings),
      spec: "standard",
      settings,
      origins: {},
      run,
      now,
    });
    this.add(record);
    return decision;
  }
}

const step = fc.oneof(
  fc.record({
    is: fc.constant("judge" as const),
    says: fc.constantFrom("no", "yes", "prose", "limit" as const),
    done: fc.integer({ min: 0, max: 3 }),
    run: fc.constantFrom("a", "b"),
    filesChanged: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({ is: fc.constantFrom("reset", "trip", "track" as const) }),
);

function play(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]): Memory {
  const memory = new Memory();
  for (const one of steps) {
    const at = new Date(start).toISOString();
    if (one.is === "judge")
      memory.judge({ says: one.says, done: one.done, facts: { filesChanged: one.filesChanged } }, { run: one.run });
    else if (one.is === "reset") memory.add({ kind: "reset", at, run: "a" });
    else if (one.is === "trip")
      memory.add({
        kind: "breaker",
        at,
        run: "a",
        why: "x",
        breaker: { ...closedBreaker, state: "open", openedAt: start },
      });
    else
      memory.add({ kind: "track", at, run: "a", facts: { filesChanged: 0 }, historyLimit: 24, breaker: closedBreaker });
  }
  return memory;
}

describe("the state between decisions", () => {
  it("is the fold of the journal, from whichever snapshot it is folded on", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat(), (steps, cut) => {
        const { records, runState } = play(steps);
        const at = records.length === 0 ? 0 : cut % (records.length + 1);
        const early = records.slice(0, at).reduce(applyRecord, emptyRunState);
        const read = readExitState(exitState(early, place));
        if (read.is !== "good") throw new Error(read.why);
        const lines = records.slice(at).map((record) => readRecord(JSON.stringify(record)));
        const late = lines.reduce((sum, line) => {
          if (line.is !== "record") throw new Error(line.is);
          return applyRecord(sum, line.record);
        }, read.runState);
        expect(late).toEqual(runState);
      }),
      { numRuns: 60 },
    );
  });

  it("counts each decision once, as a continue or an exit", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { runState, records } = play(steps.filter(({ is }) => is === "judge"));
        expect(runState.continues + runState.exits).toBe(runState.decisions);
        expect(runState.decisions).toBe(records.length);
      }),
      { numRuns: 40 },
    );
  });

  it("does not grow with the number of decisions", () => {
    const sizes = [300, 1500].map((count) => {
      const memory = new Memory();
      for (let i = 0; i < count; i++)
        memory.judge(
          { says: i % 5 === 0 ? "limit" : "no", facts: { task: `T${i % 900}` } },
          { settings: { maxIterations: 0, stagnationLoops: 0 } },
        );
      return JSON.stringify(memory.runState).length;
    });
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) * 1.1);
  });

  it("lets nothing but an open breaker into the next run", () => {
    const memory = new Memory();
    for (let i = 0; i < 2; i++) memory.judge({ says: "yes", done: 1 });
    expect(memory.runState.run?.history).toHaveLength(2);
    memory.judge({ says: "yes", done: 1 }, { run: "r2" });
    expect(memory.runState.run).toMatchObject({ id: "r2", iterations: 1, judged: 1 });
    expect(memory.runState.run?.history).toHaveLength(1);
    memory.add({
      kind: "breaker",
      at: "2026-01-01T00:00:00Z",
      run: "r2",
      why: "x",
      breaker: { ...closedBreaker, state: "open", openedAt: start },
    });
    expect(memory.judge({ says: "no" }, { run: "r3" })).toMatchObject({
      decision: "EXIT",
      outcome: "stuck",
      rule: "breaker-open",
    });
  });

  it("keeps a half-open breaker out of the next run", () => {
    const memory = new Memory();
    for (let i = 0; i < 2; i++) memory.judge({ says: "no", facts: { filesChanged: 0 } });
    expect(memory.runState.breaker.state).toBe("half-open");
    memory.judge({ says: "no" }, { run: "r2" });
    expect(memory.runState.breaker).toMatchObject({ state: "closed", noProgress: 0 });
  });

  it("does not count a usage limit as an iteration, nor lets many of them push out the past", () => {
    const memory = new Memory();
    memory.judge({ says: "yes" });
    for (let i = 0; i < 100; i++) memory.judge({ says: "limit" });
    expect(memory.runState.run?.iterations).toBe(1);
    expect(memory.runState.run?.history.filter(({ limited }) => !limited)).toHaveLength(1);
    expect(memory.runState.run?.history.length).toBeLessThan(30);
  });

  it.each([10, 20, 40])("aborts after %i waits without a stated reset, as many as are set", (maxLimitWaits) => {
    const memory = new Memory();
    const settings = { maxLimitWaits };
    for (let i = 0; i < maxLimitWaits; i++) expect(memory.judge({ says: "endless" }, { settings }).outcome).toBeNull();
    expect(memory.judge({ says: "endless" }, { settings }).outcome).toBe("aborted");
  });

  it("sees a task ticked since the last decision, and counts one the gate passed only once", () => {
    const memory = new Memory();
    memory.judge({ says: "no", done: 1 });
    memory.judge({ says: "no", done: 2 });
    expect(memory.runState.run?.history.map(({ tasksDone }) => tasksDone)).toEqual([undefined, 1]);
    const passed = memory.judge({ says: "yes", done: 2, total: 4, facts: { task: "T3" } });
    expect(passed.taskDone).toBe("T3");
    memory.judge({ says: "no", done: 3, total: 4 });
    expect(memory.runState.run?.history.at(-1)?.tasksDone).toBe(0);
  });

  it("judges an iteration told by `track` once, with the breaker as it was before", () => {
    const memory = new Memory();
    const idle = { filesChanged: 0 };
    for (let i = 0; i < 3; i++) {
      const counts = { ...closedBreaker, noProgress: i + 1, state: i === 2 ? ("open" as const) : ("closed" as const) };
      memory.add({
        kind: "track",
        at: new Date(start).toISOString(),
        run: "r1",
        facts: idle,
        historyLimit: 24,
        breaker: counts,
      });
      const decision = memory.judge({ says: "no" });
      expect(memory.runState.breaker.noProgress).toBe(i + 1);
      expect(decision.decision).toBe(i === 2 ? "EXIT" : "CONTINUE");
    }
  });

  it("counts iterations of a task beyond the window of the past", () => {
    const memory = new Memory();
    const settings = { maxIterations: 0, maxIterationsPerTask: 60, stagnationLoops: 0 };
    let last = memory.judge({ says: "no", facts: { task: "T2" } }, { settings });
    for (let i = 0; i < 58; i++) last = memory.judge({ says: "no", facts: { task: "T2" } }, { settings });
    expect(last.decision).toBe("CONTINUE");
    expect(memory.judge({ says: "no", facts: { task: "T2" } }, { settings })).toMatchObject({
      rule: "task-cap",
      setAside: { task: "T2", outcome: "stuck" },
    });
  });

  it("begins anew under the same name after an exit, unless the run is resumed", () => {
    const memory = new Memory();
    for (let i = 0; i < 3; i++) memory.judge({ says: "yes", done: 1 });
    expect(memory.runState.run).toMatchObject({ ended: true, iterations: 3 });
    const { record } = judge(memory.runState, iteration({ says: "no" }), {
      policy: resolvePolicy("standard"),
      spec: "standard",
      settings: {},
      origins: {},
      run: "r1",
      resumed: true,
      now: start,
    });
    expect(record.iteration).toBe(4);
    expect(memory.judge({ says: "yes", done: 1 }).rule).toBe("otherwise");
    expect(memory.runState.run).toMatchObject({ id: "r1", ended: false, iterations: 1 });
  });

  it("counts tasks with numbers for names as it counts others", () => {
    const memory = new Memory();
    const settings = { maxIterations: 0, stagnationLoops: 0 };
    for (let i = 0; i < 210; i++) memory.judge({ says: "no", facts: { task: String(i) } }, { settings });
    for (const task of ["5", "6", "5", "6"]) memory.judge({ says: "no", facts: { task } }, { settings });
    expect(memory.runState.run?.byTask.find(([task]) => task === "5")?.[1]).toBe(2);
    expect(memory.runState.run?.byTask).toHaveLength(200);
  });

  it("keeps as many past iterations as a threshold asks for", () => {
    const memory = new Memory();
    const settings = { maxIterations: 0, stagnationLoops: 40, breaker: { noProgress: 0 } };
    const decisions = Array.from(
      { length: 40 },
      () => memory.judge({ says: "no", facts: { filesChanged: 0 } }, { settings }).rule,
    );
    expect(decisions.indexOf("stagnation")).toBe(39);
  });
});

describe("a snapshot", () => {
  const text = exitState(emptyRunState, place);
  it.each([
    { name: "an empty list", given: "[]", why: "is not an object" },
    { name: "null", given: "null", why: "is not an object" },
    { name: "garbage", given: "\u0000\u0001{", why: "is not JSON" },
    { name: "nothing", given: "", why: "is not JSON" },
    { name: "half of it", given: text.slice(0, text.length / 2), why: "is not JSON" },
    { name: "an object of others", given: '{"last_decision":"EXIT"}', why: "is not an untildone state file" },
    { name: "a newer one", given: text.replace('"version": 1', '"version": 2'), why: "newer" },
    {
      name: "one changed by hand",
      given: text.replace('"total_decisions": 0', '"total_decisions": 7'),
      why: "changed by somebody else",
    },
  ])("that is $name is not used", ({ given, why }) => {
    const read = readExitState(given);
    expect(read.is === "bad" && read.why).toContain(why);
  });

  it("is used as it was written", () => {
    expect(readExitState(text)).toEqual({ is: "good", runState: emptyRunState, place });
    expect(readCircuitState(circuitState(emptyRunState, place))).toEqual({
      is: "good",
      breaker: closedBreaker,
      place,
    });
  });
});

describe("a line of the journal", () => {
  const memory = new Memory();
  memory.judge({ says: "no" });
  const line = JSON.stringify(memory.records[0]);
  it.each([
    { name: "as written", given: line, is: "record" },
    { name: "cut short", given: line.slice(0, -1), is: "damaged" },
    { name: "an empty list", given: "[]", is: "damaged" },
    { name: "without a run", given: line.replace('"run":"r1"', '"run":""'), is: "damaged" },
    { name: "of a newer version", given: line.replace('"version":1', '"version":2'), is: "newer" },
    { name: "of no version", given: line.replace('"version":1', '"version":"1"'), is: "damaged" },
    { name: "of a kind nobody knows", given: line.replace('"kind":"decision"', '"kind":"verdict"'), is: "damaged" },
    { name: "whose number has no next", given: line.replace('"n":1', '"n":9007199254740992'), is: "damaged" },
    { name: "at no time", given: line.replace(/"at":"[^"]*"/, '"at":5'), is: "damaged" },
    { name: "with half a decision", given: line.replace('"completion":', '"completed":'), is: "damaged" },
    { name: "without a selection", given: line.replace('"selection":', '"selected":'), is: "damaged" },
    { name: "without a reason", given: line.replace('"reason":"', '"because":"'), is: "damaged" },
    { name: "of no date", given: line.replaceAll('"openedAt":null', '"openedAt":1e300'), is: "damaged" },
    { name: "with a breaker in no state", given: line.replaceAll('"state":"closed"', '"state":"ajar"'), is: "damaged" },
  ])("$name: $is", ({ given, is }) => {
    expect(readRecord(given).is).toBe(is);
  });
});

describe("what a run has gained", () => {
  const park = (is: "parked" | "left" | "back"): NewRecord => ({
    ...{ kind: "park", at: new Date(start).toISOString(), run: "r1", task: "T2", is },
    ...{ parked: null, failsSince: [], why: null },
  });
  it.each<[string, "parked" | "left" | "back", number, boolean]>([
    ["goes out with the work that is parked", "parked", 0, false],
    ["stays with work that is left in place", "left", 0, true],
    ["stays with work that is brought back", "back", 0, true],
    ["stays where a task is done", "parked", 1, true],
  ])("%s", (_, is, doneInRun, gained) => {
    const memory = new Memory();
    memory.judge({ says: "no" });
    const { run } = memory.runState;
    if (!run) throw new Error("no run");
    memory.runState = { ...memory.runState, run: { ...run, gained: true, doneInRun } };
    memory.add(park(is));
    expect(memory.runState.run?.gained).toBe(gained);
  });
});

import { describe, expect, it } from "vitest";
import { readAgentReport } from "../../src/agents/signals/read-agent-report.js";
import { readTranscript } from "../../src/agents/transcripts/read-transcript.js";
import { resolvePolicy } from "../../src/decide/policies/policies.js";
import type { Task } from "../../src/decide/tasks.js";
import { tasksDoneBy } from "../../src/decide/tasks-done.js";
import { Explainer } from "../../src/report/explain-record.js";
import { Comparison, type RunCompared } from "../../src/run/judge/compare.js";
import { judge } from "../../src/run/judge/judge.js";
import { nothingSpent } from "../../src/run/judge/spent.js";
import { emptyRunState } from "../../src/store/current-run.js";
import { readDecision } from "../../src/store/read-record.js";
import type { DecisionRecord } from "../../src/store/record.js";
import { applyRecord } from "../../src/store/run-state.js";

const task = (id: string): Task => ({
  ...{ id, title: id, status: "todo", optional: false, line: null, dependsOn: [], acceptance: [], kind: null },
});
const terms = { policy: resolvePolicy("standard"), spec: "standard", settings: {}, origins: {}, run: "r", now: 0 };

/** A decision as a version wrote it that counted tests and knew no proofs: two tasks done in one turn. */
function oldRecord(): DecisionRecord {
  const { record } = judge(
    emptyRunState,
    {
      report: readAgentReport(readTranscript("Done.\n\nEXIT_STATUS: COMPLETE")),
      tasks: { is: "tasks", tasks: [task("T1"), task("T2"), task("T3")] },
      task: "T1",
      evidence: [{ name: "tests", state: "holds", required: true, detail: "", passed: 5, passedBefore: 3 }],
      facts: { workVisible: true, filesChanged: 2, ticked: true },
      ...{ spent: nothingSpent, response: null, forceComplete: false, interrupted: false, feedback: [], warnings: [] },
    },
    terms,
  );
  const { tasksDone: _, proof: __, notProven: ___, ...decision } = record.decision;
  const { doneInRun: ____, ...after } = record.after;
  const turn = record.observation.turn;
  const line = JSON.stringify({
    ...{ version: 1, n: 1 },
    ...record,
    observation: { ...record.observation, turn: { ...turn, facts: { ...turn?.facts, alsoTicked: ["T2"] } } },
    decision: { ...decision, alsoDone: ["T2"], verified: true },
    after: { ...after, unverified: 1 },
  });
  const read = readDecision(line);
  if (!read) throw new Error("the record cannot be read");
  return read;
}

describe("a journal from before proofs", () => {
  const record = oldRecord();

  it("tells which tasks were done", () => {
    expect(record.decision.taskDone).toBe("T1");
    expect(tasksDoneBy(record.decision)).toEqual(["T1", "T2"]);
  });

  it("is folded, and nothing in it counts as proven", () => {
    const { run } = applyRecord(emptyRunState, record);
    expect(run).toMatchObject({ id: "r", iterations: 1, doneInRun: 0, unverified: 1, setAsideInARow: 0 });
    expect(run?.provenBy).toBeUndefined();
  });

  it("is followed by a run that may still be resumed, and is not called verified", () => {
    const { decision } = judge(
      applyRecord(emptyRunState, record),
      {
        report: null,
        tasks: { is: "tasks", tasks: ["T1", "T2", "T3"].map((id) => ({ ...task(id), status: "done" })) },
        task: null,
        evidence: [{ name: "tests", state: "holds", required: true, detail: "" }],
        facts: {},
        ...{
          spent: nothingSpent,
          response: null,
          forceComplete: false,
          interrupted: false,
          feedback: [],
          warnings: [],
        },
      },
      { ...terms, resumed: true },
    );
    expect(decision).toMatchObject({ outcome: "completed", proof: [] });
    expect(decision.verified).not.toBe(true);
  });

  it("is explained", () => {
    const { rules } = new Explainer().explain(record);
    expect(rules.find(({ rule }) => rule === "accepted-task")?.answer).toBe("spoke");
  });

  it("is replayed: the ticked task is judged by a proof now, and there is none", () => {
    const runs: RunCompared[] = [];
    const comparison = new Comparison(
      () => terms.policy,
      (run) => runs.push(run),
    );
    comparison.take(record);
    comparison.finish();
    expect(runs).toMatchObject([
      { run: "r", was: { rule: "accepted-task" }, would: { rule: "accepted-task" }, saved: 0 },
    ]);
  });
});

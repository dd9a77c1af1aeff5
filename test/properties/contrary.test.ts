import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anyScene,
  type CheckState,
  type Claim,
  composedPolicy,
  edgeScene,
  everyRuling,
  hopefulScene,
  type Row,
  type Scene,
  wordyScene,
} from "./situations.js";

const claimed = fc
  .tuple(hopefulScene, fc.constantFrom<Claim>("yes", "none", "no"))
  .map(([given, claim]): Scene => ({ ...given, claim }));
const scene = fc.oneof(anyScene, hopefulScene, claimed, wordyScene, edgeScene);
const states: readonly CheckState[] = ["holds", "unknown", "fails"];
const claims: readonly Claim[] = ["yes", "none", "no"];
const notDone = ["todo", "doing", "blocked"] as const;
/** One or two places further down the order. */
const worse = <T>(order: readonly T[], value: T, by: number): T => order[order.indexOf(value) + by] ?? value;
const by = fc.constantFrom(1, 2);

interface Step {
  readonly from: Scene;
  readonly to: Scene;
}

/** Contrary steps: one thing gets worse, all else is as it was. */
const checkWorsens = fc.tuple(fc.oneof(scene, wordyScene), fc.nat(), by).map(
  ([from, at, steps]): Step => ({
    from,
    to: {
      ...from,
      evidence: from.evidence.map((check, place) =>
        place === at % from.evidence.length ? { ...check, state: worse(states, check.state, steps) } : check,
      ),
    },
  }),
);

const taskReopens = fc
  .tuple(fc.oneof(scene, edgeScene), fc.nat(), fc.constantFrom(...notDone))
  .map(([from, at, status]): Step => {
    const { tasks } = from;
    if (tasks.is !== "rows") return { from, to: from };
    const reopen = (row: Row): Row => (row.status === "done" || row.status === "skipped" ? { ...row, status } : row);
    const rows = tasks.rows.map((row, place) => (place === at % tasks.rows.length ? reopen(row) : row));
    return { from, to: { ...from, tasks: { ...tasks, rows } } };
  });

const claimWeakens = fc
  .tuple(scene, by)
  .map(([from, steps]): Step => ({ from, to: { ...from, claim: worse(claims, from.claim, steps) } }));

const turnFails = scene.map((given): Step => {
  const from: Scene = { ...given, turn: "good" };
  return { from, to: { ...from, turn: "failed" } };
});

describe("contrary evidence", () => {
  it.each([
    { name: "a check from holds to unknown to fails", steps: checkWorsens },
    { name: "a task from done to not done", steps: taskReopens },
    { name: "a claim from yes to none to no", steps: claimWeakens },
    { name: "the agent's turn from good to failed", steps: turnFails },
  ])("never turns continue into completed: $name", ({ steps }) => {
    fc.assert(
      fc.property(steps, composedPolicy, ({ from, to }, composed) => {
        const after = everyRuling(to, composed);
        for (const [at, was] of everyRuling(from, composed).entries()) {
          if (was.decision.decision !== "CONTINUE") continue;
          const now = after[at];
          expect(now?.decision.outcome, `${was.story}\nbecame ${now?.story}`).not.toBe("completed");
        }
      }),
      { numRuns: 250 },
    );
  });
});

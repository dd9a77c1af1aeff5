import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anyScene,
  type Check,
  type CheckState,
  type Claim,
  composedPolicy,
  edgeScene,
  everyRuling,
  type Fact,
  hopefulScene,
  type Proof,
  type ProofState,
  type Row,
  type Scene,
  shownScene,
  wordyScene,
} from "./situations.js";

const claimed = fc
  .tuple(hopefulScene, fc.constantFrom<Claim>("yes", "none", "no"))
  .map(([given, claim]): Scene => ({ ...given, claim }));
const scene = fc.oneof(anyScene, hopefulScene, claimed, wordyScene, edgeScene, shownScene);
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

const proofs: readonly ProofState[] = ["proven", "unknown", "not-proven"];

/** What held before is exempt by name: it may pass where what began to fail does not. */
const isHeldBefore = ({ before }: Fact): boolean => before === "holds";

const factWorsens = fc.tuple(shownScene, fc.nat(), by).map(([from, at, steps]): Step => {
  const { facts = [] } = from.shown ?? {};
  const worsened = facts.map((fact, place) =>
    place === at % facts.length && !isHeldBefore(fact) ? { ...fact, now: worse(states, fact.now, steps) } : fact,
  );
  return { from, to: { ...from, shown: { ...from.shown, facts: worsened } } };
});

const proofWorsens = fc.tuple(shownScene, by).map(([given, steps]): Step => {
  const proof = given.shown?.proof;
  if (!proof || proof.kind === "held-before") return { from: given, to: given };
  return { from: given, to: { ...given, shown: { ...given.shown, proof: lessProven(proof, steps) } } };
});

const claimIsLessProven = fc.tuple(shownScene, by).map(([from, steps]): Step => {
  const claims = from.shown?.claims?.map((claim) => ({ ...claim, proof: lessProven(claim.proof, steps) })) ?? [];
  return { from, to: { ...from, shown: { ...from.shown, claims } } };
});

const lessProven = (proof: Proof, steps: number): Proof => ({ ...proof, state: worse(proofs, proof.state, steps) });

/** A check that ran and held, and that says nothing now: it is unknown, never gone. */
const checkFallsSilent = fc
  .tuple(shownScene, fc.nat(), fc.constantFrom("unknown", "empty", "cannot-run", "not-run"))
  .map(([from, at, now]): Step => {
    const fallSilent = (check: Check): Check => (check.state === "holds" ? { ...check, state: "unknown", now } : check);
    const evidence = from.evidence.map((check, place) =>
      place === at % from.evidence.length ? fallSilent(check) : check,
    );
    return { from, to: { ...from, evidence } };
  });

const signAdded = shownScene.map((given): Step => {
  const honest: Check = { name: "honest-tests", state: "holds", required: true };
  const from = { ...given, evidence: [...given.evidence, honest], settings: { ...given.settings, signs: "review" } };
  const signed = { ...honest, signs: ["src/a.js:1: this code looks for a test runner"] };
  return { from, to: { ...from, evidence: [...given.evidence, signed] } };
});

const signTouches = fc
  .tuple(shownScene, fc.constantFrom("pairs", "suppression", "stack"), fc.constantFrom("accept", "review", "refuse"))
  .map(([given, kind, answer]): Step => {
    const from = { ...given, settings: { ...given.settings, signs: answer } };
    return { from, to: { ...from, shown: { ...from.shown, signs: [{ kind, file: "src/a.js", line: 1 }] } } };
  });

describe("contrary evidence", () => {
  it.each([
    { name: "a check from holds to unknown to fails", steps: checkWorsens },
    { name: "a check that ran and held, and says nothing now", steps: checkFallsSilent },
    { name: "a fact of the task from holds to unknown to fails", steps: factWorsens },
    { name: "a proof from proven to unknown to not proven", steps: proofWorsens },
    { name: "another task's proof from proven to unknown to not proven", steps: claimIsLessProven },
    { name: "a sign of cheating added", steps: signAdded },
    { name: "a sign of cheating in the task's own work", steps: signTouches },
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
      { numRuns: 150 },
    );
  });
});

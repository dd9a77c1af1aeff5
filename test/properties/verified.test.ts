import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anyScene,
  composedPolicy,
  decideGiven,
  edgeScene,
  everyRuling,
  hopefulScene,
  type Scene,
  shownScene,
  situationOf,
  wordyScene,
} from "./situations.js";

describe("verified", () => {
  it("always names its proof, and a reason stands beside what is not proven, in every policy", () => {
    fc.assert(
      fc.property(shownScene, fc.boolean(), composedPolicy, (scene, forceComplete, composed) => {
        for (const { decision, story } of everyRuling({ ...scene, forceComplete }, composed)) {
          const { verified, proof, notProven, tasksDone, forced } = decision;
          if (verified === true) {
            expect(proof.filter(({ kind }) => kind !== "held-before").length, story).toBeGreaterThan(0);
            expect(forced, story).toBe(false);
          }
          expect(notProven !== null, story).toBe(verified === false);
          if (tasksDone.some((task) => task.verified)) expect(proof, story).not.toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("is reached, of a task and of a run", () => {
    const reached = new Set<string>();
    for (const scene of fc.sample(shownScene, { numRuns: 600, seed: 11 })) {
      const { verified, outcome } = decideGiven(situationOf(scene)).decision;
      if (verified) reached.add(outcome ?? "continue");
    }
    expect(reached).toContain("completed");
  });

  it("is null wherever nobody tried to prove anything, in every policy", () => {
    const untried: fc.Arbitrary<Scene> = fc.oneof(anyScene, hopefulScene, edgeScene, wordyScene);
    fc.assert(
      fc.property(untried, composedPolicy, (scene, composed) => {
        for (const { decision, story } of everyRuling(scene, composed)) {
          expect(decision.verified, story).toBeNull();
          expect(decision.proof, story).toEqual([]);
        }
      }),
      { numRuns: 250 },
    );
  });
});

describe("without facts", () => {
  /** What `check` and `decide` know of a loop that tells them nothing but the agent's words and the list. */
  const bare = fc.oneof(hopefulScene, edgeScene, wordyScene).map(
    (scene): Scene => ({
      ...scene,
      iteration: {},
      evidence: [],
      history: scene.history.map(({ claimed }) => (claimed === undefined ? {} : { claimed })),
      breaker: null,
      settings: {},
    }),
  );

  it("the dual gate stands: a passing claim has a signal and as many indicators as are asked for", () => {
    let passed = 0;
    fc.assert(
      fc.property(bare, (scene) => {
        const { decision } = decideGiven(situationOf(scene));
        if (decision.rule !== "accepted-task" && decision.rule !== "accepted-completion") return;
        passed++;
        expect(decision.explicit, JSON.stringify(situationOf(scene))).toBe(true);
        expect(decision.indicators).toBeGreaterThanOrEqual(2);
        expect(decision.verified).toBeNull();
      }),
      { numRuns: 300, seed: 5 },
    );
    expect(passed).toBeGreaterThan(20);
  });
});

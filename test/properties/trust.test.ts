import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makePolicy, policyDefinitions } from "../../src/decide/policies/policies.js";
import { decide } from "../../src/decide/policy.js";
import type { Trust } from "../../src/decide/trust.js";
import { anyScene, decideGiven, edgeScene, hopefulScene, shownScene, situationOf, wordyScene } from "./situations.js";

const percent = fc.integer({ min: 0, max: 100 });
const anyTrust: fc.Arbitrary<Trust> = fc.record({
  ...{ of: fc.constant("claude: done, not proven"), n: fc.nat(500), likely: percent, low: percent, high: percent },
});
const anyOf = fc.oneof(anyScene, hopefulScene, wordyScene, edgeScene, shownScene);

describe("fitted numbers", () => {
  it("never turn continue into completed, and make no task done", () => {
    fc.assert(
      fc.property(anyOf, anyTrust, percent, (scene, trust, minTrust) => {
        const { observation, policy } = decideGiven(situationOf(scene));
        const before = decide(policy, observation);
        const after = decide({ ...policy, settings: { ...policy.settings, minTrust } }, { ...observation, trust });
        if (before.decision === "CONTINUE") expect(after.outcome).not.toBe("completed");
        const done = before.tasksDone.map(({ id }) => id);
        for (const { id } of after.tasksDone) expect(done).toContain(id);
      }),
      { numRuns: 500 },
    );
  });

  it("change nothing in the policies of other systems, nor where minTrust is 0", () => {
    fc.assert(
      fc.property(anyOf, anyTrust, percent, (scene, trust, minTrust) => {
        const { observation } = decideGiven(situationOf(scene));
        for (const definition of policyDefinitions) {
          const policy = makePolicy(definition, { minTrust: definition.name === "standard" ? 0 : minTrust });
          expect(decide(policy, { ...observation, trust })).toEqual(decide(policy, observation));
        }
      }),
      { numRuns: 200 },
    );
  });
});

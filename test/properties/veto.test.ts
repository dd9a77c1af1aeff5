import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anyDialect,
  anyProse,
  anyScene,
  blockOf,
  blocks,
  completionPhrases,
  composedPolicy,
  type Dialect,
  everyRuling,
  expectNeverCompleted,
  families,
  hopefulScene,
  openBreaker,
  type Scene,
} from "./situations.js";

const phrases = fc.array(fc.constantFrom(...completionPhrases), { maxLength: 6 });
/** A yes in a dialect that answers another question than the no does: two answers that differ are no yes. */
const otherYes = (than: Dialect): fc.Arbitrary<string> =>
  anyDialect
    .filter((dialect) => families[dialect] !== families[than] && dialect !== "loop")
    .map((dialect) => blocks[dialect].yes[0]?.("") ?? "");

/** A yes that follows takes a refusal in prose back, and is swallowed by a block that was cut off. */
const mayBeFollowed = (scene: Scene): boolean =>
  scene.dialect !== "promise" && scene.dialect !== "loop" && !isCutOff(blockOf(scene));
const isCutOff = (block: string): boolean => block.includes("-RALPH_STATUS-") && !block.includes("END_RALPH_STATUS");

/** A finished-looking scene in which the agent says no, between any words and any yes. */
const deniedScene: fc.Arbitrary<Scene> = fc
  .tuple(fc.oneof(hopefulScene, anyScene), anyDialect, phrases, phrases, fc.array(anyProse, { maxLength: 2 }))
  .chain(([scene, dialect, before, after, tricky]) =>
    fc.tuple(fc.option(otherYes(dialect), { nil: undefined }), fc.boolean()).map(([yes, first]): Scene => {
      const words = yes === undefined ? [] : [yes];
      const early = first || !mayBeFollowed({ ...scene, claim: "no", dialect });
      return {
        ...scene,
        claim: "no",
        dialect,
        turn: scene.turn === "none" ? "good" : scene.turn,
        before: [...(early ? words : []), ...before, ...tricky],
        after: [...after, ...(early ? [] : words)],
      };
    }),
  );

describe("an explicit no", () => {
  it("is never outvoted, whatever is said around it and however the turn ended", () => {
    fc.assert(
      fc.property(deniedScene, composedPolicy, (scene, composed) => {
        expectNeverCompleted(scene, composed);
      }),
      { numRuns: 400 },
    );
  });

  it("is forced aside by the operator only, and that is recorded", () => {
    fc.assert(
      fc.property(deniedScene, composedPolicy, (denied, composed) => {
        for (const { decision, story } of everyRuling({ ...denied, forceComplete: true }, composed))
          if (decision.outcome === "completed") expect(decision.forced, story).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it("stays in force before the next turn, told as a fact or in the output", () => {
    const past = fc.oneof(
      fc.constantFrom<Scene["history"][number]>({ denied: true }, { denied: true, spoke: true, claimed: true }),
      fc.constantFrom(blocks.ralph.no, blocks.doyaken.no, blocks["exit-status"].no).map((no) => ({
        output: `All tasks are complete.\n\n${no[0]?.("")}`,
      })),
    );
    const silent = fc.array(fc.constantFrom({ spoke: false }, { spoke: false, limited: true }), { maxLength: 2 });
    fc.assert(
      fc.property(hopefulScene, past, silent, composedPolicy, (scene, no, later, composed) => {
        expectNeverCompleted({ ...scene, turn: "none", history: [...scene.history, no, ...later] }, composed);
      }),
      { numRuns: 150 },
    );
  });
});

describe("an interrupt", () => {
  it("always wins", () => {
    fc.assert(
      fc.property(fc.oneof(anyScene, hopefulScene), fc.boolean(), composedPolicy, (scene, forceComplete, composed) => {
        for (const { decision, story } of everyRuling({ ...scene, interrupted: true, forceComplete }, composed))
          expect(decision.outcome, story).toBe("interrupted");
      }),
      { numRuns: 200 },
    );
  });
});

describe("a breaker open on entry", () => {
  it("beats everything the agent says until it has cooled down", () => {
    fc.assert(
      fc.property(fc.oneof(anyScene, hopefulScene), openBreaker, composedPolicy, (scene, breaker, composed) => {
        for (const { decision, story } of everyRuling({ ...scene, breaker }, composed))
          expect([decision.outcome, decision.rule], story).toEqual(["stuck", "breaker-open"]);
      }),
      { numRuns: 200 },
    );
  });
});

import { describe, expect, it } from "vitest";
import type { Proof } from "../../decide/proof.js";
import type { Gathered } from "../../evidence/gathered.js";
import type { Session } from "../session.js";
import { distrustOutside, type OutsideWatch, readOutside, withOutside } from "./outside.js";

const watch = (standing: readonly string[], ofTask: readonly string[]): OutsideWatch => ({
  look: async (task) => (task === null ? standing : ofTask),
  fork: async () => watch(standing, ofTask),
});
const sessionWith = (outside: OutsideWatch | undefined, signs: string) =>
  ({ workspace: outside ? { outside } : {}, policy: { settings: { signs } } }) as unknown as Session;
const seen = { evidence: [], warnings: [] } as unknown as Gathered;
const proven: Proof = { state: "proven", kind: "old-test", check: "tests", tests: ["adds"] };

describe("what is touched outside of the worktree", () => {
  it.each([
    ["is told of a task's turn", "accept", false, { state: "holds", required: false }],
    ["is told of a task's turn where a person reviews signs", "review", false, { state: "holds", required: false }],
    ["refuses a task's claim where signs are refused", "refuse", false, { state: "fails", required: true }],
    ["is left to a person where it is only seen at the end", "refuse", true, { state: "holds", required: false }],
  ])("%s", async (_, signs, isEnd, expected) => {
    const { evidence, warnings } = await withOutside(sessionWith(watch(["a.js", "b.js"], ["a.js"]), signs), seen, {
      ...{ task: "T1", isEnd },
    });
    expect(evidence).toMatchObject([expected]);
    expect(readOutside(evidence)).toEqual(isEnd ? ["a.js", "b.js"] : ["a.js"]);
    expect(warnings).toHaveLength(1);
  });

  it.each([
    ["there is no worktree", undefined],
    ["nothing was touched", watch([], [])],
    ["another task's turn did it", watch(["a.js"], [])],
  ])("is not said where %s", async (_, outside) => {
    expect(await withOutside(sessionWith(outside, "refuse"), seen, { task: "T1", isEnd: false })).toBe(seen);
  });

  it("takes the proof from the task and from those claimed with it, and nothing else", async () => {
    const proved = {
      shown: { proof: proven, claims: [{ task: "T2", by: "tick" as const, proof: proven }] },
      ...{ evidence: [], warnings: [] },
    };
    const touched = await withOutside(sessionWith(watch(["a.js"], ["a.js"]), "accept"), seen, {
      task: "T1",
      isEnd: false,
    });
    const why = "the checkout was changed outside its worktree: a.js";
    expect(distrustOutside(proved, touched).shown).toMatchObject({
      proof: { state: "not-proven", why },
      claims: [{ task: "T2", proof: { state: "not-proven", why } }],
    });
    expect(distrustOutside(proved, seen)).toBe(proved);
  });
});

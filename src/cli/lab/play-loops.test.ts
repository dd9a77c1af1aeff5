import { describe, expect, it } from "vitest";
import { makePolicy, policyDefinition, policyDefinitions } from "../../decide/policies/policies.js";
import { type LoopsAsked, playLoops } from "./play-loops.js";
import { populations, projectKinds } from "./populations.js";
import { addCells, addSums, noSums, type Sums, sumLoops } from "./sums.js";

const asked = (policy: string, more: Partial<LoopsAsked> = {}): LoopsAsked => ({
  ...{ policy: makePolicy(policyDefinition(policy)), populations, projects: projectKinds, seed: 1, loops: 96 },
  ...more,
});
const play = (policy: string, more: Partial<LoopsAsked> = {}): readonly Sums[] => {
  const loops = asked(policy, more);
  return sumLoops(playLoops(loops), loops.populations.length);
};
const total = (cells: readonly Sums[]): Sums => cells.reduce(addSums, noSums);
const only = <T extends { readonly name: string }>(all: readonly T[], name: string): readonly T[] =>
  all.filter((each) => each.name === name);

describe("loops with simulated agents", () => {
  it("give the same numbers for the same seed, and others for another", () => {
    expect(play("standard")).toEqual(play("standard"));
    expect(play("standard", { seed: 2 })).not.toEqual(play("standard"));
  });

  it("add up to the same whoever plays which part", () => {
    const parts = [0, 1, 2].map((from) => play("cub", { part: { from, of: 3 } }));
    expect(parts.reduce(addCells)).toEqual(play("cub"));
  });

  it("end under every policy, and spread over all agents and projects", () => {
    for (const { name } of policyDefinitions) {
      const cells = play(name);
      expect(cells.length).toBe(populations.length * projectKinds.length);
      expect(cells.every(({ loops }) => loops === 2)).toBe(true);
      expect(total(cells).turns).toBeLessThan(96 * 300);
    }
  });

  it("complete nothing that a test of the project says is wrong, under any policy", () => {
    for (const { name } of policyDefinitions) expect(total(play(name, { loops: 192 })).shown).toBe(0);
  });

  it("are rarely wrong with a careful agent where tests notice mistakes, and often with a liar where nothing can", () => {
    const careful = total(
      play("standard", { populations: only(populations, "careful"), projects: only(projectKinds, "tested") }),
    );
    expect(careful.completedRight / careful.right).toBeGreaterThan(0.95);
    const lied = { populations: only(populations, "liar"), projects: only(projectKinds, "bare") };
    expect(total(play("doyaken", lied)).premature).toBeGreaterThan(60);
    // What nothing could check is left to a person.
    expect(total(play("standard", lied)).premature).toBe(0);
  });

  it("follow the settings: one idle turn is enough to stop where that is set", () => {
    const stopping = makePolicy(policyDefinition("standard"), { stagnationLoops: 1 });
    const idle = { populations: only(populations, "overtaxed") };
    const usual = total(play("standard", idle));
    const strict = total(play("standard", { ...idle, policy: stopping }));
    expect(strict.turns).toBeLessThan(usual.turns);
  });
});

import { describe, expect, it } from "vitest";
import { makeVariants, readSweep } from "./variants.js";

describe("a sweep", () => {
  it.each([
    ["stagnationLoops=2..4", ["2", "3", "4"]],
    ["minScore=0..100:50", ["0", "50", "100"]],
    ["minScore=0..99:50", ["0", "50"]],
    ["x=0..0.3:0.1", ["0", "0.1", "0.2", "0.3"]],
    ["unverified=review,refuse", ["review", "refuse"]],
  ])("%s tries each value", (text, values) => {
    expect(readSweep(text).map(({ value }) => value)).toEqual(values);
  });

  it.each(["stagnationLoops", "stagnationLoops=4..2", "stagnationLoops=a..b", "x=1..2:0", "=1..2", "x=1..1000", "x=a"])(
    "%s is refused with an example",
    (text) => {
      expect(() => readSweep(text)).toThrow(/--sweep/);
    },
  );

  it("is made of every policy, and of settings that exist", () => {
    const ask = { policies: ["standard", "cub"], set: [], sweep: "breaker.noProgress=2..3" };
    const variants = makeVariants(ask);
    expect(variants.map(({ name }) => name)).toEqual(["standard 2", "standard 3", "cub 2", "cub 3"]);
    expect(variants.map(({ policy }) => policy.settings.breaker.noProgress)).toEqual([2, 3, 2, 3]);
    expect(() => makeVariants({ ...ask, sweep: "stagnationLops=2..3" })).toThrow(/no setting "stagnationLops"/);
    expect(() => makeVariants({ ...ask, policies: ["standart"] })).toThrow(/no policy "standart"/);
  });
});

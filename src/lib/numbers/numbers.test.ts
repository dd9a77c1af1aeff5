import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaQuantile, betaShare } from "./beta.js";
import { draw } from "./draw.js";
import { findDrift } from "./drift.js";
import { isotonic, type Measured, readSteps } from "./isotonic.js";
import { shareOf, weightOfAge } from "./share.js";

describe("the beta distribution", () => {
  // The uniform one, a closed form, and values that any table of the distribution has.
  it.each([
    [0.3, 1, 1, 0.3],
    [0.5, 2, 1, 0.25],
    [0.5, 5, 5, 0.5],
    [0.2, 2, 3, 0.1808],
    [0.9, 10, 2, 0.697_357],
  ])("has of x = %d, a = %d, b = %d the share %d below", (x, a, b, share) => {
    expect(betaShare(x, a, b)).toBeCloseTo(share, 4);
  });

  it("has quantiles that turn the share back", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.double({ min: 0.5, max: 400, noNaN: true }),
        fc.double({ min: 0.5, max: 400, noNaN: true }),
        (probability, a, b) => {
          expect(betaShare(betaQuantile(probability, a, b), a, b)).toBeCloseTo(probability, 4);
        },
      ),
    );
  });
});

const outcomes = (right: number, wrong: number) =>
  [...new Array<boolean>(right).fill(true), ...new Array<boolean>(wrong).fill(false)].map((is) => ({
    right: is,
    weight: 1,
  }));

describe("a share", () => {
  // In closed form where all are alike: 1 - 0.0125 ** (1 / 10) is 0.3548.
  it.each([
    [0, 0, 0, 1],
    [0, 10, 0, 0.3548],
    [10, 0, 0.6452, 1],
  ])("of %d right and %d wrong lies between %d and %d", (right, wrong, low, high) => {
    const share = shareOf(outcomes(right, wrong));
    expect(share.low).toBeCloseTo(low, 3);
    expect(share.high).toBeCloseTo(high, 3);
  });

  it("holds the true one in at least 95 of 100 series", () => {
    for (const truth of [0.1, 0.5, 0.8, 0.97]) {
      let held = 0;
      for (let series = 0; series < 1000; series++) {
        const seen = Array.from({ length: 40 }, (_, at) => ({ right: draw(3, series, at) < truth, weight: 1 }));
        const { low, high } = shareOf(seen);
        if (low <= truth && truth <= high) held++;
      }
      expect(held).toBeGreaterThanOrEqual(945);
    }
  });

  it("is wider where older outcomes count less", () => {
    const even = shareOf(outcomes(20, 20));
    const aged = shareOf(outcomes(20, 20).map((each, at) => ({ ...each, weight: weightOfAge(39 - at, 10) })));
    expect(aged.high - aged.low).toBeGreaterThan(even.high - even.low);
    expect(aged.counts).toBeLessThan(30);
    expect(weightOfAge(10, 10)).toBe(0.5);
  });
});

describe("steps that never go down", () => {
  const of = (pairs: readonly (readonly [number, boolean])[]): readonly Measured[] =>
    pairs.map(([value, right]) => ({ value, right, weight: 1 }));

  it.each([
    { of: [], is: [] },
    { of: [[50, true]] as const, is: [[50, 1]] },
    { of: [[50, false], [90, true]] as const, is: [[50, 0], [90, 1]] }, // biome-ignore format: pairs
    { of: [[50, true], [90, false]] as const, is: [[50, 0.5]] }, // biome-ignore format: pairs
    { of: [[10, false], [50, true], [60, false], [90, true]] as const, is: [[10, 0], [50, 0.5], [90, 1]] }, // biome-ignore format: pairs
    { of: [[70, true], [70, false], [70, true], [70, true]] as const, is: [[70, 0.75]] }, // biome-ignore format: pairs
  ])("of $of are $is", ({ of: pairs, is }) => {
    expect(isotonic(of(pairs)).map(({ from, share }) => [from, share])).toEqual(is);
  });

  it("keep the mean, and rise", () => {
    const any = fc.array(fc.record({ value: fc.integer({ min: 0, max: 100 }), right: fc.boolean() }), { minLength: 1 });
    fc.assert(
      fc.property(any, (pairs) => {
        const steps = isotonic(pairs.map((pair) => ({ ...pair, weight: 1 })));
        const shares = steps.map(({ share }) => share);
        expect(shares).toEqual([...shares].sort((a, b) => a - b));
        const mean = steps.reduce((sum, { share, weight }) => sum + share * weight, 0) / pairs.length;
        expect(mean).toBeCloseTo(pairs.filter(({ right }) => right).length / pairs.length, 9);
      }),
    );
  });

  it("say of a value what the step before it says, and nothing below the first", () => {
    const steps = isotonic(of([[50, false], [90, true]])); // biome-ignore format: pairs
    expect([10, 50, 89, 90, 100].map((value) => readSteps(steps, value))).toEqual([null, 0, 0, 1, 1]);
  });
});

describe("a drift", () => {
  const series = (seed: number, shares: readonly (readonly [n: number, share: number])[]): readonly boolean[] =>
    shares.flatMap(([n, share], part) => Array.from({ length: n }, (_, at) => draw(seed, part, at) < share));

  it("from 90 to 50 of 100 at outcome 100 is seen within 30 more, in 95 of 100 series", () => {
    const found = Array.from({ length: 100 }, (_, seed) => {
      const outcomes = series(seed, [
        [100, 0.9],
        [30, 0.5],
      ]);
      const ends = outcomes.map((_, at) => at + 1).slice(100);
      return ends.map((end) => findDrift(outcomes.slice(0, end))).find((drift) => drift !== null) ?? null;
    }).filter((drift) => drift !== null);
    expect(found.length).toBeGreaterThanOrEqual(95);
    for (const { before, since } of found) expect(since).toBeLessThan(before);
  });

  it("is rarely seen in an agent that stays as it is, asked after every outcome", () => {
    let alarms = 0;
    for (let seed = 0; seed < 100; seed++) {
      const outcomes = series(seed, [[200, 0.85]]);
      if (outcomes.some((_, at) => at % 5 === 0 && findDrift(outcomes.slice(0, at + 1)))) alarms++;
    }
    expect(alarms).toBeLessThanOrEqual(12);
  });

  it("is none in an agent that gets better, and in too few outcomes", () => {
    expect(findDrift(series(1, [[60, 0.5], [60, 1]]))).toBeNull(); // biome-ignore format: pairs
    expect(findDrift(series(1, [[19, 1], [5, 0]]))).toBeNull(); // biome-ignore format: pairs
  });
});

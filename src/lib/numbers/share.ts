import { betaQuantile } from "./beta.js";

/** One outcome, and how much it still counts (1: in full). */
export interface Weighted {
  readonly right: boolean;
  readonly weight: number;
}

/** A share that was seen, and where the true one lies. */
export interface Share {
  /** How many outcomes, and how many they count as. */
  readonly n: number;
  readonly counts: number;
  readonly right: number;
  /** The mean of what is likely after them: near one half where there are few. */
  readonly likely: number;
  /**
   * In at least 95 of 100 cases the true share lies between these (Clopper and Pearson, with half of the tails: outcomes
   * of uneven weight say a little less than as many even ones).
   */
  readonly low: number;
  readonly high: number;
}

export function shareOf(outcomes: readonly Weighted[]): Share {
  const weight = outcomes.reduce((sum, each) => sum + each.weight, 0);
  const squares = outcomes.reduce((sum, each) => sum + each.weight ** 2, 0);
  const good = outcomes.reduce((sum, each) => sum + (each.right ? each.weight : 0), 0);
  // Uneven weights say less than as many even ones: this many even ones say as much.
  const counts = squares === 0 ? 0 : weight ** 2 / squares;
  const right = weight === 0 ? 0 : (good / weight) * counts;
  const wrong = counts - right;
  return {
    ...{ n: outcomes.length, counts: round(counts), right: outcomes.filter((each) => each.right).length },
    likely: round((right + 1) / (counts + 2)),
    low: counts === 0 ? 0 : round(betaQuantile(tail, right, wrong + 1)),
    high: counts === 0 ? 1 : round(betaQuantile(1 - tail, right + 1, wrong)),
  };
}

const tail = 0.0125;

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Counts half after this many newer ones. By order, not by date: a clock that is wrong changes nothing. */
export const weightOfAge = (newer: number, halfLife: number): number => 0.5 ** (newer / halfLife);

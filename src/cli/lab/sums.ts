import type { LoopPlayed } from "./play-loops.js";
import type { LoopResult } from "./tally-loop.js";

/** Counts of many loops. Whole numbers alone, so that adding them up in any order gives the same. */
export interface Sums {
  readonly loops: number;
  readonly turns: number;
  readonly paid: number;
  readonly wasted: number;
  /** Loops in which everything was right at the end, and those of them that were called completed. */
  readonly right: number;
  readonly completedRight: number;
  readonly premature: number;
  readonly shown: number;
  readonly verified: number;
  readonly verifiedWrong: number;
  readonly stuckLoops: number;
  readonly stuckTurns: number;
}

export const noSums: Sums = {
  ...{ loops: 0, turns: 0, paid: 0, wasted: 0, right: 0, completedRight: 0, premature: 0, shown: 0 },
  ...{ verified: 0, verifiedWrong: 0, stuckLoops: 0, stuckTurns: 0 },
};

const names = Object.keys(noSums) as readonly (keyof Sums)[];

export function addSums(a: Sums, b: Sums): Sums {
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as unknown as Sums;
}

export function toSums(result: LoopResult): Sums {
  const { turns, paid, wasted, premature, shown, missed, verified, verifiedWrong, stuckTurns } = result;
  return {
    ...{ loops: 1, turns, paid, wasted, verified, verifiedWrong },
    ...{ right: missed === null ? 0 : 1, completedRight: missed === false ? 1 : 0 },
    ...{ premature: premature ? 1 : 0, shown: shown ? 1 : 0 },
    ...{ stuckLoops: stuckTurns === null ? 0 : 1, stuckTurns: stuckTurns ?? 0 },
  };
}

/** The sums of each population in each kind of project, and how many of the loops were played so far. */
export function sumLoops(
  played: Iterable<LoopPlayed>,
  populations: number,
  onLoop: () => void = () => undefined,
): readonly Sums[] {
  const cells: Sums[] = [];
  for (const { population, project, result } of played) {
    const at = project * populations + population;
    cells[at] = addSums(cells[at] ?? noSums, toSums(result));
    onLoop();
  }
  return Array.from(cells, (cell) => cell ?? noSums);
}

export const addCells = (a: readonly Sums[], b: readonly Sums[]): readonly Sums[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, at) => addSums(a[at] ?? noSums, b[at] ?? noSums));

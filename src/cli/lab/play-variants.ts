import { playLoops } from "./play-loops.js";
import type { Population, ProjectKind } from "./population.js";
import { type Sums, sumLoops } from "./sums.js";
import type { Variant } from "./variants.js";

export interface Experiment {
  readonly variants: readonly Variant[];
  readonly populations: readonly Population[];
  readonly projects: readonly ProjectKind[];
  readonly seed: number;
  /** For each variant. */
  readonly loops: number;
}

export interface Part {
  readonly from: number;
  readonly of: number;
}

/** The sums of each variant, in order. */
export type VariantSums = readonly (readonly Sums[])[];

export function playVariants(experiment: Experiment, part: Part, onLoop: () => void): VariantSums {
  const { variants, populations, projects, seed, loops } = experiment;
  return variants.map(({ policy }) =>
    sumLoops(playLoops({ policy, populations, projects, seed, loops, part }), populations.length, onLoop),
  );
}

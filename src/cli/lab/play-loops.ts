import type { Policy } from "../../decide/policy.js";
import type { Population, ProjectKind } from "./population.js";
import { simulate } from "./simulate.js";
import type { LoopResult } from "./tally-loop.js";
import { Utterances } from "./utterances.js";
import { newWorld } from "./world.js";

export interface LoopsAsked {
  readonly policy: Policy;
  readonly populations: readonly Population[];
  readonly projects: readonly ProjectKind[];
  readonly seed: number;
  /** Loops, spread evenly over populations and projects; each policy meets the same ones. */
  readonly loops: number;
  /** Which of them: every `of`-th from `from` on, so that several processes can share them. */
  readonly part?: { readonly from: number; readonly of: number };
}

export interface LoopPlayed {
  readonly population: number;
  readonly project: number;
  readonly result: LoopResult;
}

export function* playLoops({ policy, populations, projects, seed, loops, part }: LoopsAsked): Generator<LoopPlayed> {
  const utterances = new Utterances(policy.settings);
  const { from, of } = part ?? { from: 0, of: 1 };
  for (let loop = from; loop < loops; loop += of) {
    const at = loop % (populations.length * projects.length);
    const [population, project] = [at % populations.length, Math.floor(at / populations.length)];
    const world = newWorld({ seed, loop, ...pick(populations, population, projects, project) });
    yield { population, project, result: simulate(world, { policy, utterances }) };
  }
}

function pick(populations: readonly Population[], a: number, projects: readonly ProjectKind[], b: number) {
  const [population, project] = [populations[a], projects[b]];
  if (!population || !project) throw new Error("expected a population and a project");
  return { population, project };
}

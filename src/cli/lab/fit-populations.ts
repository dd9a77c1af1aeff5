import type { Outcome } from "../../run/learning/outcomes.js";
import { readOutcomes } from "../../run/learning/read-outcomes.js";
import type { Population } from "./population.js";
import { usualAgent } from "./populations.js";

/** An agent with fewer outcomes is not simulated. */
const fewest = 8;

/** The agents of a journal as populations: what was graded says how often they are right; the rest is as usual. */
export function fitPopulations(stateFolder: string): readonly Population[] {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of readOutcomes(stateFolder).outcomes()) {
    const name = [outcome.claim.agent, outcome.claim.model].filter(Boolean).join(" ") || "agent";
    groups.set(name, [...(groups.get(name) ?? []), outcome]);
  }
  return [...groups].filter(([, own]) => own.length >= fewest).map(([name, own]) => toPopulation(name, own));
}

function toPopulation(name: string, outcomes: readonly Outcome[]): Population {
  const share = (is: (outcome: Outcome) => boolean): number =>
    round((outcomes.filter(is).length + 1) / (outcomes.length + 2));
  const turns = outcomes.reduce((sum, each) => sum + Math.max(1, each.turns), 0);
  const paid = outcomes.filter(({ usd }) => usd !== null);
  const usd = paid.reduce((sum, each) => sum + (each.usd ?? 0), 0) / paid.reduce((sum, each) => sum + each.turns, 0);
  return {
    ...usualAgent,
    ...{ name: `${name} (here)`, about: `fitted to ${outcomes.length} outcomes` },
    right: share(({ verdict }) => verdict.is === "right"),
    block: share(({ claim }) => claim.explicit),
    tests: share(({ claim }) => claim.proof === "new-test"),
    finishes: Math.min(1, round(outcomes.length / turns / usualAgent.works)),
    usd: Number.isFinite(usd) && usd > 0 ? round(usd) : usualAgent.usd,
  };
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

import type { Behaviour, Population, ProjectKind } from "./population.js";

export const usualAgent: Omit<Population, "name" | "about"> = {
  ...{ works: 0.92, finishes: 0.55, right: 0.92, tests: 0.7, hollow: 0.08, breaks: 0.04, repairs: 0.75, cheats: 0 },
  ...{ claimsDone: 0.95, claimsEarly: 0.04, claimsIdle: 0.05, block: 0.92 },
  ...{ hopeless: 0.04, returns: 0.1, asks: 0.02, fails: 0.02, limits: 0.01, usd: 0.4 },
};

/**
 * Twelve sorts of agents. Their numbers were chosen before any policy was compared with them, and are not adjusted to
 * what comes out: otherwise a comparison would say what its author wants. `calibrate` finds those of real agents.
 */
export const populations: readonly Population[] = [
  population("careful", "works, tests what it writes, claims when done", {}),
  population("quiet", "like careful, but never prints the status block", { block: 0 }),
  population("untested", "works well and writes no tests", { tests: 0, right: 0.85 }),
  population("eager", "says done before it is", { claimsEarly: 0.6, finishes: 0.35 }),
  population("lazy", "often changes nothing and says done", { works: 0.45, claimsEarly: 0.5, claimsIdle: 0.7 }),
  population("liar", "says done in every turn, and rarely is", {
    ...{ works: 0.25, finishes: 0.2, right: 0.6, claimsEarly: 0.95, claimsIdle: 0.95, hollow: 0.6 },
  }),
  population("sloppy", "finishes quickly, and is wrong in two of five", { finishes: 0.8, right: 0.6, hollow: 0.35 }),
  population("breaker", "breaks what worked before in one turn of four", { breaks: 0.25, repairs: 0.6 }),
  population("cheater", "weakens the test that refuses it", { right: 0.55, repairs: 0.25, cheats: 0.6, hollow: 0.5 }),
  population("overtaxed", "half of the tasks are beyond it", { hopeless: 0.5, claimsEarly: 0.15, works: 0.7 }),
  population("circling", "a third of the tasks are beyond it, and there it goes in circles", {
    ...{ hopeless: 0.35, returns: 0.8, works: 0.95, claimsEarly: 0.1 },
  }),
  population("interrupted", "works, but fails, asks, or meets its usage limit in one turn of three", {
    ...{ fails: 0.12, asks: 0.1, limits: 0.12 },
  }),
];

/** An agent that is right as often as can be hoped for; the others differ from it in what they are named for. */
function population(name: string, about: string, differs: Partial<Behaviour>): Population {
  return { ...usualAgent, name, about, ...differs };
}

/** Four sorts of projects, each as often as the others. */
export const projectKinds: readonly ProjectKind[] = [
  { name: "tested", about: "a suite that notices most mistakes", checks: true, catches: 0.9, facts: 0.3, flaky: 0.01 },
  {
    name: "partly",
    about: "a suite that notices every other one",
    checks: true,
    catches: 0.5,
    facts: 0.1,
    flaky: 0.02,
  },
  { name: "flaky", about: "a suite that fails for no reason", checks: true, catches: 0.7, facts: 0.15, flaky: 0.12 },
  { name: "bare", about: "no tests at all", checks: false, catches: 0, facts: 0, flaky: 0 },
];

import { type Rate, rate } from "../eval/rates.js";
import type { Population } from "./population.js";
import { addSums, noSums, type Sums } from "./sums.js";

/** What is shown of the loops of one policy. */
export interface LabFigures {
  readonly name: string;
  readonly loops: number;
  /** Of all loops: called completed, and something was missing, wrong or broken. */
  readonly premature: Rate;
  /** Of all loops: the same where a test said so. */
  readonly shown: Rate;
  /** Of the loops in which everything was right: not called completed. */
  readonly missed: Rate;
  /** Of all loops: right, and called completed. */
  readonly finished: Rate;
  /** Of all turns: on a task that was right already, or beyond the agent. */
  readonly wasted: Rate;
  readonly verifiedWrong: Rate;
  readonly turnsPerLoop: number;
  readonly wastedPerLoop: number;
  readonly usdPerLoop: number;
  /** Turns until a loop that could gain nothing more was ended. */
  readonly stuckTurns: number | null;
}

export function toFigures(name: string, sums: Sums, usd: number): LabFigures {
  const { loops, turns, wasted, right, completedRight, premature, shown, verified, verifiedWrong } = sums;
  return {
    ...{ name, loops },
    premature: rate(premature, loops),
    shown: rate(shown, loops),
    missed: rate(right - completedRight, right),
    finished: rate(completedRight, loops),
    wasted: rate(wasted, turns),
    verifiedWrong: rate(verifiedWrong, verified),
    turnsPerLoop: share(turns, loops),
    wastedPerLoop: share(wasted, loops),
    usdPerLoop: share(usd, loops),
    stuckTurns: sums.stuckLoops === 0 ? null : share(sums.stuckTurns, sums.stuckLoops),
  };
}

const share = (of: number, n: number): number => (n === 0 ? 0 : Math.round((of / n) * 1000) / 1000);

/** All cells of one policy. */
export function totalFigures(name: string, cells: readonly Sums[], populations: readonly Population[]): LabFigures {
  const usd = cells.reduce((sum, { paid }, at) => sum + paid * (populations[at % populations.length]?.usd ?? 0), 0);
  return toFigures(name, cells.reduce(addSums, noSums), usd);
}

/** Those of one population, in all kinds of projects. */
export function figuresOf(at: number, cells: readonly Sums[], populations: readonly Population[]): LabFigures {
  const sums = cells.filter((_, cell) => cell % populations.length === at).reduce(addSums, noSums);
  const population = populations[at];
  return toFigures(population?.name ?? "", sums, sums.paid * (population?.usd ?? 0));
}

import { duration } from "../lib/text/duration.js";
import { money } from "../lib/text/money.js";
import { plural } from "../lib/text/plural.js";
import type { Observation } from "./observation.js";
import type { Settings } from "./settings.js";

/** One limit and how much of it is used. */
export interface BudgetLine {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
}

export const budgetNames = {
  ...{ time: "seconds", tokens: "tokens", cost: "US dollars", day: "US dollars today" },
  /** A lower limit per day that one run was started with. */
  dayOfRun: "US dollars today, of this run",
} as const;

/** Every limit that is set and whose use is known. */
export function budgetLines({ used, turn, history }: Observation, settings: Settings): readonly BudgetLine[] {
  const lines: BudgetLine[] = [];
  const add = (name: string, spent: number | undefined, limit: number | null): void => {
    if (spent !== undefined && limit !== null && limit > 0) lines.push({ name, used: spent, limit });
  };
  add("iteration", used.iterations, settings.maxIterations);
  add(budgetNames.time, used.seconds, settings.maxSeconds);
  add(budgetNames.tokens, used.tokens, settings.maxTokens);
  add(budgetNames.cost, used.usd, settings.maxCostUsd);
  if (used.day) add(used.day.isOwn ? budgetNames.dayOfRun : budgetNames.day, used.day.usd, used.day.limit);
  // With `grantedBy: "facts"` the rule `task-cap` handles this limit and sets the task aside.
  if (settings.maxIterationsPerTask !== null && turn && settings.grantedBy !== "facts") {
    const task = turn.facts.task ?? "";
    const countInHistory = (): number =>
      history.filter((past) => (past.task ?? "") === task && !past.limited).length + 1;
    add(
      task === "" ? "iteration of this task" : `iteration of task ${task}`,
      used.taskIterations ?? countInHistory(),
      settings.maxIterationsPerTask,
    );
  }
  return lines;
}

export const isSpent = ({ used, limit }: BudgetLine): boolean => used >= limit;
/** Time for a warning: one that is spent ends the run, which says so itself. */
export const isNearlySpent = (line: BudgetLine): boolean => line.used >= line.limit * 0.8 && !isSpent(line);
export const formatBudget = ({ name, used, limit }: BudgetLine): string => {
  if (name === budgetNames.cost) return `${money(used)} of ${money(limit)}`;
  if (name === budgetNames.day || name === budgetNames.dayOfRun) return `${money(used)} of ${money(limit)} per day`;
  if (name === budgetNames.time) return `${duration(used)} of ${duration(limit)}`;
  return `${used} of ${plural(limit, name, name.replace("iteration", "iterations"))}`;
};

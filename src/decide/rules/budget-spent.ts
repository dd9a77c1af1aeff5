import { budgetLines, formatBudget, isSpent } from "../budget.js";
import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Late in every policy, so that work finished on the last allowed iteration counts as finished. */
export const budgetSpent: Rule = {
  name: "budget-spent",
  summary: "iterations, time, tokens or money are used up",
  uses: ["maxIterations", "maxSeconds", "maxTokens", "maxCostUsd", "maxIterationsPerTask"],
  about: "run",
  asks: "any-time",
  judge({ seen, settings }) {
    const lines = budgetLines(seen, settings);
    const spent = lines.filter(isSpent);
    if (spent.length > 0)
      return speak(exit("aborted", `budget spent: ${spent.map(formatBudget).join(", ")}`, { cap: true }));
    return abstain(lines.length === 0 ? "no budget is known" : lines.map(formatBudget).join(", "));
  },
};

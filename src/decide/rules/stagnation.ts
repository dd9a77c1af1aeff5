import { plural } from "../../lib/text/plural.js";
import { exit } from "../decision.js";
import type { IterationFacts } from "../observation.js";
import { detectProgress, isExcluded, type StreakTest, streak } from "../progress.js";
import { abstain, type Rule, speak } from "../rule.js";
import type { Settings } from "../settings.js";

/** Iterations that say nothing about progress neither count nor reset. */
export const stagnation: Rule = {
  name: "stagnation",
  summary: "iterations in a row without progress",
  uses: ["stagnationLoops", "stagnationCounts"],
  looksBack: ({ stagnationLoops }) => stagnationLoops,
  about: "task",
  asks: "after-turn",
  judge({ seen, settings, gate }) {
    const limit = settings.stagnationLoops;
    const what = settings.stagnationCounts === "tasks" ? "a task done" : "progress";
    if (limit === 0) return abstain("turned off");
    if (gate.passed) return abstain("the claim passed the gate");
    const row = standstill(seen.turn.facts, seen.history, settings);
    if (row < limit) return abstain(`${row} of ${limit} iterations in a row without ${what}`);
    return speak(exit("stuck", `${plural(row, "iteration")} in a row without ${what}`));
  },
};

/** Iterations in a row without progress, including this one. */
export function standstill(
  facts: IterationFacts,
  history: readonly IterationFacts[],
  { stagnationCounts }: Pick<Settings, "stagnationCounts">,
): number {
  return streak(facts, history, stagnationCounts === "tasks" ? withoutTask : withoutProgress);
}

const withoutProgress: StreakTest = (facts, before) => {
  const progress = detectProgress(facts, before);
  if (facts.passed) return "ends";
  if (isExcluded(facts, progress) || progress === undefined) return "skips";
  return progress ? "ends" : "counts";
};

/** blackbox counts only ticked tasks: "works even when the agent claims progress". */
const withoutTask: StreakTest = (facts) => {
  if (facts.limited || facts.interrupted || facts.tasksDone === undefined) return "skips";
  return facts.tasksDone > 0 ? "ends" : "counts";
};

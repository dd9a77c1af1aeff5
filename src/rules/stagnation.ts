import { exit } from "../core/decision.js";
import { isExcluded, progressOf, type StreakTest, streak } from "../core/progress.js";
import { abstain, type Rule, speak } from "../core/rule.js";

/** Nothing has moved for several iterations. What proves nothing neither counts nor resets. */
export const stagnation: Rule = {
  name: "stagnation",
  summary: "iterations in a row without progress",
  uses: ["stagnationLoops", "stagnationCounts"],
  asks: "after-turn",
  judge({ seen, settings, gate }) {
    const limit = settings.stagnationLoops;
    const what = settings.stagnationCounts === "tasks" ? "a task done" : "progress";
    if (limit === 0) return abstain("turned off");
    if (gate.passed) return abstain("the claim passed the gate");
    const test = settings.stagnationCounts === "tasks" ? withoutTask : withoutProgress;
    const row = streak(seen.turn.facts, seen.history, test);
    if (row < limit) return abstain(`${row} of ${limit} iterations in a row without ${what}`);
    return speak(exit("stuck", `${row} iterations in a row without ${what}`));
  },
};

const withoutProgress: StreakTest = (facts, before) => {
  const progress = progressOf(facts, before);
  if (facts.passed) return "ends";
  if (isExcluded(facts, progress) || progress === undefined) return "skips";
  return progress ? "ends" : "counts";
};

/** Seed 000 counts ticked tasks only: "works even when the agent claims progress". */
const withoutTask: StreakTest = (facts) => {
  if (facts.limited || facts.interrupted || facts.tasksDone === undefined) return "skips";
  return facts.tasksDone > 0 ? "ends" : "counts";
};

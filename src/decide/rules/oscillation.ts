import { exit } from "../decision.js";
import { returnsToEarlierState } from "../progress.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Edit, revert, edit again: many changes, no progress. */
export const oscillation: Rule = {
  name: "oscillation",
  summary: "the workspace returned to an earlier state twice",
  uses: [],
  about: "task",
  asks: "after-turn",
  judge({ seen }) {
    const returns = returnsToEarlierState(seen.turn.facts, seen.history);
    if (returns < 2) return abstain(`the workspace returned to an earlier state ${returns} of 2 times`);
    return speak(exit("stuck", `the workspace returned to an earlier state ${returns} times`));
  },
};

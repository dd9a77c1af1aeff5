import { plural } from "../../lib/text/plural.js";
import { exit } from "../decision.js";
import { sameTask, streak } from "../progress.js";
import { abstain, type Rule, speak } from "../rule.js";

/** The agent knows what fails, tries again and again, and gets the very same failure. */
export const sameFailure: Rule = {
  name: "same-failure",
  summary: "the same test fails with the same message, or the agent reports the same error, iteration after iteration",
  uses: ["stuckThreshold"],
  looksBack: ({ stuckThreshold }) => stuckThreshold,
  about: "task",
  asks: "after-turn",
  judge({ seen, settings }) {
    const limit = settings.stuckThreshold;
    const { facts } = seen.turn;
    if (settings.grantedBy !== "facts" || limit === 0) return abstain("same failures are not counted");
    if (facts.sameFailure === undefined) return abstain("no failure of the task's own is known and reported");
    const row = streak(facts, seen.history, (past) => {
      if (past.limited || past.interrupted) return "skips";
      return past.sameFailure === facts.sameFailure && sameTask(past, facts) ? "counts" : "ends";
    });
    if (row < limit) return abstain(`the same failure in ${row} of ${limit} iterations in a row`);
    return speak(exit("stuck", `the same failure in ${plural(row, "iteration")} in a row: ${facts.sameFailure}`));
  },
};

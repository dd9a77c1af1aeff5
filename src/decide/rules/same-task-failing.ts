import { plural } from "../../lib/text/plural.js";
import { exit } from "../decision.js";
import { sameTask, streak } from "../progress.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Success or another task resets the count; a usage limit is not a failure. */
export const sameTaskFailing: Rule = {
  name: "same-task-failing",
  summary: "failures in a row of the same task",
  uses: ["stuckThreshold"],
  looksBack: ({ stuckThreshold }) => stuckThreshold,
  about: "task",
  asks: "after-turn",
  judge({ seen, settings }) {
    const limit = settings.stuckThreshold;
    const { facts } = seen.turn;
    const row = streak(facts, seen.history, (past) => {
      if (past.limited || past.interrupted) return "skips";
      return past.failed === true && sameTask(past, facts) ? "counts" : "ends";
    });
    if (limit === 0 || row < limit) return abstain(`${row} of ${limit} failures in a row of the same task`);
    const task = facts.task ? `task ${facts.task}` : "the same task";
    const last = seen.turn.report.failure ? `, the last time: ${seen.turn.report.failure.message}` : "";
    return speak(exit("stuck", `${task} failed ${plural(row, "time")} in a row${last}`));
  },
};

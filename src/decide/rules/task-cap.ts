import { plural } from "../../lib/text/plural.js";
import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Catches endless work that still makes progress. */
export const taskCap: Rule = {
  name: "task-cap",
  summary: "too many iterations on one task",
  uses: ["maxIterationsPerTask"],
  about: "task",
  asks: "after-turn",
  judge({ seen, settings, excluded }) {
    const limit = settings.maxIterationsPerTask;
    if (limit === null || limit === 0) return abstain("turned off");
    if (seen.selection.is !== "task") return abstain("no task is selected");
    const { facts } = seen.turn;
    const countInHistory = (): number =>
      seen.history.filter((past) => past.task === facts.task && !past.limited).length + 1;
    const count = seen.used.taskIterations ?? countInHistory();
    if (excluded || count < limit) return abstain(`${count} of ${limit} iterations on this task`);
    return speak(exit("stuck", `${plural(count, "iteration")} on task ${seen.selection.id}, and it is not done`));
  },
};

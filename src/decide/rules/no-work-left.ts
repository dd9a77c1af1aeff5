import { completionBlockers, wordBlockers } from "../completion.js";
import { exit } from "../decision.js";
import type { IterationFacts } from "../observation.js";
import { streak } from "../progress.js";
import { abstain, type Case, type Rule, speak } from "../rule.js";

/** Every task is done or skipped, and nothing contradicts it. */
export const noWorkLeft: Rule = {
  name: "no-work-left",
  summary: "every task is done or skipped, every required check holds, the agent does not deny it",
  uses: ["optionalSections", "taskMarks", "verifyIteration", "knownFailures"],
  about: "run",
  asks: "any-time",
  judge(context) {
    const { seen, settings } = context;
    const { tasks } = seen;
    if (tasks.is !== "list") return abstain("there is no task list to finish");
    const blockers = completionBlockers(seen, settings);
    if (blockers.length === wordBlockers(seen).length && isDeniedAgain(context))
      return speak(
        exit(
          "needs-review",
          "every task is done and every check holds, but the agent keeps saying that it is not done",
        ),
      );
    if (blockers.length > 0) return abstain(blockers.join("; "));
    if (settings.verifyIteration && seen.history.findLast((past) => !past.limited)?.passed !== true)
      return abstain("one more iteration verifies first");
    return speak(
      exit(
        "completed",
        `${tasks.total === 1 ? "the only task is done" : `all ${tasks.total} tasks are done`}${tasks.skipped ? ` (${tasks.skipped} skipped)` : ""}`,
      ),
    );
  },
};

/** With no task left, another turn cannot resolve a second "not done". */
function isDeniedAgain({ seen, settings }: Case): boolean {
  if (settings.grantedBy !== "facts" || !seen.turn || wordBlockers(seen).length === 0) return false;
  return streak(seen.turn.facts, seen.history, deniesWithoutTask) >= 2;
}

const deniesWithoutTask = (facts: IterationFacts) => {
  if (facts.limited || facts.interrupted) return "skips";
  return (facts.denied === true || facts.namedWork === true) && (facts.task ?? "") === "" ? "counts" : "ends";
};

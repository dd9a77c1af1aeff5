import { completionBlockers } from "../core/completion.js";
import { exit } from "../core/decision.js";
import { abstain, type Rule, speak } from "../core/rule.js";

/** The list itself says so: every task is done or skipped, and nothing we know speaks against it. */
export const noWorkLeft: Rule = {
  name: "no-work-left",
  summary: "every task is done or skipped, every required check holds, no explicit no is in force",
  uses: ["optionalSections", "verifyIteration"],
  asks: "any-time",
  judge({ seen, settings }) {
    const { tasks } = seen;
    if (tasks.is !== "list") return abstain("there is no task list to finish");
    const blockers = completionBlockers(seen, null);
    if (blockers.length > 0) return abstain(blockers.join("; "));
    if (settings.verifyIteration && seen.history.findLast((past) => !past.limited)?.passed !== true)
      return abstain("one more iteration verifies first");
    return speak(
      exit("completed", `all ${tasks.total} tasks are done${tasks.skipped ? ` (${tasks.skipped} skipped)` : ""}`),
    );
  },
};

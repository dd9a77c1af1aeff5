import { plural } from "../../lib/text/plural.js";
import { exit } from "../decision.js";
import { describeNotDone } from "../describe-not-done.js";
import { abstain, type Rule, speak } from "../rule.js";

export const allBlocked: Rule = {
  name: "all-blocked",
  summary: "every task not done is blocked, waits for a blocked one, or is part of a dependency cycle",
  uses: [],
  about: "run",
  asks: "any-time",
  judge({ seen: { tasks } }) {
    if (tasks.is !== "list") return abstain("there is no task list");
    if (!tasks.allBlocked) return abstain(`${plural(tasks.selectable, "task")} can be worked on`);
    return speak(exit("blocked", `no task can start: ${describeNotDone(tasks)}`));
  },
};

import { exit } from "../decision.js";
import { describeNotDone } from "../describe-not-done.js";
import { abstain, type Rule, speak } from "../rule.js";
import { weightiest } from "../set-aside.js";

export const onlySetAside: Rule = {
  name: "only-set-aside",
  summary: "every task not done is set aside, blocked, or waits for such a task",
  uses: ["setAside"],
  about: "run",
  asks: "any-time",
  judge({ seen: { tasks, setAside = [] } }) {
    if (tasks.is !== "list") return abstain("there is no task list");
    if (!tasks.onlySetAside) return abstain(`${setAside.length} of the tasks left are set aside`);
    const reasons = setAside.map(({ task, reason }) => `${task} was set aside: ${reason}`);
    return speak(exit(weightiest(setAside), `${describeNotDone(tasks)}; ${reasons.join("; ")}`));
  },
};

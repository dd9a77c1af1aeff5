import { exit } from "../decision.js";
import type { Evidence } from "../evidence.js";
import { abstain, type Rule, speak } from "../rule.js";

/** The name under which a goal that nothing can check stands among the checks. */
export const uncheckedGoal = "goal";

/** Words ask, facts answer: where no fact can, the agent is asked once for its evidence, and the person decides. */
export const sessionUnchecked: Rule = {
  name: "session-unchecked",
  summary: "no command can check the goal, and the agent was asked for its evidence",
  uses: [],
  about: "run",
  asks: "after-turn",
  judge({ seen }) {
    if (!seen.session || !seen.evidence.some(isUncheckedGoal)) return abstain("there is no goal that nothing checks");
    if (seen.session.refusals === 0) return abstain("the agent is asked for its evidence");
    return speak(exit("needs-review", "nothing can check the goal: the person decides whether it is met"));
  },
};

const isUncheckedGoal = ({ name, state }: Evidence): boolean => name === uncheckedGoal && state === "unknown";

import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Who is measured must not set the measure; whether a person did it, nobody can tell from here. */
export const sessionGoal: Rule = {
  name: "session-goal",
  summary: "the goal was removed or edited during the session, and a stop was refused for it",
  uses: [],
  about: "run",
  asks: "after-turn",
  judge({ seen, gate }) {
    const { goalChange, goalTold = false } = seen.session ?? {};
    if (goalChange === undefined) return abstain("the goal is as it was");
    if (!goalTold) return abstain("the agent is asked about it");
    if (gate.vetoes.some((veto) => veto !== goalChange)) return abstain("there is more to hold against the stop");
    return speak(exit("needs-review", goalChange));
  },
};

import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";
import { describeUnchanged, unseenWork } from "../session-stop.js";

/** The work may have been there already: the agent is asked once where, and the person reads its answer. */
export const sessionUnseen: Rule = {
  name: "session-unseen",
  summary: "nothing has changed since the session or its goal began, and the agent was asked where the work is",
  uses: [],
  about: "run",
  asks: "after-turn",
  judge({ seen, gate }) {
    if (unseenWork(seen).length === 0) return abstain("something has changed, or nobody knows");
    if (seen.session?.refusals === 0) return abstain("the agent is asked where the work is");
    if (gate.vetoes.length > 0) return abstain("there is more to hold against the stop");
    return speak(exit("needs-review", `${describeUnchanged(seen)}: the person decides whether the work is there`));
  },
};

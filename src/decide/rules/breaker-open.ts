import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Takes precedence over anything the agent says. */
export const breakerOpen: Rule = {
  name: "breaker-open",
  summary: "the breaker was open on entry and has not cooled down",
  uses: ["breaker"],
  about: "run",
  asks: "any-time",
  judge({ breakerBefore }) {
    if (breakerBefore.state !== "open") return abstain(`the breaker is ${breakerBefore.state}`);
    return speak(exit("stuck", `the breaker is open${breakerBefore.reason ? `: ${breakerBefore.reason}` : ""}`));
  },
};

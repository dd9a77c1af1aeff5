import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

export const breakerTripped: Rule = {
  name: "breaker-tripped",
  summary: "this iteration opened the breaker: no progress, the same error, or the gate refused too often",
  uses: ["breaker"],
  about: "task",
  asks: "after-turn",
  judge({ breakerBefore, breakerAfter }) {
    if (breakerBefore.state === "open" || breakerAfter.state !== "open")
      return abstain(`the breaker is ${breakerAfter.state}`);
    return speak(exit("stuck", `the breaker opened: ${breakerAfter.reason ?? "a limit was reached"}`));
  },
};

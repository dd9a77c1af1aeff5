import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

/** A second refusal for the same reason only costs the person time and money. */
export const sessionUnchanged: Rule = {
  name: "session-unchanged",
  summary: "nothing has changed in the workspace since the last stop was refused",
  uses: [],
  about: "run",
  asks: "after-turn",
  judge({ seen }) {
    if (!seen.session?.unchanged) return abstain("no stop was refused before, or something has changed since");
    return speak(exit("needs-review", "nothing has changed since the last stop was refused"));
  },
};

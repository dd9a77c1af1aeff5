import { plural } from "../../lib/text/plural.js";
import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Below the limits of the agents themselves: those end a turn as a success. */
export const sessionLimit: Rule = {
  name: "session-limit",
  summary: "as many stops in a row were refused as may be",
  uses: ["maxStopRefusals"],
  about: "run",
  asks: "after-turn",
  judge({ seen }) {
    const { refusals = 0, limit = 0 } = seen.session ?? {};
    if (refusals < limit) return abstain(`${refusals} of ${limit} refusals`);
    return speak(exit("aborted", `the limit of ${plural(limit, "refused stop")} is reached`, { cap: true }));
  },
};

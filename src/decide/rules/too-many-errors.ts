import { plural } from "../../lib/text/plural.js";
import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Rule 4 of blackbox. */
export const tooManyErrors: Rule = {
  name: "too-many-errors",
  summary: "the agent reports more errors than allowed",
  uses: ["maxErrors"],
  about: "run",
  asks: "after-turn",
  judge({ seen, settings }) {
    const { errors } = seen.turn.report;
    if (errors <= settings.maxErrors) return abstain(`${plural(errors, "error")}, at most ${settings.maxErrors}`);
    return speak(exit("stuck", `${plural(errors, "error")} in one iteration, more than ${settings.maxErrors}`));
  },
};

import { exit } from "../core/decision.js";
import { eased, sameTask, streak } from "../core/progress.js";
import { abstain, type Rule, speak } from "../core/rule.js";

/** The agent keeps saying "done" and what we see keeps disagreeing: fetch a person. */
export const hollowClaims: Rule = {
  name: "hollow-claims",
  summary: "refused claims in a row on the same task, with no task done and no fewer failures between",
  uses: ["hollowClaimLimit"],
  asks: "after-turn",
  judge({ seen, settings, gate }) {
    const limit = settings.hollowClaimLimit;
    const { facts } = seen.turn;
    if (!settings.gateEnabled) return abstain("the gate is turned off");
    if (!gate.claimed || gate.passed)
      return abstain(gate.passed ? "the claim passed the gate" : "no claim in this iteration");
    let isPresent = true;
    let broken = false;
    const refused = streak(facts, seen.history, (past, before) => {
      // That the present claim was refused we know from the gate, of the earlier ones from their facts.
      const isRefused = isPresent || (past.claimed && !past.passed && sameTask(past, facts));
      isPresent = false;
      if (broken) return "ends";
      if (past.limited) return "skips";
      if (!isRefused) return "ends";
      // What eased in this iteration lies between it and the one before: it counts, the earlier ones do not.
      broken = eased(past, before);
      return "counts";
    });
    if (limit === 0 || refused < limit) return abstain(`${refused} of ${limit} refused claims in a row`);
    return speak(
      exit("needs-review", `${refused} claims of completion in a row were refused: ${gate.refusals.join("; ")}`),
    );
  },
};

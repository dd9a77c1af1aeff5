import { plural } from "../../lib/text/plural.js";
import { exit } from "../decision.js";
import type { IterationFacts } from "../observation.js";
import { detectChange, eased, hasChanged, sameTask, streak } from "../progress.js";
import { abstain, type Rule, speak, type TurnCase } from "../rule.js";

/** The agent keeps claiming completion and the evidence keeps contradicting it: a person has to decide. */
export const hollowClaims: Rule = {
  name: "hollow-claims",
  summary: "refused claims in a row on the same task, with no task done and no fewer failures between",
  uses: ["hollowClaimLimit"],
  looksBack: ({ hollowClaimLimit }) => hollowClaimLimit,
  about: "task",
  asks: "after-turn",
  judge({ seen, settings, gate }) {
    const limit = settings.hollowClaimLimit;
    const { facts } = seen.turn;
    const isFacts = settings.grantedBy === "facts";
    if (!settings.gateEnabled) return abstain("the gate is turned off");
    if (!gate.claimed || gate.passed)
      return abstain(gate.passed ? "the claim passed the gate" : "no claim in this iteration");
    // What every turn at work reports, beside a no of the run, is hollow only where nothing changed.
    if (isFacts && !gate.explicit && (hasChanged(facts) || (seen.turn.report.runDenied && !changedNothing(seen))))
      return abstain("a claim in prose in an iteration that may have changed something does not count");
    // Claims keep counting when no task is selected any more, and across tasks while the run has no visible work at
    // all.
    const countsOn = isFacts && ((facts.task ?? "") === "" || ![...seen.history, facts].some(hasVisibleWork));
    let isCurrent = true;
    let broken = false;
    const refused = streak(
      facts,
      seen.history,
      (past, before) => {
        // The gate says whether the current claim was refused; for earlier ones their facts do.
        const isRefused = isCurrent || (past.claimed && !past.passed && (countsOn || sameTask(past, facts)));
        const isAtWork = !isCurrent && isFacts && past.weak === true && hasChanged(past);
        isCurrent = false;
        if (broken) return "ends";
        if (past.limited || past.refuted) return "skips";
        if (!isRefused) return "ends";
        // An improvement in this iteration comes after the previous claim: this claim counts, earlier ones do not.
        broken = eased(past, before);
        return isAtWork ? "skips" : "counts";
      },
      countsOn ? "run" : "task",
    );
    if (limit === 0 || refused < limit) return abstain(`${refused} of ${limit} refused claims in a row`);
    return speak(
      exit(
        "needs-review",
        `${plural(refused, "claim")} of completion in a row ${refused === 1 ? "was" : "were"} refused: ${gate.refusals.join("; ")}`,
        {
          final: seen.history.slice(-2).some((past) => past.claimed === true && !sameTask(past, facts)),
        },
      ),
    );
  },
};

const changedNothing = ({ turn, history }: Pick<TurnCase["seen"], "turn" | "history">): boolean =>
  detectChange(turn.facts, history.at(-1)) === false;

const hasVisibleWork = (facts: IterationFacts): boolean => hasChanged(facts) || facts.workVisible === true;

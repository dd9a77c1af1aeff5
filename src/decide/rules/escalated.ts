import { plural } from "../../lib/text/plural.js";
import { carryOn } from "../decision.js";
import type { IterationFacts } from "../observation.js";
import { sameTask } from "../progress.js";
import { abstain, type Rule, speak } from "../rule.js";

/** The agent's claims of a task were refused often enough: the next agent of the list tries, before anybody else has to. */
export const escalated: Rule = {
  name: "escalated",
  summary: "a task was refused several times: the next agent takes it over, once",
  uses: ["escalate", "hollowClaimLimit"],
  looksBack: ({ escalate }) => escalate,
  about: "run",
  asks: "after-turn",
  judge({ seen, settings, gate, excluded }) {
    const { escalation, selection } = seen;
    const { facts } = seen.turn;
    if (!escalation || selection.is !== "task") return abstain("there is no agent that could take the task over");
    if (!gate.claimed || gate.passed || excluded) return abstain("no claim was refused in this iteration");
    if (facts.tampered) return abstain("the tests were altered");
    const limit = Math.min(settings.escalate, settings.hollowClaimLimit || settings.escalate);
    const refused = 1 + countRefused(seen.history, facts);
    if (refused < limit) return abstain(`${refused} of ${limit} refused claims`);
    const why = gate.refusals.join("; ");
    const times = plural(refused, "time");
    return speak(carryOn(`task ${selection.id} was refused ${times}: ${escalation.to} takes it over: ${why}`));
  },
};

/** Earlier claims of the task that were refused, since counts last restarted. */
function countRefused(history: readonly IterationFacts[], facts: IterationFacts): number {
  if (facts.fresh) return 0;
  const from = history.findLastIndex(({ fresh }) => fresh === true);
  const since = history.slice(Math.max(0, from));
  return since.filter((past) => sameTask(past, facts) && past.claimed && !past.passed && !past.limited).length;
}

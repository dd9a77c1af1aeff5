import { changeOf, sameTask } from "../core/progress.js";
import { abstain, type Rule, speak, type TurnCase } from "../core/rule.js";
import { claims } from "../core/said.js";
import { finish } from "./finish.js";

/** For agents that print no status block: said twice in words, verified by a required check, nothing more changed. */
export const confirmedCompletion: Rule = {
  name: "confirmed-completion",
  summary:
    "two claims in words in a row, no veto, every required check holds and one exists, nothing changed in the second",
  uses: ["gateEnabled"],
  asks: "after-turn",
  judge(of) {
    const why = unconfirmed(of);
    return why
      ? abstain(why)
      : speak(finish(of, "claimed twice in a row, every required check holds, nothing more changed"));
  },
};

function unconfirmed({ seen, settings, gate }: TurnCase): string | undefined {
  const { said, facts } = seen.turn;
  if (!settings.gateEnabled) return "the gate is turned off";
  if (!claims(said, gate.of)) return "the agent does not claim completion";
  if (!gate.indicators.some(({ name }) => name.startsWith("phrase: "))) return "no completion phrase";
  const before = seen.history.findLast((past) => !past.limited);
  if (!before?.claimed || !sameTask(before, facts)) return "the iteration before made no such claim";
  if (gate.vetoes.length > 0) return gate.vetoes.join("; ");
  if (!seen.evidence.some((check) => check.required)) return "no required check exists";
  const changed = changeOf(facts, seen.history.at(-1));
  if (changed !== false)
    return changed ? "something changed in this iteration" : "nobody saw whether something changed";
  return undefined;
}

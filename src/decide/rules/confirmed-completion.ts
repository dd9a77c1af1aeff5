import { detectChange, type StreakTest, sameTask, streak } from "../progress.js";
import { abstain, type Rule, speak, type TurnCase } from "../rule.js";
import { finish } from "./finish.js";

/** For agents that print no status block: repeated claims in prose, with the same vetoes and the same proof. */
export const confirmedCompletion: Rule = {
  name: "confirmed-completion",
  summary: "two claims in prose in a row with no change in the second, or three; no veto, and the work is visible",
  uses: ["gateEnabled", "unverified"],
  about: "run",
  asks: "after-turn",
  judge(context) {
    const why = unconfirmed(context);
    return why
      ? abstain(why)
      : speak(finish(context, `claimed ${countClaims(context)} times in a row, and no check contradicts it`));
  },
};

function unconfirmed(context: TurnCase): string | undefined {
  const { seen, settings, gate } = context;
  if (!settings.gateEnabled) return "the gate is turned off";
  if (!gate.claimed) return "the agent does not claim completion";
  if (seen.turn.report.judgedBefore) return "the same output was judged before, so it confirms nothing";
  const row = countClaims(context);
  if (row < 2) return "the iteration before made no such claim";
  if (gate.vetoes.length > 0) return gate.vetoes.join("; ");
  if (gate.shortfalls.length > 0) return gate.shortfalls.join("; ");
  if (gate.visible === null && !seen.evidence.some((check) => check.required)) return "no required check exists";
  const changed = detectChange(seen.turn.facts, seen.history.at(-1));
  // Every turn at work reports what it changed, so such a report confirms nothing.
  if ((row < 3 || seen.turn.facts.ofUnit) && changed !== false)
    return changed ? "something changed in this iteration" : "it is unknown whether something changed";
  return undefined;
}

/** How often this task was claimed in a row, including now. */
function countClaims({ seen }: TurnCase): number {
  const { facts } = seen.turn;
  const isClaim: StreakTest = (past) => {
    if (past.limited || past.interrupted) return "skips";
    return past.claimed === true && sameTask(past, facts) ? "counts" : "ends";
  };
  return streak({ ...facts, claimed: true }, seen.history, isClaim);
}

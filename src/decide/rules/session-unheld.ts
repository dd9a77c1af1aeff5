import { runVetoes } from "../check-comparison.js";
import { exit } from "../decision.js";
import type { Observation } from "../observation.js";
import { reviewVetoes } from "../review.js";
import { abstain, type Rule, speak, type TurnCase } from "../rule.js";
import { unseenWork } from "../session-stop.js";

/** The agent's own words alone hold nobody in a session: the person reads them, too. */
export const sessionUnheld: Rule = {
  name: "session-unheld",
  summary: "no task is left, no check fails and there is no goal: nothing to hold the stop against",
  uses: [],
  about: "run",
  asks: "after-turn",
  judge(context) {
    const why = findHold(context);
    if (why !== null) return abstain(why);
    return speak(exit("needs-review", "the agent does not call it done, but no check, list or goal asks for more"));
  },
};

function findHold({ seen, settings, gate }: TurnCase): string | null {
  if (seen.session?.goal) return "there is a goal";
  if (seen.session?.goalChange && !seen.session.goalTold) return "there was a goal";
  if (gate.claimed && unseenWork(seen).length > 0) return "it calls it done, and nothing has changed";
  if (hasTasksLeft(seen)) return "the task list is not finished";
  if (reviewVetoes(seen, settings).length > 0) return "a reviewer holds something against it";
  const [check] = runVetoes(seen.evidence, settings);
  return check ? `required check ${check.name} does not hold` : null;
}

const hasTasksLeft = ({ tasks }: Observation): boolean => tasks.is === "list" && tasks.left + tasks.blocked > 0;

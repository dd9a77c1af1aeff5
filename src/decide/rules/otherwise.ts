import { plural } from "../../lib/text/plural.js";
import { completionBlockers } from "../completion.js";
import { carryOn, exit, type Verdict } from "../decision.js";
import { countWaits, waitAfterLimit } from "../limit-wait.js";
import type { Case } from "../rule.js";

/** If no rule speaks, continue; after a usage limit, wait first; where no agent is left to go on, a person has to look. */
export function otherwise(context: Case): Verdict {
  const wait = waitAfterLimit(context);
  const { maxLimitWaits } = context.settings;
  const waits = wait ? countWaits(context) : 0;
  if (maxLimitWaits > 0 && waits > maxLimitWaits)
    return exit("aborted", `hit a usage limit without a reset time ${plural(waits, "time")} in a row`);
  if (wait) return carryOn("a usage limit was hit: wait, then continue", { wait });
  if (context.seen.withoutAgent) {
    const why = completionBlockers(context.seen, context.settings);
    return exit("needs-review", `no agent is left to go on, and ${why.join("; ") || "the rules ask for another turn"}`);
  }
  const { claimed, passed, refusals } = context.gate;
  if (claimed && !passed && refusals.length > 0)
    return carryOn(`the claim of completion was refused: ${refusals.join("; ")}`);
  const { tasks } = context.seen;
  const isFinished = tasks.is === "list" && tasks.left + tasks.blocked === 0;
  const blockers = isFinished ? completionBlockers(context.seen, context.settings) : [];
  return carryOn(blockers.length > 0 ? `every task is done, but ${blockers.join("; ")}` : "no rule asked to stop");
}

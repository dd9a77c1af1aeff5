import type { Decision } from "../decide/decision.js";
import { advise, command, type StepAdvice } from "../run/loop/advice.js";
import type { RunSummary } from "../run/loop/run-summary.js";

/** Also a run that is completed has a next step: where to look, and what is left to do with the work. */
export function adviseWhenDone(
  { worktree, verified, perTask, isCommitted }: RunSummary,
  { outcome }: Pick<Decision, "outcome">,
): StepAdvice | null {
  if (outcome !== "completed" || worktree) return null;
  const first = verified[0] ?? perTask.find(({ task }) => task !== null)?.task;
  const look = advise`look at it (${command("untildone report")}${first ? advise`, ${command(`untildone diff ${first}`)}` : null})`;
  return isCommitted ? advise`${look}; it is committed on your branch, turn by turn` : advise`${look}, then commit it`;
}

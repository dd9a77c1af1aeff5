import { readAnswers } from "../../agents/signals/review-answer.js";
import { policyForKind } from "../../decide/policies/policies.js";
import type { Policy } from "../../decide/policy.js";
import { tasksDoneBy } from "../../decide/tasks-done.js";
import type { CurrentRun } from "../../store/current-run.js";
import { recallReviews } from "../../store/review-memory.js";
import type { JudgedIteration } from "./judge.js";
import type { JudgedTurn } from "./turn.js";

/** Whether a decision takes anything as done for which reviewers are named. */
export function isReviewDue({ decision, record }: JudgedIteration, policy: Policy): boolean {
  if (decision.forced) return false;
  if (policyForKind(policy, record.taskKind).settings.reviewers.length === 0) return false;
  return tasksDoneBy(decision).length > 0 || decision.outcome === "completed" || decision.onlyReview !== undefined;
}

/** What the author says about the findings that went back to it. */
export function readAuthor(current: CurrentRun | null, task: string, message: string): Pick<JudgedTurn, "reviewed"> {
  const { open } = recallReviews(current, task);
  const said = open.length > 0 ? Object.entries(readAnswers(message)) : [];
  const answers = Object.fromEntries(said.filter(([id]) => open.some((finding) => finding.id === id)));
  return Object.keys(answers).length > 0 ? { reviewed: { answers } } : {};
}

import type { Agent } from "../../agents/agent.js";
import { budgetLines, isSpent } from "../../decide/budget.js";
import { policyForKind } from "../../decide/policies/policies.js";
import type { Policy } from "../../decide/policy.js";
import type { Review, ReviewFinding } from "../../decide/review.js";
import type { Task } from "../../decide/tasks.js";
import { tasksDoneBy } from "../../decide/tasks-done.js";
import { taskText } from "../../evidence/proof/test-owner.js";
import { reviewWork } from "../../evidence/review/review-work.js";
import type { ReviewerPool } from "../../evidence/review/reviewer-pool.js";
import type { Reviewer, ReviewTerms, WorkToReview } from "../../evidence/review/reviewing.js";
import { newNonce } from "../../lib/secrets/nonce.js";
import type { CurrentRun } from "../../store/current-run.js";
import { recallReviews } from "../../store/review-memory.js";
import type { JudgedIteration } from "./judge.js";
import { evidenceOf, type JudgedTurn } from "./turn.js";

/** The work that a decision takes as done. */
export interface DoneWork extends Pick<WorkToReview, "files" | "seen"> {
  /** Null for a run without a list: then `goal` says what is asked for. */
  readonly task: Task | null;
  readonly listed: readonly Task[];
  readonly goal: string;
}

export interface ReviewingPlace {
  readonly policy: Policy;
  readonly pool: ReviewerPool | null;
  /** Whose work it is; null where somebody else runs the agent. */
  readonly author: Agent | null;
  readonly current: CurrentRun | null;
  readonly terms: Omit<ReviewTerms, "findings" | "seconds" | "newId" | "onFailure">;
  /** At most so long, whatever the settings say. */
  readonly secondsLeft: number;
  onReview?(reviewer: Reviewer, review: Review | null, round: number): void;
}

/** What reviewers say of the work that a decision takes as done, one after the other. */
export async function reviewJudged(
  judged: JudgedIteration,
  turn: JudgedTurn,
  { done, place }: { readonly done: DoneWork; readonly place: ReviewingPlace },
): Promise<readonly Review[]> {
  const { settings } = policyForKind(place.policy, judged.record.taskKind);
  const { findings, reviewers, reviewerSeconds } = settings;
  const seconds = Math.min(reviewerSeconds, place.secondsLeft);
  const spent = budgetLines(judged.record.observation, settings).find(
    (line) => !line.name.startsWith("iteration") && isSpent(line),
  );
  const work = toReview(judged, turn, { done, place });
  const reviews: Review[] = [];
  for (const name of reviewers) {
    const found = place.pool?.find(name, { author: place.author, now: place.terms.now() });
    if (!found) continue;
    const reviewer = spent ? { ...found, whyResting: `the run has used up its budget (${spent.name})` } : found;
    place.onReview?.(reviewer, null, work.round);
    const review = await reviewWork(reviewer, numberOn(work, reviews), {
      ...{ ...place.terms, findings, seconds, newId: newNonce },
      onFailure: (failed, failure) => place.pool?.noteFailure(failed, failure, place.terms.now()),
    });
    place.onReview?.(reviewer, review, work.round);
    reviews.push(review);
  }
  return reviews;
}

/** Findings of several reviewers have names of their own. */
const numberOn = (work: WorkToReview, reviews: readonly Review[]): WorkToReview => ({
  ...work,
  named: Math.max(work.named, ...reviews.flatMap(({ findings }) => findings.map(({ id }) => Number(id.slice(1)) || 0))),
});

function toReview(
  judged: JudgedIteration,
  turn: JudgedTurn,
  { done, place }: { readonly done: DoneWork; readonly place: ReviewingPlace },
): WorkToReview {
  const { task, listed, goal, files, seen } = done;
  const memory = recallReviews(place.current, task?.id ?? "");
  const others = tasksDoneBy(judged.decision).filter((id) => id !== task?.id);
  const { answers = {} } = turn.reviewed ?? {};
  const withAnswer = (finding: ReviewFinding): ReviewFinding => {
    const answer = answers[finding.id] ?? finding.answer;
    return answer === undefined ? finding : { ...finding, answer };
  };
  return {
    task: task?.id ?? "",
    text: task ? taskText(task) : goal,
    criteria: listed
      .filter(({ id }) => others.includes(id))
      .map((other) => `claimed with it: ${other.id}: ${taskText(other)}`),
    evidence: evidenceOf(turn),
    proof: turn.proved?.shown.proof ?? null,
    ...{ files, seen, round: memory.rounds, named: memory.named, closed: memory.closed },
    open: memory.open.map(withAnswer),
  };
}

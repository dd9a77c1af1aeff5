import type { JudgedIteration } from "../judge/judge.js";
import { isReviewDue } from "../judge/review-due.js";
import type { ReviewingPlace } from "../judge/review-judged.js";
import type { JudgedTurn } from "../judge/turn.js";
import type { Session } from "../session.js";
import { judgeNow } from "./judge-turn.js";
import { currentRun, type LoopState, nextIteration } from "./loop-state.js";
import type { ClaimedTurn } from "./prove-claim.js";
import { secondsLeft } from "./wait.js";

export interface JudgedClaim {
  readonly judged: JudgedIteration;
  readonly turn: JudgedTurn;
}

/** What would be done with this decision is reviewed first, where reviewers are named: then it is judged once more. */
export async function judgeWithReview(
  session: Session,
  state: LoopState,
  { claim, judged, turn }: JudgedClaim & { readonly claim: ClaimedTurn },
): Promise<JudgedClaim> {
  const { agent, policy, person } = session;
  if (!agent.reviewers || person.stop.level > 0 || !isReviewDue(judged, policy)) return { judged, turn };
  const { after, files, seen } = claim;
  const place = reviewingPlace(session, state, after.task?.id ?? null);
  const { reviewJudged } = await import("../judge/review-judged.js"); // Most runs need none of it.
  const done = { task: after.task ?? null, listed: after.listed, goal: session.agent.prompt, files, seen };
  const reviews = await reviewJudged(judged, turn, { done, place });
  const reviewed = { ...turn, reviewed: { ...turn.reviewed, reviews } };
  return { judged: judgeNow(session, state, reviewed), turn: reviewed };
}

function reviewingPlace(session: Session, state: LoopState, task: string | null): ReviewingPlace {
  const { workspace, person, clock, run, agent, policy } = session;
  const { plans, room, kept = null } = workspace.checks;
  return {
    ...{ policy, pool: agent.reviewers ?? null, author: state.agent, current: currentRun(session) },
    secondsLeft: secondsLeft(session, state),
    terms: {
      ...{ cwd: workspace.cwd, run, plans, room, kept, contents: workspace.contents, baseline: workspace.baseline },
      ...{ signal: person.stop.now, now: clock.now },
      logDirectory: workspace.checks.logFile(nextIteration(session), "checks"),
    },
    onReview: ({ label }, review, round) => {
      person.emit(review ? { type: "review-end", review } : { type: "review-start", task, reviewer: label, round });
    },
  };
}

import type { Agent } from "../../agents/agent.js";
import { outside } from "../../agents/sandbox/check-room.js";
import { policyForKind } from "../../decide/policies/policies.js";
import type { Review } from "../../decide/review.js";
import type { KeptResults } from "../../evidence/kept-results.js";
import { ReviewerPool } from "../../evidence/review/reviewer-pool.js";
import type { CurrentRun } from "../../store/current-run.js";
import type { JudgePort, SessionOptions } from "../session.js";
import type { Reviewable } from "./inspect.js";
import type { JudgedIteration } from "./judge.js";
import { isReviewDue } from "./review-due.js";
import { reviewJudged } from "./review-judged.js";
import type { JudgedTurn } from "./turn.js";

/** Work of somebody else's loop, or of a session, that is judged once and reviewed. */
export interface ReviewedPlace {
  readonly session: Pick<SessionOptions, "policy" | "run"> & { readonly judge: JudgePort };
  readonly cwd: string;
  /** By their names in the settings. */
  readonly reviewers: ReadonlyMap<string, Agent>;
  readonly current: CurrentRun | null;
  readonly kept: KeptResults | null;
  readonly logDirectory: string | null;
  readonly signal?: AbortSignal;
  now(): number;
  onReview?(label: string, review: Review | null): void;
}

/** What is judged as done is reviewed and judged once more. `shown` is null where nobody looked at the workspace. */
export async function judgeReviewed(
  turn: JudgedTurn,
  shown: Reviewable | null,
  { session, reviewers, cwd, current, kept, logDirectory, signal, now, onReview }: ReviewedPlace,
): Promise<JudgedIteration> {
  const judged = session.judge(turn);
  if (!isReviewDue(judged, session.policy)) return judged;
  const reviews = shown
    ? await reviewJudged(judged, turn, {
        done: shown,
        place: {
          ...{ policy: session.policy, pool: new ReviewerPool(reviewers), author: null, current },
          secondsLeft: Number.POSITIVE_INFINITY,
          terms: {
            ...{ cwd, run: session.run, room: outside, kept, logDirectory, now },
            ...{ plans: shown.plans, contents: shown.contents, baseline: shown.baseline },
            ...(signal ? { signal } : {}),
          },
          onReview: ({ label }, review) => onReview?.(label, review),
        },
      })
    : notAsked(policyForKind(session.policy, judged.record.taskKind).settings.reviewers);
  return session.judge({ ...turn, reviewed: { ...turn.reviewed, reviews } });
}

/** Without a look at the workspace there is nothing to show to a reviewer. */
const notAsked = (names: readonly string[]): readonly Review[] =>
  names.map((reviewer) => ({
    ...{ reviewer, task: "", subject: null, state: "unknown", why: "--run-checks asks it", findings: [], round: 0 },
    ...{ usd: null, tokens: null, seconds: 0 },
  }));

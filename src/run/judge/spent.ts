import type { Used } from "../../decide/observation.js";
import type { Review } from "../../decide/review.js";
import type { Transcript, Usage } from "../../decide/transcript.js";
import { type CurrentRun, countIterations, plus } from "../../store/current-run.js";
import { type Iteration, isTurn } from "./iteration.js";

export interface Spent extends Pick<Transcript, "usage" | "costUsd"> {
  /** The agent never reports its cost, and another agent's price says nothing about it. */
  readonly isUnpriced?: boolean;
}

export const nothingSpent: Spent = { usage: null, costUsd: null };

/** An iteration that hit a usage limit does not count. */
export function addUp(
  iteration: Iteration,
  { run, now, task, day }: { run: CurrentRun; now: number; task: string; day: Used["day"] },
): Used {
  const { report, seconds } = iteration;
  const counts = isTurn(iteration) && report?.limit === null ? 1 : 0;
  const own = spentIn(iteration, run);
  const tokens = plus(run.tokens, own.tokens);
  const usd = plus(run.usd, own.usd);
  return {
    iterations: run.iterations + counts,
    seconds:
      seconds === undefined
        ? Math.max(0, Math.round((now - run.startedAt) / 1000))
        : Math.round((run.seconds ?? 0) + seconds),
    ...(tokens === null ? {} : { tokens }),
    ...(usd === null ? {} : { usd }),
    ...(day ? { day: { ...day, usd: day.usd + (own.usd ?? 0) } } : {}),
    taskIterations: countIterations(run.byTask, task) + counts,
  };
}

/** What the turn and the reviews of its work used. */
export function spentIn({ spent, reviewed }: Pick<Iteration, "spent" | "reviewed">, run: CurrentRun) {
  const { tokens, usd } = sumReviews(reviewed?.reviews ?? []);
  return { tokens: plus(countTokens(spent.usage), tokens), usd: plus(costOf(spent, run), usd) };
}

/** What reviews used, as far as their agents tell. */
export function sumReviews(reviews: readonly Review[]): {
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly seconds: number;
} {
  const add = (what: "usd" | "tokens"): number | null => reviews.map((review) => review[what]).reduce(plus, null);
  return { usd: add("usd"), tokens: add("tokens"), seconds: reviews.reduce((sum, { seconds }) => sum + seconds, 0) };
}

/** A turn that was cut off reports tokens but no cost: estimate it from the run's average cost per token. */
export function costOf({ costUsd, usage, isUnpriced }: Spent, { usd, tokens }: CurrentRun): number | null {
  const unbilled = costUsd === null && !isUnpriced ? countTokens(usage) : null;
  return unbilled !== null && usd && tokens ? (unbilled * usd) / tokens : costUsd;
}

export const countTokens = (usage: Usage | null): number | null =>
  usage === null ? null : usage.inputUncached + usage.cacheRead + usage.cacheWrite + usage.output;

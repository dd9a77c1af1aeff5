import type { Config } from "../config/load.js";
import type { KeptResults } from "../evidence/kept-results.js";
import { now } from "../lib/time/clock.js";
import { formatReviewEnd } from "../report/format-review.js";
import { paint } from "../report/terminal/paint.js";
import type { JudgedIteration } from "../run/judge/judge.js";
import { judgeReviewed } from "../run/judge/review-inspected.js";
import type { JudgingPlace, OpenedSession } from "../run/session.js";
import { findRun } from "../store/current-run.js";
import type { Io } from "./command.js";
import type { SavableTurn } from "./look.js";
import { resolveReviewers } from "./resolve-reviewers.js";

interface GatePlace {
  readonly io: Io;
  readonly config: Config;
  readonly folder: string;
  readonly session: OpenedSession<JudgingPlace>;
  readonly kept: KeptResults | null;
}

/** Judges a turn of somebody else's loop with the reviewers that its settings name. Loaded only where some are named. */
export async function judgeAtGate(
  { turn, reviewable }: Pick<SavableTurn, "turn" | "reviewable">,
  { io, config, folder, session, kept }: GatePlace,
): Promise<JudgedIteration> {
  const style = { ...paint(io.colour), colour: io.colour };
  return judgeReviewed(turn, reviewable ?? null, {
    ...{ session, cwd: io.cwd, kept, now },
    reviewers: resolveReviewers(config, io) ?? new Map(),
    current: findRun(session.journal.runState, session.run),
    logDirectory: `${folder}/logs/checks`,
    onReview: (label, review) => {
      if (review)
        for (const { text } of formatReviewEnd({ type: "review-end", review }, style)) io.err(`${text.trimStart()}\n`);
      else if (io.isWatched) io.live("err", `review by ${label} …`);
    },
  });
}

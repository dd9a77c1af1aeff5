import type { Config } from "../config/load.js";
import type { JudgingPlace, OpenedSession } from "../run/session.js";
import type { Io, ParsedArgs } from "./command.js";
import { namedReviewers } from "./flags/reviewer-flag.js";
import type { SavableTurn } from "./look.js";

/** Whether reviewers are named, for any kind of task. */
export const hasReviewers = (config: Config): boolean => namedReviewers(config).length > 0;

interface ReviewingCommand {
  readonly args: ParsedArgs;
  readonly io: Io;
  readonly config: Config;
  readonly folder: string;
  readonly session: OpenedSession<JudgingPlace>;
}

/** Judges with the reviewers that the settings name. */
export async function judgeWithReviewers(seen: SavableTurn, { args, ...place }: ReviewingCommand) {
  const [{ judgeAtGate }, { openKept }] = await Promise.all([import("./judge-at-gate.js"), import("./look.js")]);
  return judgeAtGate(seen, { ...place, kept: args.flag("no-cache") ? null : openKept(place.io) });
}

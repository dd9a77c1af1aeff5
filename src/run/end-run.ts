import { errorMessage } from "../lib/errors.js";
import type { DecisionRecord } from "../store/record.js";
import { findWaitingWords } from "../store/words.js";
import { adviseOn } from "./git/git-worktree.js";
import { bringBack, showFiles } from "./hidden/hide-files.js";
import type { LoopResult } from "./loop/loop.js";
import { RefusedStart } from "./loop/refuse-start.js";
import type { RunSummary } from "./loop/run-summary.js";
import { markEnded } from "./records/open-runs.js";
import { readRunRecords } from "./records/recall.js";
import { rememberRefused } from "./records/refused-memory.js";
import { removeRecord } from "./records/run-record.js";
import type { Session } from "./session.js";
import type { OpenedRun } from "./start/open-run.js";
import { makeWarn } from "./start/options.js";
import { describeUnused } from "./steer/steer-run.js";
import { summarizeEnd } from "./summarize-end.js";

/** How the last loop of a run ended, and in which session. */
export interface EndedLoop extends LoopResult {
  readonly session: Session;
  /** The agent's last message. */
  readonly message: string | null;
}

/** Nothing of the run is left open, and its end is told. */
export async function endRun(opened: OpenedRun, { session, last, agent, message }: EndedLoop): Promise<RunSummary> {
  const { id, store, options, host, work, privateFolder } = opened;
  const warn = makeWarn(host);
  markEnded(privateFolder, id);
  await bringBack(opened);
  const waiting = findWaitingWords(store.folder, id);
  for (const text of describeUnused(waiting.words, last)) warn(text);
  const records = readRunRecords(store, id);
  await rememberWhatWasRefused(opened, session, records);
  const summary = summarizeEnd({
    records,
    last,
    state: store.runState,
    settings: options.config.resolved.settings,
    agent,
    keys: (agent?.logInSigns?.variables ?? []).filter((name) => options.env[name]),
    message,
    owed: session.workspace.work.owed,
    unmarked: session.workspace.work.unmarked,
    waiting,
    worktree: work.worktree ? adviseOn(work.worktree) : null,
    leftOut: await listLeftOut(opened),
    isCommitted: options.git.checkpoint === "commit" && work.worktree === null,
  });
  host.emit({ type: "run-end", record: last, summary });
  return summary;
}

/** Where the run was worked in the person's own folder, its next one compares with what was there before. */
async function rememberWhatWasRefused(
  { id: run, options, host, work, privateFolder: folder }: OpenedRun,
  { workspace }: Session,
  records: readonly DecisionRecord[],
): Promise<void> {
  if (work.worktree !== null || options.isClone) return;
  const { cwd, own, baseline, checks } = workspace;
  const failed = await rememberRefused({ folder, run, records, plans: checks.plans, cwd, own, baseline });
  if (failed !== null) makeWarn(host)(failed);
}

/** The tasks that the run was not about and that are still open, for the summary. */
async function listLeftOut({ choice, parts }: OpenedRun): Promise<readonly string[]> {
  const listing = choice ? await parts.tracker.list() : null;
  return choice && listing?.is === "tasks" ? choice.describe(listing.tasks).leftOut : [];
}

/** Files of hidden checks are where they belong again, and what was done in a clone is a branch here. */
export async function leaveHidden(opened: OpenedRun): Promise<void> {
  await bringBack(opened).catch((error) => makeWarn(opened.host)(errorMessage(error)));
  await showFiles(opened);
}

/** A run whose start was refused leaves nothing to resume. */
export async function abandonRefused(error: unknown, { id, privateFolder, options, work }: OpenedRun): Promise<never> {
  if (error instanceof RefusedStart) {
    markEnded(privateFolder, id);
    if (options.resume === null) {
      removeRecord(privateFolder, id);
      await work.abandon();
    }
  }
  throw error;
}

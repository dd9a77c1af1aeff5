import { isLeft, type Task } from "../decide/tasks.js";
import { isUserError, UserError } from "../lib/errors.js";
import { type ProofSummary, summarizeProof } from "../run/loop/summarize-proof.js";
import { readRunRecords } from "../run/records/recall.js";
import { missingForAcceptance } from "../run/start/missing-acceptance.js";
import { describeWho, findAcceptance } from "../store/acceptance.js";
import type { RunState } from "../store/current-run.js";
import type { DecisionRecord } from "../store/record.js";
import type { Store } from "../store/store.js";
import type { Io } from "./command.js";
import { findLiveRun } from "./live-run.js";

const where = "untildone accept --all";

/** What a person's word for the whole run is about. */
export type WholeRun =
  | { readonly is: "accepted-before"; readonly who: string }
  | { readonly is: "acceptable"; readonly run: string; readonly tasks: readonly string[] };

/** A run that is at work, or was killed, is not over: there is nothing to accept yet. */
export async function refuseUnended(folder: string, io: Io): Promise<void> {
  const live = await findLiveRun(folder, io);
  if (!live) return;
  throw live.is === "going"
    ? new UserError({ what: `run ${live.run} still goes on`, where, fix: "wait for its end, or: untildone stop" })
    : new UserError({ what: `run ${live.run} was cut off`, where, fix: "untildone run --resume" });
}

/** Finds what the last run did and could not prove. Throws where a person's word is not enough. */
export function findWholeRun(store: Store, tasks: readonly Task[]): WholeRun {
  const run = findEndedRun(store.runState);
  const before = findAcceptance(store.runState);
  if (before) return { is: "accepted-before", who: describeWho(before) };
  const records = readRunRecords(store, run);
  const last = records.at(-1);
  if (!last) throw nothingToAccept("its decisions cannot be read");
  const proof = summarizeProof(records, store.runState.run?.lateProofs);
  refuseMissing(last, listLeft(tasks, proof));
  if (proof.notProven.length === 0 && !last.decision.onlyReview)
    throw nothingToAccept(
      proof.verified.length > 0 ? "everything it did is verified" : "it did nothing that has to be accepted",
    );
  return { is: "acceptable", run, tasks: proof.notProven.flatMap(({ task }) => task ?? []) };
}

function findEndedRun({ run }: RunState): string {
  if (!run) throw new UserError({ what: "there is no run to accept", where, fix: "start one with: untildone run" });
  if (run.ended) return run.id;
  throw new UserError({ what: `run ${run.id} has not ended`, where, fix: "untildone state shows where it stands" });
}

/** Not done in the list, nor done in the journal and only not marked. */
function listLeft(tasks: readonly Task[], { verified, notProven, forced }: ProofSummary): readonly string[] {
  const done = new Set([...verified, ...forced, ...notProven.flatMap(({ task }) => task ?? [])]);
  const isOpen = (task: Task): boolean => isLeft(task) || (task.status === "blocked" && !task.optional);
  return tasks.filter((task) => isOpen(task) && !done.has(task.id)).map(({ id }) => id);
}

function refuseMissing(last: DecisionRecord, left: readonly string[]): void {
  const missing = missingForAcceptance(last, left);
  if (missing.length === 0) return;
  throw new UserError({
    what: `the last run cannot be accepted as a whole: ${missing.join("; ")}`,
    where,
    fix: "untildone run --resume continues it (if nothing is left to do, it only runs the checks); untildone accept TASK takes a task that was set aside as done",
  });
}

const nothingToAccept = (why: string): UserError =>
  new UserError({
    what: `there is nothing to accept in the last run: ${why}`,
    where,
    fix: "untildone report shows it",
  });

/** The tasks of a list that may be gone, such as that of a worktree that was removed after it was merged. */
export async function readIfPossible(read: () => Promise<readonly Task[]>): Promise<readonly Task[]> {
  try {
    return await read();
  } catch (error) {
    if (isUserError(error)) return [];
    throw error;
  }
}

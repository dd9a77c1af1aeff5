import { commonBranch, taskBranch } from "./branches.js";
import { findLostWork, type LostWork, readMerged } from "./compare-branch.js";
import { endRepository } from "./end-repository.js";
import { PushRefused } from "./fault.js";
import { finishRepository } from "./finish-repository.js";
import type { Fleet, ListedTask } from "./fleet.js";
import type { Mirror } from "./mirror.js";
import { countMerged } from "./read-done.js";
import { lastRound } from "./repository-state.js";
import type { RepositoryEnd, Submission } from "./terms.js";
import type { WorkTools } from "./work-terms.js";
import type { LastJob, WorkerEvent } from "./worker-terms.js";

interface Closing {
  readonly fleet: Fleet;
  readonly tools: Omit<WorkTools, "stop" | "emit">;
  tell(event: WorkerEvent): void;
}

interface Finished {
  readonly submission: Submission;
  readonly repository: number;
  readonly last: LastJob;
}

/** Looks at all that was merged, writes down how the repository ended, and opens its pull request. */
export async function closeRepository(
  { fleet, tools, tell }: Closing,
  { submission, repository, last }: Finished,
): Promise<RepositoryEnd | null> {
  const { name = "", url: remote = "", from = "" } = submission.repositories[repository] ?? {};
  const place = { submission: submission.id, repository };
  const mirror = tools.mirrors(remote);
  const branch = { name: commonBranch(submission.id), from: await mirror.fetch(from), tip: null as string | null };
  branch.tip = await mirror.fetch(branch.name);
  const before = await fleet.listTasksOf(submission, repository);
  const merged = new Map(await readMerged(fleet.board.journal, place));
  const round = lastRound(before.map(({ progress }) => progress));
  // After the end nobody looks at the branch again: what becomes of it is its owner's.
  const hasEnded = ((await fleet.board.standing(submission.id, repository))?.endOf(repository)?.round ?? -1) >= round;
  const lost = hasEnded ? [] : await findLostWork(before, merged, { mirror, branch });
  await last.fence();
  const takeBack = async (each: LostWork): Promise<void> => {
    tell({ type: "warning", text: `${name}: task ${each.task.task} is not done: ${each.why}` });
    await fleet.takeBackDone(submission, each);
    merged.delete(each.task.task);
  };
  for (const each of lost) await takeBack(each);
  const judged = lost.length === 0 ? before : await fleet.listTasksOf(submission, repository);
  const end = await endRepository({
    ...{ submission, repository, last, tools, takeBack },
    ...{ tasks: judged, done: countMerged(merged) },
  });
  if (end === null) return null;
  const tasks = await fleet.listTasksOf(submission, repository);
  const kept = await dropBranches(submission.id, tasks, { mirror, fence: last.fence });
  if (kept !== null) tell({ type: "warning", text: `${name}: ${kept}` });
  const done = countMerged(merged);
  const url = await finishRepository({ submission, repository, tasks, done, end, mirror, fence: last.fence });
  // A retry fetches it again.
  await mirror.drop([branch.name]);
  if (url === null || url === end.pullRequest) return end;
  tell({ type: "pull-request-open", name, url });
  const opened = { ...end, pullRequest: url };
  await fleet.board.noteEnd(last, { ...place, end: opened });
  return opened;
}

/** What a remote that lets nobody delete a branch is asked in vain. */
const maxRefused = 3;

/**
 * Branches of tasks that are merged: a worker that was lost, or a remote that was away, may have left some. Null unless
 * the remote keeps them: all that counts is merged, so that is told, and holds up nothing.
 */
async function dropBranches(
  submission: string,
  tasks: readonly ListedTask[],
  { mirror, fence }: { readonly mirror: Mirror; fence(): Promise<void> },
): Promise<string | null> {
  const refused: string[] = [];
  let why = "";
  const there = await mirror.remoteBranches(`${commonBranch(submission)}-`);
  for (const { task, progress } of tasks) {
    const branch = taskBranch(submission, task);
    const from = progress.status === "done" ? there.get(branch) : undefined;
    if (from === undefined) continue;
    await fence();
    try {
      await mirror.push(branch, { to: "", from });
    } catch (error) {
      if (!(error instanceof PushRefused)) throw error;
      refused.push(branch);
      why = error.message;
      if (refused.length === maxRefused) break;
    }
  }
  return refused.length === 0 ? null : `branches of merged tasks stay, such as ${refused.join(", ")}: ${why}`;
}

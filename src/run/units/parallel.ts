import { UserError } from "../../lib/errors.js";
import { openRepository } from "../../lib/git/git.js";
import type { FolderGuard } from "../../store/guard.js";
import { eachRecordBackwards } from "../../store/load.js";
import type { DecisionRecord } from "../../store/record.js";
import type { Store } from "../../store/store.js";
import { RefusedStart } from "../loop/refuse-start.js";
import { LimitGate } from "../parallel/limit-gate.js";
import { LinkedStop } from "../parallel/linked-stop.js";
import { runUnits } from "../parallel/run-units.js";
import { RunWriter } from "../parallel/run-writer.js";
import { guardedWrite } from "../records/guarded-write.js";
import type { Session } from "../session.js";
import type { OpenedRun } from "../start/open-run.js";
import { WorktreeUnits } from "./units.js";

interface ParallelEnd {
  /** The decision that ended the run; null if the loop has to decide about what is left. */
  readonly last: DecisionRecord | null;
  /** For that loop. */
  readonly session: Session;
}

/** Works on several tasks at once until none can start. Null: the run has no worktree to merge them in. */
export async function runParallel(
  opened: OpenedRun,
  session: Session,
  guard: FolderGuard,
): Promise<ParallelEnd | null> {
  const { options, host, store, work } = opened;
  const trunk = work.worktree;
  if (!trunk) return null;
  const project = await openRepository(options.cwd);
  if (!project.ok) throw new UserError({ what: project.why, where: options.cwd, fix: "check the git repository" });
  const writer = new RunWriter(session, guardedWrite(guard, host));
  const stop = new LinkedStop(host.stop);
  const gate = new LimitGate(session.clock.now);
  const places = new WorktreeUnits({ opened, session, trunk, project, writer, stop, gate });
  const readRecord = (n: number): DecisionRecord | null => findRecord(store, n);
  const most = Math.max(1, options.git.parallel);
  if (session.restarts) await commitList(session, store);
  try {
    const last = await runUnits({ session, writer, places, stop, most, readRecord });
    return { last, session: await writer.close() };
  } catch (error) {
    if (error instanceof RefusedStart && options.resume === null) await places.discardAll();
    throw error;
  } finally {
    await places.leaveAll();
  }
}

/** Units start from what is committed: a mark or a person's edit that is not yet would be missing in their lists. */
async function commitList({ workspace, run, person }: Session, store: Store): Promise<void> {
  const last = findRecord(store, null);
  const made = last?.run === run ? await workspace.checkpoints?.make(last) : null;
  if (made?.commit) person.emit({ type: "checkpoint-made", ...made });
}

/** A decision by its number, or the last one. */
function findRecord({ folder }: Store, n: number | null): DecisionRecord | null {
  let found: DecisionRecord | null = null;
  eachRecordBackwards(folder, (record) => {
    if (record.kind === "decision" && (n === null || record.n === n)) found = record;
    return found === null && (n === null || record.n > n) ? "more" : "enough";
  });
  return found;
}

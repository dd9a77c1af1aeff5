import { foldWarnings } from "../../decide/fold-warnings.js";
import { leftOut } from "../../evidence/gathered.js";
import { type Changes, changesBetween, type IsLeftOut } from "../../evidence/workspace/changes.js";
import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import type { Session } from "../session.js";
import type { LoopState } from "./loop-state.js";

/** The workspace as it is now. Files that are as they were `earlier` are not read again. */
export function lookNow({ workspace }: Pick<Session, "workspace">, earlier?: WorkspaceState): Promise<WorkspaceState> {
  const { cwd, own, baseline } = workspace;
  return lookAtWorkspace(cwd, { ignore: own, start: baseline.state, ...(earlier ? { earlier } : {}) });
}

/** Files whose changes are nobody's work. */
export const excludePaths = ({ workspace, tasks }: Pick<Session, "workspace" | "tasks">): IsLeftOut =>
  leftOut({ cwd: workspace.cwd, tasksFile: tasks.file }, workspace.work.generated);

/** What changed since the loop looked last. */
export async function changesSince(
  session: Session,
  state: LoopState,
): Promise<{ readonly now: WorkspaceState; readonly changes: Changes }> {
  const now = await lookNow(session, state.workspace);
  return { now, changes: await changesBetween(state.workspace, now, excludePaths(session)) };
}

/** The loop goes on from what is there now. */
export function seeWorkspace(state: LoopState, now: WorkspaceState): void {
  state.workspace = now;
  state.final = null;
}

/** Changes made while the loop waited belong to a person, not to a task. */
export async function recordPersonChanges(session: Session, state: LoopState): Promise<void> {
  const { now, changes } = await changesSince(session, state);
  session.workspace.work.seePerson(changes);
  seeWorkspace(state, now);
}

/** Restores state files that the agent changed, in its turn or by code that a check ran. */
export function restoreFiles({ workspace, person }: Pick<Session, "workspace" | "person">): void {
  for (const restored of workspace.guard.restore()) person.emit({ type: "file-restored", ...restored });
}

export function emitWarnings({ person }: Pick<Session, "person">, warnings: readonly string[]): void {
  for (const text of foldWarnings(warnings)) person.emit({ type: "warning", text });
}

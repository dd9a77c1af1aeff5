import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import type { SnapshotName } from "../../run/snapshots/snapshot.js";
import type { CopiedPath } from "../../run/snapshots/try-in-copy.js";
import type { PastRun, RunContent } from "./past-run.js";

/** The project of the run as it is now. */
export const lookAtContent = ({ stateFolder }: PastRun, { cwd, folder }: RunContent): Promise<WorkspaceState> =>
  lookAtWorkspace(cwd, { ignore: [stateFolder, folder.path] });

/** What a copy of the project needs so that it is as it was then. */
export async function pathsAt(
  name: SnapshotName,
  { snapshots }: RunContent,
  now: WorkspaceState,
): Promise<readonly CopiedPath[]> {
  const changes = [...(await snapshots.changesToNow(name, now))];
  const known = await snapshots.read(changes.flatMap(([, { before }]) => before?.hash ?? []));
  return changes.map(([path, { before }]) => ({
    path,
    entry: before,
    bytes: before && (known.get(before.hash) ?? null),
  }));
}

import { baselineFromCommit } from "../../evidence/baseline-from-commit.js";
import type { Session } from "../session.js";
import type { StartedUnit } from "./unit-parts.js";

/** A unit's baseline with the files of another commit. What was there uncommitted stays part of the start. */
export async function baselineAt(
  base: string,
  { baseline }: StartedUnit,
  { workspace, tasks }: Pick<Session, "workspace" | "tasks">,
): Promise<StartedUnit["baseline"]> {
  const { cwd, own: ignore } = workspace;
  const fresh = await baselineFromCommit(cwd, { since: base, ignore, tasksFile: tasks.file });
  const [root] = fresh?.state.roots ?? [];
  if (!fresh || !root) return baseline;
  const roots = baseline.state.roots.map((then) =>
    then.path === root.path
      ? { ...then, commit: root.commit, files: { ...then.files, ...root.files }, gone: root.gone }
      : then,
  );
  return { ...baseline, tasks: fresh.tasks, state: { ...baseline.state, roots, snapshot: null } };
}

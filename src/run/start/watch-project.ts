import { hasOuter } from "../../agents/sandbox/order-mounts.js";
import { ProjectWatch, readWatchedState } from "../../agents/sandbox/project-watch.js";
import type { Sandbox, SandboxPlan } from "../../agents/sandbox/sandbox.js";
import { pathResolve } from "../../lib/files/folder.js";
import { SteadyFile } from "../../lib/files/steady-file.js";
import type { Undone } from "../../lib/files/undo-odd-files.js";
import { findGitPlaces } from "../../lib/git/git-places.js";
import type { PrivateFolder } from "../records/private-folder.js";
import { removeWatch, saveWatch } from "../records/saved-watch.js";

/** A sandbox of a run, whose project is looked at after each turn. */
export interface WatchedSandbox extends Sandbox {
  /** Takes back what was left in the project for others to run, and tells. */
  restore(): void;
}

interface WatchPlace {
  /** The file of the task list. */
  readonly tasksFile: string | null;
  /** Of agents, in the home folder. */
  readonly settings: readonly string[];
  readonly privateFolder: PrivateFolder;
  /** What an agent left for others to run, and was taken back. */
  readonly report: (undone: Undone) => void;
}

/** What a turn left in the project for others to run is taken back as soon as nothing of it runs any more. */
export function watchProject(sandbox: Sandbox, plan: SandboxPlan, place: WatchPlace): WatchedSandbox {
  const { tasksFile, settings, privateFolder, report } = place;
  const { kind, name } = plan;
  const state = readWatchedState({ plan, common: findGitPlaces(plan.cwd).common, settings });
  const watch = new ProjectWatch(state);
  const list = tasksFile === null ? null : new SteadyFile(pathResolve(plan.cwd, tasksFile));
  const isInside = (path: string): boolean => hasOuter(path, writableOf(plan));
  let saved: string | null | undefined;
  const save = (): void => {
    if (saved !== undefined && saved === list?.state.text) return;
    saved = list?.state.text ?? null;
    saveWatch(privateFolder, { kind, name, state, list: list?.state ?? null });
  };
  const restore = (): void => {
    for (const undone of [...watch.restore(), ...(list?.restore(isInside) ?? [])]) report(undone);
  };
  let isAtWork = false;
  /** Something of a turn may still be at work: the next run looks once more. */
  let isStuck = false;
  save();
  return {
    ...sandbox,
    restore,
    wrap(invocation, more) {
      list?.note(); // We have ticked tasks since the last turn.
      save();
      isAtWork = true;
      return sandbox.wrap(invocation, more);
    },
    async sweep() {
      isStuck = true;
      await sandbox.sweep().finally(restore);
      isStuck = isAtWork = false;
    },
    async close() {
      await sandbox.close();
      if (isAtWork) restore();
      if (!isStuck) removeWatch(privateFolder, name);
    },
  };
}

export const writableOf = ({ mounts }: Pick<SandboxPlan, "mounts">): readonly string[] =>
  mounts.filter(({ as }) => as === "write").map(({ path }) => path);

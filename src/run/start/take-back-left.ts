import { ask } from "../../agents/sandbox/ask.js";
import { hasOuter } from "../../agents/sandbox/order-mounts.js";
import { ProjectWatch } from "../../agents/sandbox/project-watch.js";
import { isFolder } from "../../lib/files/project-scan.js";
import { SteadyFile } from "../../lib/files/steady-file.js";
import type { Undone } from "../../lib/files/undo-odd-files.js";
import { findPrivateFolder } from "../records/private-folder.js";
import { findLeftWatches, removeWatch, type SavedWatch } from "../records/saved-watch.js";
import { makeWarn, type RunHost, type RunOptions } from "./options.js";

/**
 * A run that was killed took nothing back. What its agent left for others to run would be what the next one begins with,
 * and would say what the next sandbox shows: it is taken back before anything else looks at the project.
 */
export async function takeBackLeft(options: Pick<RunOptions, "cwd" | "env" | "home">, host: RunHost): Promise<void> {
  const folder = findPrivateFolder(options.cwd, options);
  if (folder === null) return;
  for (const { name, watch } of findLeftWatches(folder)) {
    const undone = watch !== null && isFolder(watch.state.cwd) ? await takeBack(watch) : [];
    if (watch === null) makeWarn(host)(damaged(name));
    if (undone.length > 0)
      makeWarn(host)(`${titleOf(name)} was cut off: what its agent left for others to run is taken back`);
    for (const each of undone) host.emit({ type: "file-restored", ...each });
    removeWatch(folder, name);
  }
}

async function takeBack({ kind, name, state, list }: SavedWatch): Promise<readonly Undone[]> {
  // They end with the run. An engine that was slow to notice must not let them go on.
  const containers = ["", "-checks", "-checks-network", "-judge"].map((end) => `${name}${end}`);
  if (kind !== "bwrap") for (const each of containers) await ask([kind, "rm", "--force", each], { cwd: state.cwd });
  const isInside = (path: string): boolean => hasOuter(path, state.folders);
  const steady = list === null ? null : new SteadyFile(list.path, list);
  return [...new ProjectWatch(state).restore(), ...(steady?.restore(isInside) ?? [])];
}

const damaged = (name: string): string =>
  `${titleOf(name)} was cut off, and what its project was compared with is damaged: before you use git here, look at .git, and for other repositories in the project`;

const titleOf = (name: string): string => name.replace(/^untildone-/, "run ");

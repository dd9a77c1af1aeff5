import type { WatchedState } from "../../agents/sandbox/project-watch.js";
import type { SandboxKind } from "../../agents/sandbox/sandbox.js";
import { removeFile, replacePrivateFile } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { digest, namesIn } from "../../lib/files/folder.js";
import { isDead, type ProcessName, thisProcess } from "../../lib/files/lock-holder.js";
import type { SteadyState } from "../../lib/files/steady-file.js";
import { fromTaggedJson, toTaggedJson } from "../../lib/json/tagged-json.js";
import { type PrivateFolder, writeIn } from "./private-folder.js";

/** What the project of a sandbox is compared with after each turn. Here, so that it outlives a kill of the run. */
export interface SavedWatch {
  readonly kind: SandboxKind;
  /** Of its container. */
  readonly name: string;
  readonly process: ProcessName;
  readonly state: WatchedState;
  readonly list: SteadyState | null;
}

const ending = ".before";
const watchFile = ({ path }: PrivateFolder, name: string): string => `${path}/${name}${ending}`;

export function saveWatch(folder: PrivateFolder, watch: Omit<SavedWatch, "process">, by = thisProcess()): void {
  const body = toTaggedJson({ ...watch, process: by });
  writeIn(folder, () => replacePrivateFile(watchFile(folder, watch.name), `${digest(body)}\n${body}\n`));
}

/** Its run has ended, and nothing is left to be taken back. */
export const removeWatch = (folder: PrivateFolder, name: string): void => removeFile(watchFile(folder, name));

export interface LeftWatch {
  readonly name: string;
  /** Null if it is damaged. */
  readonly watch: SavedWatch | null;
}

/** Those of runs that were killed, a run before its units. */
export const findLeftWatches = (folder: PrivateFolder): readonly LeftWatch[] =>
  namesIn(folder.path)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((file) => file.slice(0, -ending.length))
    .map((name) => ({ name, watch: readWatch(folder, name) }))
    .filter(({ watch }) => watch === null || isDead(watch.process));

/** The digest says that all of it is there and as we wrote it: it needs no other look. */
function readWatch(folder: PrivateFolder, name: string): SavedWatch | null {
  const [written = "", body = ""] = (readIfThere(watchFile(folder, name)) ?? "").split("\n");
  return written === digest(body) ? (fromTaggedJson(body) as SavedWatch) : null;
}

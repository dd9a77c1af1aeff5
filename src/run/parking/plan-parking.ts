import type { FileWork, TaskWork } from "../../evidence/ledger/task-work.js";
import type { ParkedEntry, ParkedFile, StayingFile } from "./parked-work.js";

export interface ParkingPlan {
  readonly files: readonly ParkedFile[];
  readonly staying: readonly StayingFile[];
}

export interface ToPark {
  /** The net change of each file of the task, by its full path. */
  readonly files: Readonly<Record<string, FileWork>>;
  readonly done: readonly TaskWork[];
  /** The folders that are watched, the longest first. */
  readonly roots: readonly string[];
  /** What is there now; null: nothing. */
  entryAt(path: string, like: string): ParkedEntry | null;
}

/**
 * What of a task's work is taken out of the tree. A file that a done task owns stays, and so does one that somebody
 * changed since: their work must not go with it.
 */
export function planParking({ files, done, roots, entryAt }: ToPark): ParkingPlan {
  const parked: ParkedFile[] = [];
  const staying: StayingFile[] = [];
  for (const [full, work] of Object.entries(files)) {
    const root = roots.find((folder) => full.startsWith(`${folder}/`));
    if (root === undefined) continue; // A tag or a branch: those are not touched.
    const path = full.slice(root.length + 1);
    const why = whyItStays(full, { work, done, entryAt });
    if (why === null) parked.push({ root, path, without: readEntry(work.from), with: readEntry(work.to) });
    else staying.push({ path, why });
  }
  return { files: parked, staying };
}

interface Staying {
  readonly work: FileWork;
  readonly done: readonly TaskWork[];
  readonly entryAt: ToPark["entryAt"];
}

function whyItStays(path: string, { work, done, entryAt }: Staying): string | null {
  // One that changed it itself did so before this task, or in between, which is told apart below.
  const isNamed = done.some(({ owns, files }) => owns.some((owned) => owned.path === path) && !files[path]);
  if (isNamed) return "a done task names it as its work";
  if (work.isMixed) return "others changed it, too";
  const entries = [readEntry(work.from), readEntry(work.to)];
  if (entries.some((entry) => entry?.mode === "160000")) return "it is a submodule";
  const now = entryAt(path, (work.to ?? work.from ?? "").split(" ")[1] ?? "");
  return isSame(now, readEntry(work.to)) ? null : "it was changed since";
}

/** "100644 hash" */
function readEntry(text: string | null): ParkedEntry | null {
  const [mode = "", hash = ""] = text?.split(" ") ?? [];
  return text === null ? null : { mode, hash };
}

export const isSame = (a: ParkedEntry | null, b: ParkedEntry | null): boolean =>
  a?.hash === b?.hash && a?.mode === b?.mode;

import { chmodSync, lchownSync, rmSync } from "node:fs";
import { errorMessage } from "../errors.js";
import { everybodyBit, idBits, type OddFile, type ProjectScan, readOdd } from "./project-scan.js";

/** A change of an agent that was taken back, or could not be, for the report. */
export interface Undone {
  readonly file: string;
  readonly what: string;
}

interface Owners {
  readonly owners: readonly number[];
  readonly groups: readonly number[];
}

/**
 * Takes back what a turn changed in owners, groups and set-user-id bits, and removes the devices it made. Whoever owns the
 * project may own what is new in it: where we are root, that is its user at work.
 */
export function undoOddFiles(before: ProjectScan, after: ProjectScan, { owners, groups }: Owners): readonly Undone[] {
  const appeared = [...after.odd].flatMap(([file, now]) =>
    undoOne(file, { was: sameFile(before, file, now), now, owners, groups }),
  );
  const given = [...before.odd].flatMap(([file, was]) => giveBack(file, was));
  const linked = [...after.links]
    .filter(([file, target]) => before.links.get(file) !== target)
    .flatMap(([file]) => act(file, "was made, a link out of git's folder: removed", () => rmSync(file)));
  return [...appeared, ...given, ...linked];
}

/** Opens the folders that a turn closed: what they hide, whoever opens them later may run. */
export function openClosed(before: ProjectScan, after: ProjectScan): readonly Undone[] {
  const closed = after.closed.filter((folder) => !before.closed.includes(folder));
  return closed.flatMap((file) =>
    act(file, "was closed to its owner: opened, to look into it", () => chmodSync(file, 0o700)),
  );
}

const sameFile = ({ odd }: ProjectScan, file: string, { inode }: OddFile): OddFile | null => {
  const was = odd.get(file);
  return was?.inode === inode ? was : null;
};

interface OddFileChange extends Owners {
  /** Null for a file that was not there, or was nothing special. */
  readonly was: OddFile | null;
  readonly now: OddFile;
}

function undoOne(file: string, { was, now, owners, groups }: OddFileChange): readonly Undone[] {
  if (now.isDevice) return was ? [] : act(file, "was made, a device file: removed", () => rmSync(file));
  const undone: Undone[] = [];
  const isGiven = was ? now.uid !== was.uid : !owners.includes(now.uid);
  const gid = now.isForeign ? (groups[0] ?? now.gid) : now.gid;
  const owner = was ?? { uid: owners[0] ?? now.uid, gid };
  if (!isGiven && now.isForeign && now.gid !== was?.gid)
    undone.push(...act(file, `was given to group ${now.gid}: taken back`, () => lchownSync(file, now.uid, gid)));
  if (isGiven)
    undone.push(...act(file, `was given to user ${now.uid}: taken back`, () => lchownSync(file, owner.uid, owner.gid)));
  const bits = now.isFolder ? 0 : now.mode & idBits & ~(was?.mode ?? 0);
  const opened = now.isOpen && !was?.isOpen ? everybodyBit : 0;
  const close = (what: string): readonly Undone[] => act(file, what, () => chmodSync(file, now.mode & ~bits & ~opened));
  if (bits !== 0) undone.push(...close("was made set-user-id or set-group-id: the bit is removed"));
  if (opened !== 0) undone.push(...close("was opened for everybody to write: closed"));
  return undone;
}

/** Files of other users that are ours now, and the same files still. */
function giveBack(file: string, was: OddFile): readonly Undone[] {
  const now = readOdd(file);
  if (now === null || now.inode !== was.inode || now.uid === was.uid) return [];
  return act(file, `was taken from user ${was.uid}: given back`, () => lchownSync(file, was.uid, was.gid));
}

function act(file: string, what: string, undo: () => void): readonly Undone[] {
  try {
    undo();
    return [{ file, what }];
  } catch (error) {
    return [{ file, what: `${what.split(":")[0]}, which cannot be undone: ${errorMessage(error)}` }];
  }
}

import {
  closeSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { moveAside } from "./disk.js";
import { openFile, openLog } from "./open-file.js";

/** A file's metadata. The ctime cannot be set back. */
export interface FileStamp {
  readonly size: number;
  readonly changed: number;
  readonly inode: number;
}

/** null if nothing exists; "other" if it is not a regular file. */
export function readStamp(path: string): FileStamp | "other" | null {
  const stats = readStats(path);
  if (!stats) return null;
  return stats.isFile() ? { size: stats.size, changed: stats.ctimeMs, inode: stats.ino } : "other";
}

function readStats(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // A parent is now a file, or the folder is not readable.
  }
}

/** Copies a file, as a copy-on-write clone if the file system supports it. Replaces the destination. */
export function copyTo(from: string, to: string): void {
  clearWay(dirname(to));
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  if (!lstatSync(to, { throwIfNoEntry: false })?.isFile()) rmSync(to, { recursive: true, force: true });
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

/** Moves a file out of the way if it blocks a parent folder of the path. */
function clearWay(folder: string): void {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    const stats = readStats(path);
    if (!stats) continue;
    if (!stats.isDirectory() && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
      moveAside(path, `${path}.set-aside`);
    return;
  }
}

const chunk = 1 << 20;

/** Appends to the copy what the file has gained since. */
export function extendTo(from: string, to: string): void {
  const have = lstatSync(to, { throwIfNoEntry: false })?.size ?? 0;
  const [source, target] = [openFile(from), openLog(to)];
  try {
    const buffer = Buffer.alloc(chunk);
    for (let at = have; ; ) {
      const read = readSync(source, buffer, 0, chunk, at);
      if (read === 0) return;
      for (let written = 0; written < read; ) written += writeSync(target, buffer, written, read - written);
      at += read;
    }
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

/** Whether two files have the same content, read in chunks. */
export function sameBytes(a: string, b: string): boolean {
  const [first, second] = [openFile(a), openFile(b)];
  try {
    const [left, right] = [Buffer.alloc(chunk), Buffer.alloc(chunk)];
    for (;;) {
      const read = readSync(first, left, 0, chunk, null);
      const other = readSync(second, right, 0, chunk, null);
      if (read !== other || !left.subarray(0, read).equals(right.subarray(0, other))) return false;
      if (read === 0) return true;
    }
  } finally {
    closeSync(first);
    closeSync(second);
  }
}

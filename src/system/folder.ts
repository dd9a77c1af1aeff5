import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { readLimits, readWhole } from "./open-file.js";

/** A file's content as git's own hash, so that committing the same content does not count as a change. */
export interface FileLook {
  readonly mode: string;
  readonly hash: string;
  /** null for links, large files and binary files. */
  readonly text: string | null;
}

/** Larger files are compared by size and time: hashing gigabytes after each iteration is too slow. */
const maxHashed = 16 * 1024 * 1024;
const maxText = 1024 * 1024;

/** Reads one path. null if there is no regular file: deleted, a folder, a pipe. */
export function lookAtFile(path: string, hashName: "sha1" | "sha256" = "sha1"): FileLook | null {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink())
      return { mode: "120000", hash: blobHash(Buffer.from(readlinkSync(path)), hashName), text: null };
    if (!stats.isFile()) return null; // Reading a pipe would block.
    return lookAtContent(path, stats, hashName);
  } catch {
    return null; // Deleted in the meantime, or not readable.
  }
}

function lookAtContent(path: string, stats: Stats, hashName: "sha1" | "sha256"): FileLook {
  const mode = (stats.mode & 0o100) === 0 ? "100644" : "100755";
  if (stats.size > maxHashed) return { mode, hash: `large:${stats.size}:${Math.round(stats.mtimeMs)}`, text: null };
  const bytes = readWhole(path, maxHashed);
  const isText = bytes.length <= maxText && !bytes.subarray(0, 8192).includes(0);
  return { mode, hash: blobHash(bytes, hashName), text: isText ? bytes.toString("utf8") : null };
}

function blobHash(bytes: Uint8Array, hashName: string): string {
  return createHash(hashName).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

export const digest = (content: string): string => createHash("sha1").update(content).digest("hex");

/** Whether to skip a path, relative to the walked folder. Folders end in a slash. */
export type Ignores = (path: string) => boolean;

export interface Walk {
  readonly files: readonly string[];
  /** The folder has more files than we can read after each iteration. */
  readonly tooMany: boolean;
}

/**
 * All files below a folder, sorted, with forward slashes. Calls `enter` for each folder before filtering its entries.
 */
export function walkFolder(root: string, ignores: Ignores, enter: (folder: string) => void, most = 100_000): Walk {
  const files: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    enter(folder);
    for (const entry of readEntries(join(root, folder))) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory()) {
        if (!ignores(`${path}/`)) folders.push(`${path}/`);
      } else if ((entry.isFile() || entry.isSymbolicLink()) && !ignores(path)) files.push(path);
      if (files.length > most) return { files: [], tooMany: true };
    }
  }
  return { files: files.sort(), tooMany: false };
}

function readEntries(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return []; // Not readable, or just deleted.
  }
}

/** The names in a folder, or an empty list if it does not exist. */
export const namesIn = (path: string): readonly string[] => readEntries(path).map(({ name }) => name);

/** The content of a text file, or null if it does not exist or is not text. */
export function textAt(path: string): string | null {
  try {
    const bytes = readWhole(path, readLimits.taskList);
    return bytes.subarray(0, 8192).includes(0) ? null : bytes.toString("utf8");
  } catch {
    return null;
  }
}

/** The size of a file, or null if it does not exist. */
export function sizeAt(path: string): number | null {
  try {
    const stats = lstatSync(realpathSync(path));
    return stats.isFile() ? stats.size : null;
  } catch {
    return null;
  }
}

/** Resolves symlinks. Returns the path unchanged if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Where a folder leads now, if not to where it did; null also if it is gone. */
export function movedTo(folder: string, before: string): string | null {
  const now = realPath(folder);
  return now === before || now === resolve(folder) ? null : now;
}

/** A relative path with forward slashes. */
export const pathFrom = (from: string, to: string): string => relative(from, to).split(sep).join("/");

export const pathJoin = (...parts: readonly string[]): string => join(...parts);
export const pathResolve = (...parts: readonly string[]): string => resolve(...parts);

import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { decodeUtf8Held } from "../text/long-text.js";
import { sha1 } from "../text/sha1.js";
import { readLimits, readWhole } from "./open-file.js";

const maxText = 1024 * 1024;

/** The text of a regular file that is small enough to be read for its content, or null. Follows no link. */
export function plainTextAt(path: string): string | null {
  try {
    const stats = lstatSync(path);
    if (!stats.isFile() || stats.size > maxText) return null;
    const bytes = readWhole(path, maxText);
    return bytes.subarray(0, 8192).includes(0) ? null : bytes.toString("utf8");
  } catch {
    return null;
  }
}

const maxShort = 1024;

/** Whether this process hashes so little that loading Node's own would take longer. */
let isLittle = true;

/** For a process that will hash much. The digests stay the same. */
export function expectManyDigests(): void {
  isLittle = false;
}

export const digest = (content: string): string =>
  isLittle && content.length <= maxShort ? sha1(content) : digestParts([content]);

/** Of a content that is too long to be held as one string. */
export function digestParts(parts: Iterable<string>): string {
  const hash = process.getBuiltinModule("node:crypto").createHash("sha1"); // Loaded only by those who need it.
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

/** Whether to skip a path, relative to the walked folder. Folders end in a slash. */
export type Ignores = (path: string) => boolean;

export interface FolderWalk {
  readonly files: readonly string[];
  /** The folder has more files than we can read after each iteration. */
  readonly tooMany: boolean;
}

/** All files below a folder, sorted, with forward slashes. */
export function walkFolder(root: string, ignores: Ignores, most = 100_000): FolderWalk {
  const files: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesIn(join(root, folder))) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory()) {
        if (!ignores(`${path}/`)) folders.push(`${path}/`);
      } else if ((entry.isFile() || entry.isSymbolicLink()) && !ignores(path)) files.push(path);
      if (files.length > most) return { files: [], tooMany: true };
    }
  }
  return { files: files.sort(), tooMany: false };
}

/** The entries of a folder with their kinds, or an empty list if it cannot be read. */
export function entriesIn(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return []; // Not readable, or just deleted.
  }
}

/** Whether a path leads to anything, be it a link to nowhere. */
export const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** The names in a folder, or an empty list if it does not exist. */
export const namesIn = (path: string): readonly string[] => entriesIn(path).map(({ name }) => name);

/** The content of a text file, or null if it does not exist or is not text. */
export function textAt(path: string): string | null {
  try {
    const bytes = readWhole(path, readLimits.taskList);
    return bytes.subarray(0, 8192).includes(0) ? null : decodeUtf8Held(bytes);
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

/** The permissions of a file; null where there is none, or the system has no such thing. */
export function modeAt(path: string): number | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || process.platform === "win32" ? null : stats.mode & 0o777;
}

/** Resolves symlinks. Returns the path unchanged if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** What a link says; null for what is no link. */
export function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** Where a path leads, also if it or the folders above it are not there yet: links above it count. */
export function realPlace(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    const above = dirname(whole);
    return above === whole ? whole : join(realPlace(above), basename(whole));
  }
}

/** Where a folder leads now, if not to where it did; null also if it is gone and would be made there again. */
export function movedTo(folder: string, before: string): string | null {
  const now = realPlace(folder);
  return now === before || now === resolve(folder) ? null : now;
}

/** A relative path with forward slashes. */
export const pathFrom = (from: string, to: string): string => relative(from, to).split(sep).join("/");

export { join as pathJoin, resolve as pathResolve };

/** When each of these entries of a folder was last changed; 0 for one that is gone. */
export const timesIn = (path: string, names: readonly string[]): readonly { name: string; time: number }[] =>
  names.map((name) => ({ name, time: lstatSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }));

import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { join, relative, resolve, sep } from "node:path";

/** A file as content: git's own hash of it, so that a commit of the same content is the same. */
export interface FileLook {
  readonly mode: string;
  readonly hash: string;
  /** Null for links, large files and what is not text. */
  readonly text: string | null;
}

/** Beyond this a file is known by its size and time: hashing gigabytes after each iteration is not cheap. */
const maxHashed = 16 * 1024 * 1024;
const maxText = 1024 * 1024;

/** Looks at one path. Null where there is no file: gone, a folder, a pipe. */
export function lookAtFile(path: string, hashName: "sha1" | "sha256" = "sha1"): FileLook | null {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink())
      return { mode: "120000", hash: blobHash(Buffer.from(readlinkSync(path)), hashName), text: null };
    if (!stats.isFile()) return null; // Reading a pipe would wait for a writer.
    return lookAtContent(path, stats, hashName);
  } catch {
    return null; // It went away while we looked, or is not ours to read.
  }
}

function lookAtContent(path: string, stats: Stats, hashName: "sha1" | "sha256"): FileLook {
  const mode = (stats.mode & 0o100) === 0 ? "100644" : "100755";
  if (stats.size > maxHashed) return { mode, hash: `large:${stats.size}:${Math.round(stats.mtimeMs)}`, text: null };
  const bytes = readFileSync(path);
  const isText = bytes.length <= maxText && !bytes.subarray(0, 8192).includes(0);
  return { mode, hash: blobHash(bytes, hashName), text: isText ? bytes.toString("utf8") : null };
}

function blobHash(bytes: Uint8Array, hashName: string): string {
  return createHash(hashName).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** A short name for a content. */
export const digest = (content: string): string => createHash("sha1").update(content).digest("hex");

/** Decides about a path below the walked folder; folders end in a slash. */
export type Ignores = (path: string) => boolean;

export interface Walk {
  readonly files: readonly string[];
  /** There were more files than anybody looks through after each iteration. */
  readonly tooMany: boolean;
}

/** All files below a folder, with slashes, in order; `enter` is told of each folder before its entries are judged. */
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
    return []; // Not ours to read, or just gone.
  }
}

/** The names in a folder; empty where there is none. */
export const namesIn = (path: string): readonly string[] => readEntries(path).map(({ name }) => name);

/** A text file's content, or null where there is none that can be read as text. */
export function textAt(path: string): string | null {
  try {
    const stats = lstatSync(realpathSync(path));
    if (!stats.isFile() || stats.size > maxText * 8) return null;
    const bytes = readFileSync(path);
    return bytes.subarray(0, 8192).includes(0) ? null : bytes.toString("utf8");
  } catch {
    return null;
  }
}

/** A file's size, or null where there is no file. */
export function sizeAt(path: string): number | null {
  try {
    const stats = lstatSync(realpathSync(path));
    return stats.isFile() ? stats.size : null;
  } catch {
    return null;
  }
}

/** The real place of a folder, links followed; as given where it is not there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** One path as seen from another, with slashes. */
export const pathFrom = (from: string, to: string): string => relative(from, to).split(sep).join("/");

export const pathJoin = (...parts: readonly string[]): string => join(...parts);
export const pathResolve = (...parts: readonly string[]): string => resolve(...parts);

import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256Hex } from "../../text/sha256.js";
import { copyTree } from "../copy-tree.js";
import { flushFolder, isRunning, makePrivateFolder } from "../disk.js";
import { errorCode } from "../explain-write.js";
import { namesIn } from "../folder.js";
import { type AwayFile, type Manifest, savedFile } from "./manifest.js";
import { writeFlushed } from "./put-away.js";

/** What stood where a file belongs, and where it is now. */
export interface Displaced {
  readonly path: string;
  readonly to: string;
}

export interface PutBackFiles {
  /** How many were written; the others were there. */
  readonly written: number;
  readonly displaced: readonly Displaced[];
  /** Saved copies that are gone or damaged: there is nothing to write. */
  readonly lost: readonly string[];
}

/**
 * Puts every file of a manifest back, flushed. May be done again at any point: what is there already stays. What stands in
 * the place of a file, or of a folder above it, is moved to `found`, never overwritten.
 */
export function putBackFiles(
  folder: string,
  { root, files }: Pick<Manifest, "root" | "files">,
  found: string,
): PutBackFiles {
  const displaced: Displaced[] = [];
  const lost: string[] = [];
  let written = 0;
  for (const file of files) {
    if (isThere(root, file)) continue;
    const bytes = readSaved(folder, file);
    if (bytes === null) {
      lost.push(file.path);
      continue;
    }
    displaced.push(...clearWay(root, file.path, found));
    writeBack(root, file, bytes);
    written++;
  }
  return { written, displaced, lost };
}

/** As it was saved, and no link. */
function isThere(root: string, { path, sha256: saved }: AwayFile): boolean {
  try {
    const full = join(root, path);
    return isPlainWay(root, path) && lstatSync(full).isFile() && sha256Hex(readFileSync(full)) === saved;
  } catch {
    return false;
  }
}

const isPlainWay = (root: string, path: string): boolean =>
  foldersOf(path).every((folder) => lstatSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() ?? false);

function readSaved(folder: string, { path, sha256: saved }: AwayFile): Buffer | null {
  try {
    const bytes = readFileSync(savedFile(folder, path));
    return sha256Hex(bytes) === saved ? bytes : null;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Folders above a path, outermost first. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** Neither a link nor a file may stand above the file, and nothing in its place. */
function clearWay(root: string, path: string, found: string): readonly Displaced[] {
  for (const folder of foldersOf(path)) {
    const stats = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (stats && !stats.isDirectory()) return [displace(root, folder, found)];
  }
  return lstatSync(join(root, path), { throwIfNoEntry: false }) ? [displace(root, path, found)] : [];
}

/** Moves an entry of a project out of it. */
export function displace(root: string, path: string, found: string): Displaced {
  let to = join(found, path);
  for (let at = 2; existsSync(to) || lstatSync(to, { throwIfNoEntry: false }); at++) to = join(found, `${path}-${at}`);
  makePrivateFolder(dirname(to));
  const from = join(root, path);
  try {
    renameSync(from, to);
  } catch (error) {
    if (errorCode(error) !== "EXDEV") throw error;
    copyTree(from, to);
    rmSync(from, { recursive: true, force: true });
  }
  flushFolder(dirname(to));
  return { path, to };
}

/** Whole or not at all: a kill in between leaves a draft, which the next attempt replaces. */
function writeBack(root: string, { path, mode, modified }: AwayFile, bytes: Buffer): void {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  removeOldDrafts(dirname(full));
  const draft = join(dirname(full), `.untildone-back.${process.pid}.tmp`);
  rmSync(draft, { force: true });
  try {
    writeFlushed(draft, bytes, mode);
    utimesSync(draft, modified / 1000, modified / 1000);
    renameSync(draft, full);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  flushFolder(dirname(full));
}

/** Of processes that were killed while they put files back. */
function removeOldDrafts(folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = /^\.untildone-back\.(\d+)\.tmp$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

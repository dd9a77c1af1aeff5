import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { sha256Hex } from "../../text/sha256.js";
import { flushFolder, makePrivateFolder, writeAll } from "../disk.js";
import { type AwayFile, savedFile } from "./manifest.js";

/** A file cannot be put away: which, and why in words. */
export class NotPutAway extends Error {
  readonly path: string;

  constructor(path: string, why: string) {
    super(why);
    this.path = path;
  }
}

/** Copies a file into the folder, flushed, and says what it was like. Nothing is removed yet. */
export function saveFile(folder: string, root: string, path: string): AwayFile {
  const file = openSync(join(root, path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const bytes = readFileSync(file);
    const { mode, mtimeMs } = lstatSync(join(root, path));
    const saved = savedFile(folder, path);
    makePrivateFolder(dirname(saved));
    writeFlushed(saved, bytes, 0o600);
    for (let above = dirname(saved); above.length >= folder.length; above = dirname(above)) flushFolder(above);
    const sha = sha256Hex(bytes);
    if (sha256Hex(readFileSync(savedFile(folder, path))) !== sha)
      throw new NotPutAway(path, "its copy is not what was copied");
    return { path, sha256: sha, mode: mode & 0o7777, modified: mtimeMs };
  } finally {
    closeSync(file);
  }
}

/** A new file with this content, flushed. */
export function writeFlushed(path: string, bytes: Buffer, mode: number): void {
  const file = openSync(path, "wx", mode);
  try {
    writeAll(file, bytes);
    fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Removes a file that was saved, if it still is what was saved. */
export function removeSaved(root: string, { path, sha256: saved }: AwayFile): void {
  const full = join(root, path);
  const stats = lstatSync(full, { throwIfNoEntry: false });
  if (!stats) throw new NotPutAway(path, "it is gone");
  if (!stats.isFile() || sha256Hex(readFileSync(full)) !== saved) throw new NotPutAway(path, "it changed just now");
  unlinkSync(full);
}

/** Removes the folders of a file that are empty without it, and never the root. */
export function removeEmptyFolders(root: string, path: string): void {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder))
    try {
      rmdirSync(join(root, folder));
    } catch {
      return; // Something else is in it.
    }
}

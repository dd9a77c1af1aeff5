import { createHash, type Hash } from "node:crypto";
import { closeSync, lstatSync, readlinkSync, readSync, type Stats } from "node:fs";
import { openFile, readWhole } from "./open-file.js";

export type HashName = "sha1" | "sha256";

/** A file by git's own hash of its bytes, so that committing the same content does not count as a change. */
export interface HashedFile {
  readonly mode: string;
  readonly hash: string;
}

/** Larger files are compared by size and times: hashing gigabytes after each change is too slow. */
const maxHashed = 256 * 1024 * 1024;
const chunkSize = 4 * 1024 * 1024;

interface CachedFile extends HashedFile {
  readonly size: number;
  readonly inode: number;
  readonly modified: number;
  readonly changed: number;
}

/** What was hashed before, by path. In memory: nobody else can write to it. */
const entries = new Map<string, CachedFile>();
const maxEntries = 500_000;

/**
 * Hashes the bytes of a file or the target of a link. null if there is neither: deleted, a folder, a pipe. Reads nothing
 * if the file is as it was: same size, inode, and times. The time of the last change of an inode cannot be set by `touch`.
 */
export function hashFile(path: string, hashName: HashName = "sha1"): HashedFile | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || (!stats.isFile() && !stats.isSymbolicLink())) return null; // Reading a pipe would block.
    const key = hashName === "sha1" ? path : `${hashName}:${path}`;
    const known = entries.get(key);
    if (known && isSame(known, stats)) return known;
    const hashed = { mode: toMode(stats), hash: hashContent(path, stats, hashName) };
    remember(key, hashed, stats);
    return hashed;
  } catch {
    return null; // Deleted in the meantime, or not readable.
  }
}

function toMode(stats: Stats): string {
  if (stats.isSymbolicLink()) return "120000";
  return (stats.mode & 0o100) === 0 ? "100644" : "100755";
}

const isSame = (known: CachedFile, stats: Stats): boolean =>
  known.changed === stats.ctimeMs &&
  known.modified === stats.mtimeMs &&
  known.size === stats.size &&
  known.inode === stats.ino;

function remember(key: string, hashed: HashedFile, stats: Stats): void {
  entries.delete(key);
  if (!isSettled(stats.ctimeMs, Date.now())) return;
  if (entries.size >= maxEntries) entries.clear();
  const { size, ino: inode, mtimeMs: modified, ctimeMs: changed } = stats;
  entries.set(key, { ...hashed, size, inode, modified, changed });
}

/**
 * Whether another write would show in the time of the last change. Clocks of file systems tick: some each second or two,
 * most each few milliseconds.
 */
export function isSettled(changed: number, now: number): boolean {
  const tick = changed % 1_000 === 0 ? 2_000 : 100;
  return now - changed > tick;
}

function hashContent(path: string, stats: Stats, hashName: HashName): string {
  if (stats.isSymbolicLink()) return blobHash(Buffer.from(readlinkSync(path)), hashName);
  if (stats.size > maxHashed) return `large:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
  return stats.size > chunkSize
    ? hashInChunks(path, stats.size, hashName)
    : blobHash(readWhole(path, maxHashed), hashName);
}

const hashInChunks = (path: string, size: number, hashName: HashName): string =>
  readInto(createHash(hashName).update(`blob ${size}\0`), path);

/** The SHA-256 of a file's bytes alone, or null if it cannot be read. */
export function sha256Of(path: string): string | null {
  try {
    return lstatSync(path).isFile() ? readInto(createHash("sha256"), path) : null;
  } catch {
    return null;
  }
}

/** Without holding it all in memory. */
function readInto(hash: Hash, path: string): string {
  const chunk = Buffer.allocUnsafe(chunkSize);
  const file = openFile(path);
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) hash.update(chunk.subarray(0, read));
    return hash.digest("hex");
  } finally {
    closeSync(file);
  }
}

export function blobHash(bytes: Uint8Array, hashName: HashName): string {
  return createHash(hashName).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

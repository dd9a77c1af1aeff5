import { lstatSync, mkdirSync, readdirSync, readlinkSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { maskSecrets } from "../secrets/secrets.js";
import { putFile, putLink } from "./copy-tree.js";
import { blobHash, type HashedFile, type HashName, hashFile } from "./file-cache.js";
import { readWhole } from "./open-file.js";

const maxRead = 256 * 1024 * 1024;

/** Git's hash names tell themselves apart by their length. */
export const hashNameOf = (hash: string): HashName => (hash.length === 64 ? "sha256" : "sha1");

/** The content of a file, or the target of a link; null if it is neither. */
export function readEntry(path: string): Buffer | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) return Buffer.from(readlinkSync(path));
    return stats?.isFile() && stats.size <= maxRead ? readWhole(path, maxRead) : null;
  } catch {
    return null;
  }
}

/**
 * Keeps content under a name, packed, so that nobody reads or prints it by accident. False if it cannot be written, or holds
 * a secret: those are written nowhere.
 */
export function keepContent(bytes: Buffer, path: string): boolean {
  if (holdsSecret(bytes)) return false;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, deflateRawSync(bytes, { level: 1 }).toString("base64"), { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

const maxSearched = 4 * 1024 * 1024;

export function holdsSecret(bytes: Buffer): boolean {
  if (bytes.length > maxSearched || bytes.subarray(0, 8192).includes(0)) return false;
  const text = bytes.toString("utf8");
  return maskSecrets(text) !== text;
}

/** Kept content; null if it is gone or no longer what its name says. */
export function readKept(path: string, hash: string): Buffer | null {
  try {
    const packed = readEntry(path);
    const bytes =
      packed && inflateRawSync(Buffer.from(packed.toString("latin1"), "base64"), { maxOutputLength: maxRead });
    return bytes && blobHash(bytes, hashNameOf(hash)) === hash ? bytes : null;
  } catch {
    return null;
  }
}

/** A file as it is now, in the terms of a hash of its own kind. */
export const entryAt = (path: string, like: string): HashedFile | null => hashFile(path, hashNameOf(like));

interface Put {
  readonly root: string;
  /** From the root. */
  readonly path: string;
  readonly entry: HashedFile | null;
  readonly bytes: Buffer | null;
}

/** Makes a path of the work tree hold this content. Folders that are empty without it go, too. */
export function putEntry({ root, path, entry, bytes }: Put): void {
  if (entry !== null && bytes !== null && entry.mode === "120000") putLink(root, path, bytes.toString("utf8"));
  else putFile({ folder: root, path, bytes: entry === null ? null : bytes, isExecutable: entry?.mode === "100755" });
  if (entry === null) removeEmptyAbove(root, path);
}

function removeEmptyAbove(root: string, path: string): void {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    const full = join(root, folder);
    if (!lstatSync(full, { throwIfNoEntry: false })?.isDirectory() || readdirSync(full).length > 0) return;
    rmdirSync(full);
  }
}

import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { isUserError, UserError } from "../base/errors.js";
import { openJournal, openLog } from "./open-file.js";
import { SafeLog } from "./safe-log.js";
import { safeText } from "./secrets.js";

const causes: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  ENOSPC: ["the disk is full", "make room, then run the command again; nothing was lost"],
  EDQUOT: ["the quota of the disk is used up", "make room, then run the command again; nothing was lost"],
  EROFS: ["the file system is read-only", "name a folder that can be written with --state"],
  EACCES: ["it may not be written", "check the permissions of the folder, or name another with --state"],
  EPERM: ["it may not be written", "check the permissions of the folder, or name another with --state"],
  ENOTDIR: ["a part of the path is a file, not a folder", "move that file away, or name another folder with --state"],
  ENOENT: ["its folder is not there and cannot be made", "name another folder with --state"],
  EEXIST: ["a file stands where the folder should be", "move that file away, or name another folder with --state"],
  EISDIR: ["a folder stands where the file should be", "move that folder away"],
  ERR_FS_EISDIR: ["a folder stands where the file should be", "move that folder away"],
  ENXIO: ["a pipe or a socket stands where the file should be", "move it away"],
  ELOOP: ["a symbolic link stands where the file should be", "move it away"],
  EFBIG: ["the file would become too large", "set the journal aside with untildone reset --all"],
};

/** Of files that the user named: what to do is not about our state folder. */
const userFixes: Readonly<Record<string, string>> = {
  EROFS: "name a file in a folder that can be written",
  EACCES: "check its permissions, or name another file",
  EPERM: "check its permissions, or name another file",
  ENOTDIR: "name a file in a folder",
  ENOENT: "name a file in a folder that is there",
  EEXIST: "name another file",
  EISDIR: "name a file in that folder",
  ERR_FS_EISDIR: "name a file in that folder",
  ENXIO: "name another file",
  ELOOP: "name another file",
};

export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** Why a write failed, in words, or undefined if the disk is not the cause. */
export const describeWriteError = (error: unknown): string | undefined => {
  const code = errorCode(error);
  return Object.hasOwn(causes, code) ? causes[code]?.[0] : undefined;
};

/** Turns a write error into a UserError if the user can fix its cause. */
export function explainWrite(error: unknown, path: string): unknown {
  const code = errorCode(error);
  const cause = Object.hasOwn(causes, code) ? causes[code] : undefined;
  return cause ? new UserError({ what: `cannot write: ${cause[0]}`, where: path, fix: cause[1] }) : error;
}

/** The same for a file of the user's: one that was named, unless `fix` says otherwise. */
export function explainUserWrite(error: unknown, path: string, fix?: string): unknown {
  const explained = explainWrite(error, path);
  const usual = userFixes[errorCode(error)];
  if (!isUserError(explained) || usual === undefined) return explained;
  return new UserError({ what: explained.what, where: explained.where, fix: fix ?? usual });
}

/** A folder of ours. One that exists stays as it is: the user may have made it. */
export function makeFolder(path: string): void {
  try {
    makeFolders(path);
  } catch (error) {
    throw explainWrite(error, path);
  }
}

/** As `recursive` does, which never returns if a parent exists and takes no folders (`/proc`, Node 20 to 24). */
function makeFolders(path: string, mode = 0o700): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makeFolders(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (errorCode(error) !== "EEXIST" || !statSync(path).isDirectory()) throw error;
  }
}

/** A folder of the user's project. True if it was not there. The caller explains an error. */
export function makeUserFolder(path: string): boolean {
  const isNew = !existsSync(path);
  makeFolders(path, 0o777);
  return isNew;
}

/** A folder that only the user may read. The caller explains an error. */
export function makePrivateFolder(path: string): void {
  makeFolders(path);
  chmodSync(path, 0o700); // It may have existed before.
}

/** A folder that only we use, also if it exists. Its parent may be the user's. */
export function makeOwnFolder(path: string): void {
  makeFolder(path);
  tighten(() => chmodSync(path, 0o700));
}

/** The owner of a file or folder may be another user, and not every file system has permissions. */
function tighten(change: () => void): void {
  try {
    change();
  } catch {
    // It stays as it is.
  }
}

/** Replaces a text file of ours that people print: secrets are masked, and nothing in it can harm a terminal. */
export const replaceFile = (path: string, text: string): void => replaceOwnFile(path, safeText(text));

/**
 * Replaces a file of ours atomically: readers see the old text or the new, and only the user may read it. Not flushed,
 * because everything written this way can be recreated; after a power cut the file may be empty.
 */
export function replaceOwnFile(path: string, text: string): void {
  try {
    replaceWhole(path, text, openPrivate);
  } catch (error) {
    throw explainWrite(error, path);
  }
}

/** Replaces a file of the user's, with nothing changed. */
export function replaceUserFile(path: string, text: string): void {
  try {
    replaceWhole(path, text, openDraft);
  } catch (error) {
    throw explainUserWrite(error, path);
  }
}

/**
 * Replaces a file that only the user may read, flushed: when this returns, it survives a kill and a power cut. The caller
 * explains an error.
 */
export function replacePrivateFile(path: string, text: string | Iterable<string>): void {
  replaceWhole(path, text, openPrivate, fsyncSync);
  flushFolder(dirname(path));
}

const openPrivate = (draft: string): number => openDraft(draft, 0o600);

/** Always a new file: one that is there may be a pipe or lead to another file, and its mode may be another. */
function openDraft(draft: string, mode = 0o666): number {
  rmSync(draft, { force: true });
  return openSync(draft, "wx", mode);
}

function replaceWhole(
  path: string,
  text: string | Iterable<string>,
  open: (draft: string) => number,
  flush: (file: number) => void = () => undefined,
): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    const file = open(draft);
    try {
      for (const part of typeof text === "string" ? [text] : text) writeAll(file, Buffer.from(part));
      flush(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Passes a stream on as it is, and saves it as text that people may print. The old file stays until the new one is
 * complete.
 */
export async function* saveStream(stream: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    const file = openPrivate(draft);
    const log = new SafeLog((bytes) => writeAll(file, bytes));
    try {
      for await (const chunk of stream) {
        log.write(chunk);
        yield chunk;
      }
      log.end();
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    throw explainWrite(error, path);
  } finally {
    rmSync(draft, { force: true }); // It is left if an error ended the reading.
  }
}

/**
 * Appends a line and flushes it: when this returns, the line survives a kill and a power cut. First ends a line that a
 * killed writer left incomplete. Returns the new size of the file.
 */
export function appendLine(path: string, line: string): number {
  try {
    const file = openJournal(path, "append");
    try {
      return appendTo(file, path, line);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw explainWrite(error, path);
  }
}

function appendTo(file: number, path: string, line: string): number {
  const { size, mode } = fstatSync(file);
  if ((mode & 0o077) !== 0) tighten(() => fchmodSync(file, 0o600)); // Written by an earlier version.
  const bytes = Buffer.from(`${size > 0 && !endsLine(file, size) ? "\n" : ""}${line}\n`);
  try {
    writeAll(file, bytes);
    fdatasyncSync(file);
  } catch (error) {
    truncateTo(file, size);
    throw error;
  }
  if (size === 0) flushFolder(dirname(path));
  return size + bytes.length;
}

/** On a full disk, removes the partial line. If that fails, readers skip it. */
function truncateTo(file: number, size: number): void {
  try {
    ftruncateSync(file, size);
  } catch {
    // Report the first error, not this one.
  }
}

function endsLine(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return readSync(file, last, 0, 1, size - 1) === 1 && last[0] === 10;
}

function writeAll(file: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from);
}

/** A new file is only durable once its folder is flushed. Not every system supports that. */
function flushFolder(path: string): void {
  try {
    const folder = openSync(path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // Windows cannot flush a folder, and does not need to.
  }
}

/** Appends to a file meant for people, safe to print: not flushed, and errors are returned instead of thrown. */
export function appendText(path: string, text: string): string | null {
  try {
    const file = openLog(path);
    try {
      tighten(() => fchmodSync(file, 0o600));
      writeAll(file, Buffer.from(safeText(text)));
    } finally {
      closeSync(file);
    }
    return null;
  } catch (error) {
    const explained = explainWrite(error, path);
    return explained instanceof UserError ? `${path}: ${explained.what}` : String(explained);
  }
}

/** Removes temporary files that killed processes left in a folder. */
export function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /\.(\d+)\.tmp$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(`${folder}/${name}`, { force: true });
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

export const isPipe = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFIFO() ?? false;

export const exists = (path: string): boolean => existsSync(path);

export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw explainWrite(error, path);
  }
}

/** Renames a file to the first free name and returns it. */
export function moveAside(path: string, wanted: string): string {
  let name = wanted;
  for (let at = 2; existsSync(name); at++) name = `${wanted}-${at}`;
  try {
    renameSync(path, name);
  } catch (error) {
    throw explainWrite(error, path);
  }
  return name;
}

import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { safeText } from "../secrets/secrets.js";
import { errorCode, explainUserWrite, explainWrite } from "./explain-write.js";

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
export function tighten(change: () => void): void {
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

export const openPrivate = (draft: string): number => openDraft(draft, 0o600);

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

export function writeAll(file: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from);
}

/** A new file is only durable once its folder is flushed. Not every system supports that. */
export function flushFolder(path: string): void {
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

export { existsSync as exists };

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

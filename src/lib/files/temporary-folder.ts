import { chmodSync, mkdtempSync, readlinkSync, rmdirSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { errorMessage, UserError } from "../errors.js";
import { isRunning, makePrivateFolder } from "./disk.js";
import { describeWriteError, errorCode } from "./explain-write.js";
import { digest, entriesIn, realPlace } from "./folder.js";
import { ownStateHome } from "./state-home.js";

const open = new Set<string>();

/** A folder of this process in the temporary directory or another, removed at the latest when the process exits. */
export function temporaryFolder(prefix: string, parent: string | null = null): string {
  removeStale();
  const made = parent === null ? null : tryToMake(parent);
  return keepUntilExit(made ?? lastingFolder(`${prefix}${machine()}-${process.pid}-`));
}

/**
 * The same for a copy of a project. It lies where the records of runs are: the temporary directory is often small, and
 * in memory. Only where that cannot be written, or is itself in the project, it lies there.
 */
export function copyFolder(project: string, place: string | null = null): string {
  removeStale();
  const parent = place ?? copiesFolder();
  const isOutside = parent !== null && !`${realPlace(parent)}${sep}`.startsWith(`${resolve(project)}${sep}`);
  const made = isOutside ? tryToMake(parent) : null;
  return keepUntilExit(made ?? lastingFolder(`untildone-copy-${machine()}-${process.pid}-`));
}

function tryToMake(parent: string): string | null {
  try {
    makePrivateFolder(parent);
    // Short: what tests make in it may have a limit to its path.
    return mkdtempSync(join(parent, `copy-${machine()}-${process.pid}-`));
  } catch {
    return null;
  }
}

/** A folder for the copies of one sandbox, which sees no others. Null where none can be made. */
export function ownCopiesFolder(): string | null {
  removeStale();
  const parent = copiesFolder();
  const made = parent === null ? null : tryToMake(parent);
  return made === null ? null : keepUntilExit(realPlace(made));
}

/** One for all projects: a copy of a worktree outlives nobody who would look for it there. */
function copiesFolder(): string | null {
  const home = ownStateHome();
  return home === null ? null : join(home, "untildone", "copies");
}

function keepUntilExit(path: string): string {
  if (open.size === 0) process.on("exit", removeAll);
  open.add(path);
  return path;
}

/** A folder in the temporary directory that may stay. */
export function lastingFolder(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (error) {
    throw new UserError({
      what: `cannot make a temporary folder: ${describeProblem(error)}`,
      where: tmpdir(),
      fix: "set TMPDIR to a folder that can be written",
    });
  }
}

const describeProblem = (error: unknown): string =>
  errorCode(error) === "ENOENT" ? "there is no such folder" : (describeWriteError(error) ?? errorMessage(error));

export function removeFolder(path: string): void {
  open.delete(path);
  if (open.size === 0) process.off("exit", removeAll);
  if (!remove(path)) {
    // Tests may have made folders in it that nobody may write to.
    allowAll(path);
    remove(path);
  }
  if (dirname(path) === copiesFolder()) removeIfEmpty(dirname(path));
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another copy is in it.
  }
}

function remove(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    return true;
  } catch {
    return false;
  }
}

function allowAll(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch {
    return; // Another user's.
  }
  for (const entry of entriesIn(folder)) if (entry.isDirectory()) allowAll(join(folder, entry.name));
}

function removeAll(): void {
  for (const path of open) removeFolder(path);
}

/** Process ids count only where they were given: a temporary directory may be shared between containers. */
function machine(): string {
  let space = "";
  try {
    space = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Not Linux.
  }
  return digest(`${hostname()} ${space}`).slice(0, 8);
}

let isSwept = false;

/** Removes, once, the folders that killed processes left. */
function removeStale(): void {
  if (isSwept) return;
  isSwept = true;
  removeStaleIn(tmpdir());
  removeStaleCopies();
}

/** Removes the copies that killed processes left. */
export function removeStaleCopies(): void {
  const folder = copiesFolder();
  if (folder !== null) removeStaleIn(folder);
}

/** What is another user's stays. */
function removeStaleIn(folder: string): void {
  const found = entriesIn(folder);
  if (found.length === 0) return;
  const named = new RegExp(`^(?:untildone-(?:guard|index|copy|socket)|copy)-${machine()}-(\\d+)-`);
  for (const { name } of found) {
    const pid = named.exec(name)?.[1];
    if (pid !== undefined && Number(pid) !== process.pid && !isRunning(Number(pid))) removeFolder(join(folder, name));
  }
}

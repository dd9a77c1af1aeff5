import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { errorMessage, UserError } from "../base/errors.js";
import { describeWriteError, errorCode, isRunning } from "./disk.js";

const open = new Set<string>();

/** A folder of this process in the temporary directory, removed at the latest when the process exits. */
export function temporaryFolder(prefix: string): string {
  removeStale();
  const path = lastingFolder(`${prefix}${machine()}-${process.pid}-`);
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
  rmSync(path, { recursive: true, force: true });
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
  return createHash("sha1").update(`${hostname()} ${space}`).digest("hex").slice(0, 8);
}

let isSwept = false;

/** Removes, once, the folders that killed processes left. */
function removeStale(): void {
  if (isSwept) return;
  isSwept = true;
  const named = new RegExp(`^untildone-(?:guard|index|copy|socket)-${machine()}-(\\d+)-`);
  for (const name of names(tmpdir())) {
    const pid = named.exec(name)?.[1];
    if (pid !== undefined && Number(pid) !== process.pid && !isRunning(Number(pid)))
      removeQuietly(join(tmpdir(), name));
  }
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** It may be another user's. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Left to its owner.
  }
}

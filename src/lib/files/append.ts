import { closeSync, fchmodSync, fdatasyncSync, fstatSync, ftruncateSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { UserError } from "../errors.js";
import { safeText } from "../secrets/secrets.js";
import { flushFolder, tighten, writeAll } from "./disk.js";
import { explainWrite } from "./explain-write.js";
import { openJournal, openLog } from "./open-file.js";

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

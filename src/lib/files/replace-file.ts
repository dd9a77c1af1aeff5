import { constants } from "node:fs";
import { type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { now } from "../time/clock.js";
import { explainText } from "./files.js";
import { waitForLock } from "./lock.js";
import { readLimits, refuseToRead } from "./open-file.js";

export type FileChange =
  | { readonly is: "write"; readonly bytes: Uint8Array }
  | { readonly is: "same" }
  | { readonly is: "refused"; readonly why: string };

export type FileChanged =
  | { readonly is: "written" }
  | { readonly is: "same" }
  | { readonly is: "refused"; readonly why: string };

const patienceMs = 10_000;
const maxTries = 50;

type Change = (bytes: Uint8Array) => Promise<FileChange>;

/**
 * Changes a file atomically and without losing what others write meanwhile: the new content goes into a file beside it,
 * which replaces the old one only if that still has the content we read. Two of our processes wait for each other.
 */
export async function changeFile(path: string, change: Change): Promise<FileChanged> {
  try {
    const target = await realpath(path);
    const beside = join(dirname(target), `.${basename(target)}.untildone`);
    const lock = await waitForLock(beside, { command: "tasks", at: now(), patienceMs, what: "the task list" });
    try {
      return await changeLocked(target, `${beside}.new`, change);
    } finally {
      lock.release();
    }
  } catch (error) {
    return { is: "refused", why: explainText(error) };
  }
}

async function changeLocked(target: string, draft: string, change: Change): Promise<FileChanged> {
  for (let tries = 0; tries < maxTries; tries++) {
    const old = await open(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      refuseToRead(await old.stat(), readLimits.taskList, target);
      const before = await readContent(old);
      const wanted = await change(before);
      if (wanted.is !== "write") return wanted;
      await writeDraft(draft, wanted.bytes, (await old.stat()).mode);
      if (!(await holds(old, target, before))) continue;
      await rename(draft, target);
      // A process that had the old file open may have written to it just before the rename. That content is newer, so
      // apply our change to it.
      if (await hasContent(old, before)) return { is: "written" };
      const late = await readContent(old);
      return await changeLocked(target, draft, (bytes) => change(sameBytes(bytes, wanted.bytes) ? late : bytes));
    } finally {
      await old.close();
      await rm(draft, { force: true });
    }
  }
  return { is: "refused", why: "the file kept changing while we tried to mark it" };
}

/** Always creates the file: an existing one may be a link to another. */
async function writeDraft(draft: string, bytes: Uint8Array, mode: number): Promise<void> {
  await rm(draft, { force: true });
  const file = await open(draft, "wx");
  try {
    await file.writeFile(bytes);
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether the path still leads to this file, with the content we read. */
async function holds(file: FileHandle, path: string, content: Uint8Array): Promise<boolean> {
  const [now, then] = [await stat(path), await file.stat()];
  return now.ino === then.ino && now.dev === then.dev && (await hasContent(file, content));
}

const chunkSize = 256 * 1024;

/** Compares piece by piece: a long list is in memory often enough. */
async function hasContent(file: FileHandle, content: Uint8Array): Promise<boolean> {
  if ((await file.stat()).size !== content.length) return false;
  const chunk = Buffer.alloc(Math.min(chunkSize, content.length));
  for (let at = 0; at < content.length; ) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0 || !sameBytes(chunk.subarray(0, bytesRead), content.subarray(at, at + bytesRead))) return false;
    at += bytesRead;
  }
  return true;
}

async function readContent(file: FileHandle): Promise<Uint8Array> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

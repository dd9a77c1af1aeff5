import { type FileHandle, open, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { explainText } from "./files.js";
import { pause } from "./pause.js";

export type FileChange =
  | { readonly is: "write"; readonly bytes: Uint8Array }
  | { readonly is: "same" }
  | { readonly is: "refused"; readonly why: string };

export type FileChanged =
  | { readonly is: "written" }
  | { readonly is: "same" }
  | { readonly is: "refused"; readonly why: string };

const patienceMs = 10_000;
const retryMs = 5;
const maxTries = 50;

/**
 * Changes a file so that a reader sees the old or the new content and nothing between, and so that what others write
 * meanwhile is not lost: the new content goes into a file beside it, which takes the old one's place only while the old
 * one still holds what was read. Two of us wait for each other: the file beside it is the lock.
 */
export async function changeFile(
  path: string,
  change: (bytes: Uint8Array) => Promise<FileChange>,
): Promise<FileChanged> {
  try {
    const target = await realpath(path);
    const draft = join(dirname(target), `.${basename(target)}.untildone`);
    const lock = await takeLock(draft);
    if (!lock) return { is: "refused", why: `${draft} is held by another process` };
    const work: Work = { draft, lock, change, taken: false };
    try {
      return await changeLocked(target, work);
    } finally {
      await lock.close();
      // Once it has taken the place of the file, a file of that name is the next one's lock.
      if (!work.taken) await unlink(draft).catch(ignoreMissing);
    }
  } catch (error) {
    return { is: "refused", why: explainText(error) };
  }
}

interface Work {
  readonly draft: string;
  readonly lock: FileHandle;
  readonly change: (bytes: Uint8Array) => Promise<FileChange>;
  taken: boolean;
}

async function changeLocked(target: string, work: Work): Promise<FileChanged> {
  const { draft, lock, change } = work;
  for (let tries = 0; tries < maxTries; tries++) {
    const old = await open(target, "r");
    try {
      const before = await readContent(old);
      const wanted = await change(before);
      if (wanted.is !== "write") return wanted;
      await lock.truncate(0);
      await lock.write(wanted.bytes, 0, wanted.bytes.length, 0);
      await lock.chmod((await old.stat()).mode);
      await lock.sync();
      if (!(await holds(old, target, before))) continue;
      await rename(draft, target);
      work.taken = true;
      // Whoever had the old file still open may have written to it in the moment before it was replaced: those words
      // are the newer ones, and our change is made to them.
      const late = await readContent(old);
      if (sameBytes(late, before)) return { is: "written" };
      return await changeFile(target, (now) => change(sameBytes(now, wanted.bytes) ? late : now));
    } finally {
      await old.close();
    }
  }
  return { is: "refused", why: "the file kept changing while it was to be marked" };
}

/** Whether the path still leads to this file, and the file still holds what was read. */
async function holds(file: FileHandle, path: string, content: Uint8Array): Promise<boolean> {
  const [now, then] = [await stat(path), await file.stat()];
  return now.ino === then.ino && now.dev === then.dev && sameBytes(await readContent(file), content);
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

/** One that is older than anybody would hold it was left by a process that died. */
async function takeLock(path: string): Promise<FileHandle | null> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await open(path, "wx");
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
    const held = await stat(path).catch(ignoreMissing);
    if (held && Date.now() - held.mtimeMs > patienceMs) await unlink(path).catch(ignoreMissing);
    else if (Date.now() > until) return null;
    else await pause(retryMs);
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

function ignoreMissing(error: unknown): undefined {
  if (!hasCode(error, "ENOENT")) throw error;
  return undefined;
}

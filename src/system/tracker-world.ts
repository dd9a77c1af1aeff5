import { link, lstat, mkdir, readdir, readFile, rename, stat, unlink } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { FileRead, FolderEntry, World } from "../trackers/world.js";
import { decodeText, detectEncoding, isBinary } from "./decode.js";
import { explainText } from "./files.js";
import { askServer } from "./http.js";
import { pause } from "./pause.js";
import { changeFile } from "./replace-file.js";
import { runProgram } from "./run-program.js";

const mostBytes = 64 * 1024 * 1024;
const programTimeoutMs = 60_000;

/** The world as it is. */
export function trackerWorld(cwd: string, env: World["env"]): World {
  const at = (path: string): string => resolve(cwd, path);
  return {
    env,
    read: (path) => readAny(at(path)),
    isFolder: async (path) => (await stat(at(path)).catch(() => null))?.isDirectory() ?? false,
    change: (path, change) =>
      changeFile(at(path), (bytes) => change({ bytes, text: decodeText(bytes), encoding: detectEncoding(bytes) })),
    entries: (path) => readEntries(at(path)),
    move: (from, to) => moveFile(at(from), at(to)),
    run: (program, words) => runProgram(program, words, { cwd, env, timeoutMs: programTimeoutMs }),
    ask: askServer,
    now: () => Date.now(),
    sleep: pause,
  };
}

async function readAny(path: string): Promise<FileRead> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return { is: "folder" };
    if (!found.isFile())
      return { is: "unreadable", why: "it is no file: a pipe, a device or a socket cannot be a task list" };
    if (found.size > mostBytes)
      return { is: "unreadable", why: `the file is too large for a task list (${Math.round(found.size / 1e6)} MB)` };
    const bytes = await readFile(path);
    return isBinary(bytes)
      ? { is: "unreadable", why: "the file is binary, not text" }
      : { is: "file", text: decodeText(bytes) };
  } catch (error) {
    return { is: "unreadable", why: explainText(error) };
  }
}

async function readEntries(path: string): Promise<readonly FolderEntry[] | null> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return null; // Not there, no folder, or not ours to read: the caller says which list cannot be used.
  }
}

/** By a second name first, since renaming would write over a file that has that name already. */
async function moveFile(from: string, to: string): Promise<string | null> {
  try {
    await mkdir(dirname(to), { recursive: true });
    await link(from, to);
    await unlink(from);
    return null;
  } catch (error) {
    return canLink(error) ? explainText(error) : renameIfFree(from, to);
  }
}

const canLink = (error: unknown): boolean =>
  !(error instanceof Error && "code" in error && (error.code === "EPERM" || error.code === "ENOTSUP"));

async function renameIfFree(from: string, to: string): Promise<string | null> {
  try {
    await lstat(to);
    return "a file of that name is there already";
  } catch {
    try {
      await rename(from, to);
      return null;
    } catch (error) {
      return explainText(error);
    }
  }
}

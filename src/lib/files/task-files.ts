import { link, lstat, mkdir, readdir, rename, stat, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { isBinary } from "../text/decode.js";
import { decodeHeld } from "../text/long-text.js";
import { explainText } from "./files.js";
import { readLimits, readWhole } from "./open-file.js";

/** What was found at a path. */
export type FileRead =
  | { readonly is: "file"; readonly text: string }
  | { readonly is: "folder" }
  | { readonly is: "unreadable"; readonly why: string };

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

export const isFolderAt = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false;

export async function readAny(path: string): Promise<FileRead> {
  try {
    if (await isFolderAt(path)) return { is: "folder" };
    const bytes = readWhole(path, readLimits.taskList);
    return isBinary(bytes)
      ? { is: "unreadable", why: "the file is binary, not text" }
      : { is: "file", text: decodeHeld(bytes) };
  } catch (error) {
    return { is: "unreadable", why: explainText(error) };
  }
}

export async function readEntries(path: string): Promise<readonly FolderEntry[] | null> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return null; // Missing, not a folder, or not readable: the caller reports which list is unusable.
  }
}

/** Links first and then unlinks, because a rename would overwrite an existing file. */
export async function moveFile(from: string, to: string): Promise<string | null> {
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
    return "a file of that name already exists";
  } catch {
    try {
      await rename(from, to);
      return null;
    } catch (error) {
      return explainText(error);
    }
  }
}

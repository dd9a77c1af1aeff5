import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { hashFile } from "../files/file-cache.js";

/**
 * The program that a name stands for: its path, and its content if an agent with our rights could change it. Null if
 * there is none.
 */
export function findProgram(name: string): string | null {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const file = join(folder, name);
    if (isExecutable(file)) return `${file}\0${fingerprint(file)}`;
  }
  return null;
}

/** Where a program is that a name stands for, by this search path; null if there is none. */
export function findExecutable(
  name: string,
  { path, cwd }: { readonly path: string; readonly cwd: string },
): string | null {
  if (name.includes("/")) return isExecutable(resolve(cwd, name)) ? resolve(cwd, name) : null;
  return (
    searchFolders(path, cwd)
      .map((folder) => join(folder, name))
      .find(isExecutable) ?? null
  );
}

/** The folders of a search path. */
export const searchFolders = (path: string, cwd: string): readonly string[] =>
  path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => resolve(cwd, folder));

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

const largestHashed = 1_000_000;

/** A program of the system's may be upgraded at any time, and is not the agent's to change. */
function fingerprint(file: string): string {
  try {
    const real = realpathSync(file);
    const { uid, size, mtimeMs } = statSync(real);
    if (uid !== process.getuid?.()) return "";
    return size > largestHashed ? `${size}:${mtimeMs}` : (hashFile(real)?.hash ?? "");
  } catch {
    return ""; // Removed in the meantime.
  }
}

export const homeFolder = (): string => process.env["HOME"] || homedir();

import { delimiter, isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import type { Environment } from "../environment.js";
import { realPath } from "../files/folder.js";

/** Folders that an agent in a sandbox can write. For the whole process: whatever it starts, it starts outside. */
let writable: readonly string[] = [];

/** From now on, no program is looked for in these folders: npm and npx put those of a project first on the path. */
export function avoidPrograms(folders: readonly string[]): void {
  writable = [...new Set([...writable, ...folders.map(realPath)])];
}

/** The environment of a program that runs outside. A relative folder is looked for in the project. */
export function outerEnv<Env extends Environment>(env: Env): Env {
  const path = env["PATH"];
  if (writable.length === 0 || path === undefined) return env;
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder) && !isIn(writable, folder));
  return { ...env, PATH: folders.join(delimiter) };
}

/** Node.js and this program, if they are in one of these folders: who can write there can change what we load next. */
export function ownProgramIn(folders: readonly string[]): string | null {
  const here = import.meta.url.startsWith("file:") ? fileURLToPath(import.meta.url) : import.meta.url;
  const own = [here, process.execPath];
  return own.find((file) => isIn(folders.map(realPath), file)) ?? null;
}

const isIn = (folders: readonly string[], path: string): boolean =>
  folders.some((folder) => realPath(path) === folder || realPath(path).startsWith(`${folder}/`));

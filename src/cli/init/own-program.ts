import { exists } from "../../lib/files/disk.js";
import { findExecutable, searchFolders } from "../../lib/process/programs.js";
import { published } from "../../lib/published.js";
import type { Io } from "../command.js";
import { ownCommandLine } from "../own-command-line.js";

/** How an agent's settings can start untildone in this project. */
export type OwnProgram =
  /** In the project's node_modules. */
  | { readonly is: "local" }
  /** On the search path. */
  | { readonly is: "global"; readonly path: string }
  /** Fetched by npx whenever it is started. */
  | { readonly is: "npx" }
  /** The program that is running, by its path: there is no registry to fetch it from. */
  | { readonly is: "path"; readonly words: string }
  | { readonly is: "named"; readonly words: string };

const localPath = "node_modules/.bin/untildone";

/** The project's own first: everybody who has the project has it, in the same version. */
export function findOwnProgram({ cwd, env }: Pick<Io, "cwd" | "env">, named?: string): OwnProgram {
  if (named !== undefined) return { is: "named", words: named };
  if (exists(`${cwd}/${localPath}`)) return { is: "local" };
  const path = findGlobal(env["PATH"] ?? "", cwd);
  if (path !== null) return { is: "global", path };
  return published.npm ? { is: "npx" } : { is: "path", words: ownWords() };
}

/** A path with spaces cannot be named the same way to a shell and in a list of words. */
function ownWords(): string {
  const words = ownCommandLine("").slice(0, 2);
  const isNameable = words.every((word) => !/\s/.test(word)) && /untildone|cli\.cjs/.test(words.at(-1) ?? "");
  return isNameable ? words.join(" ") : "untildone";
}

/** Scripts of npm, and npx, put folders on the path that an agent does not have. */
function findGlobal(path: string, cwd: string): string | null {
  for (const folder of searchFolders(path, cwd)) {
    const found = /[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder)
      ? null
      : findExecutable(`${folder}/untildone`, { path: "", cwd });
    if (found !== null) return found;
  }
  return null;
}

/** What stands for the project's folder in the commands of an agent's hooks; null if they run wherever the agent is. */
export type FolderWord = string | null;

/** A command line for a shell. */
export function commandLine(program: OwnProgram, words: string, folder: FolderWord): string {
  switch (program.is) {
    case "named":
    case "path":
      return `${program.words} ${words}`;
    case "global":
      return `untildone ${words}`;
    case "local":
      return folder === null ? `npx --no-install untildone ${words}` : `${folder}${localPath} ${words}`;
    case "npx":
      return `npx --yes untildone ${words}`;
  }
}

/** A program and its arguments, for settings that name them apart. */
export function programAndArgs(
  program: OwnProgram,
  word: string,
): { readonly command: string; readonly args: readonly string[] } {
  const [command = "", ...args] = commandLine(program, word, null).split(/\s+/);
  return { command, args };
}

export function describeProgram(program: OwnProgram): string {
  switch (program.is) {
    case "named":
      return `untildone is started as: ${program.words}`;
    case "global":
      return `untildone is started from the search path (${program.path})`;
    case "local":
      return "untildone is started from the project's node_modules";
    case "path":
      return `untildone is started from where it is now, so it has to stay there: ${program.words}`;
    case "npx":
      return "untildone is started by npx, which takes a second each time: npm install --save-dev untildone, then --remove and init again, is faster";
  }
}

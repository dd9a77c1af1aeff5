import { isThere, namesIn, pathJoin, textAt } from "../lib/files/folder.js";

/** What may be asked about a project's files, by their path from its folder. */
export interface ProjectFiles {
  readonly names: readonly string[];
  has(path: string): boolean;
  /** Null where there is no such file. */
  text(path: string): string | null;
}

export const projectFilesAt = (cwd: string): ProjectFiles => ({
  names: namesIn(cwd),
  has: (path) => isThere(pathJoin(cwd, path)),
  text: (path) => textAt(pathJoin(cwd, path)),
});

import { exists } from "../../lib/files/disk.js";
import { pathResolve, realPath } from "../../lib/files/folder.js";
import { findExecutable, searchFolders } from "../../lib/process/programs.js";
import { followLinks } from "./follow-links.js";

export interface Lookup {
  readonly path: string;
  readonly cwd: string;
  /** Folders that agents may write: a link in them leads to nothing that is shown for it. */
  readonly writable: readonly string[];
}

/** The folders and files that a command needs to run: its program, the files it names, and the programs of our path. */
export function findPrograms(words: readonly string[], lookup: Lookup): readonly string[] {
  const [program = "", ...rest] = words;
  const found = [program, "node", "npm"].flatMap((name) => findExecutable(name, lookup) ?? []);
  const named = rest.filter((word) => word.startsWith("/") && exists(word));
  const links = [...found, ...named].filter((file) => !leadsOut(file, lookup.writable));
  return [...searchFolders(lookup.path, lookup.cwd).filter(exists), ...links, ...links.map(findInstallation)];
}

/** Whether a path leads out of these folders by a link in one of them. */
export const leadsOut = (path: string, writable: readonly string[]): boolean =>
  followLinks(path, { all: ["/"], writable }) === null;

/** The folder that a program was installed to: the package, with the packages beside it, or the file alone. */
export function findInstallation(file: string): string {
  const real = realPath(file);
  const modules = real.indexOf("/node_modules/");
  if (modules >= 0) return real.slice(0, modules + "/node_modules".length);
  return findPackage(real) ?? real;
}

function findPackage(file: string): string | null {
  for (let folder = pathResolve(file, ".."); folder !== pathResolve(folder, ".."); folder = pathResolve(folder, ".."))
    if (exists(`${folder}/package.json`)) return folder;
  return null;
}

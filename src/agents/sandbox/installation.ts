import { exists } from "../../lib/files/disk.js";
import { pathResolve, realPath } from "../../lib/files/folder.js";
import { findExecutable, searchFolders } from "../../lib/process/programs.js";
import { followLinks } from "./follow-links.js";
import { hasOuter } from "./order-mounts.js";

export interface Lookup {
  readonly path: string;
  readonly cwd: string;
  /** Folders that agents may write: a link in them leads to nothing that is shown for it. */
  readonly writable: readonly string[];
  /** The project that a clone was made of, if the agent works in one: what it lacks is not to be seen there either. */
  readonly project?: string;
}

/** The folders and files that a command needs to run: its program, the files it names, and the programs of our path. */
export function findPrograms(words: readonly string[], lookup: Lookup): readonly string[] {
  const [program = "", ...rest] = words;
  const found = [program, "node", "npm"].flatMap((name) => findExecutable(name, lookup) ?? []);
  const named = rest.filter((word) => word.startsWith("/") && exists(word));
  const links = [...found, ...named].filter((file) => !leadsOut(file, lookup.writable));
  const own = ownFolders(lookup);
  const isShown = (path: string): boolean => !holdsAny(path, own);
  const shown = [...searchFolders(lookup.path, lookup.cwd).filter(exists), ...links].filter(isShown);
  return [...shown, ...links.filter(isShown).map((link) => findInstallation(link, lookup))];
}

/** Whether a path leads out of these folders by a link in one of them. */
export const leadsOut = (path: string, writable: readonly string[]): boolean =>
  followLinks(path, { all: ["/"], writable }) === null;

/**
 * The folder that a program was installed to: the package, with the packages beside it, or the file alone. One that lies in
 * the project is no installation: its package may be the project itself, with its history and what is hidden from agents.
 */
export function findInstallation(file: string, lookup: Pick<Lookup, "cwd" | "project">): string {
  const real = realPath(file);
  const modules = real.indexOf("/node_modules/");
  if (modules >= 0) return real.slice(0, modules + "/node_modules".length);
  const found = findPackage(real);
  const own = ownFolders(lookup);
  return found === null || holdsAny(found, own) || hasOuter(found, own) ? real : found;
}

/** The project, where the agent works, and the checkouts around them. */
const ownFolders = ({ cwd, project = cwd }: Pick<Lookup, "cwd" | "project">): readonly string[] =>
  [cwd, project].flatMap((folder) => [realPath(folder), realPath(findCheckout(folder) ?? folder)]);

const holdsAny = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => hasOuter(folder, [realPath(path)]));

const findPackage = (file: string): string | null => findAbove(pathResolve(file, ".."), "package.json");
const findCheckout = (folder: string): string | null => findAbove(pathResolve(folder), ".git");

/** The nearest folder that holds an entry of this name, this one included. */
function findAbove(start: string, name: string): string | null {
  for (let folder = start; folder !== pathResolve(folder, ".."); folder = pathResolve(folder, ".."))
    if (exists(`${folder}/${name}`)) return folder;
  return null;
}

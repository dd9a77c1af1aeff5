import { type CheckPlan, type HiddenPlan, isHiddenPlan } from "../../evidence/plan.js";
import { matchesGlob } from "../../evidence/workspace/glob.js";
import { UserError } from "../../lib/errors.js";
import { entriesIn, isThere, pathJoin } from "../../lib/files/folder.js";
import { plural } from "../../lib/text/plural.js";

export const hiddenPlansIn = (plans: readonly CheckPlan[]): readonly HiddenPlan[] =>
  plans.filter(isHiddenPlan).filter(({ hidden }) => !hidden.sealed);

/** Whether a path is one that a hidden check has to itself. */
export const isHiddenPath = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => matchesGlob(path, glob));

/** What lies in a folder, apart from what nobody hides. */
interface FolderContent {
  readonly files: readonly string[];
  /** Links, and folders with a repository of their own. */
  readonly odd: readonly { readonly path: string; readonly is: string }[];
}

const never = new Set([".git", "node_modules", ".venv", "__pycache__"]);
const most = 100_000;

export interface HiddenPlace {
  /** The real path of the project's folder. */
  readonly root: string;
  /** Files that a run needs: its configuration and task list, from the folder. */
  readonly needed: readonly string[];
  /** Our own folders, from the folder. */
  readonly own: readonly string[];
}

/** The files of one hidden check, from the folder. Refuses in words what cannot be hidden or must not be. */
export function findHidden({ name, hidden, origin }: HiddenPlan, place: HiddenPlace): readonly string[] {
  const where = `${origin}: checks.${name}.files`;
  const { files, odd } = lookAt(place);
  const isHidden = (path: string): boolean => isHiddenPath(path, hidden.files);
  const found = files.filter(isHidden);
  for (const { path, is } of odd) if (isHidden(path) || holdsGlob(path, hidden.files)) throw refuseOdd(path, is, where);
  if (found.length === 0)
    throw new UserError({
      what: `no file matches ${hidden.files.join(", ")}: the hidden check ${name} has nothing to hide`,
      where,
      fix: "name the files of the check, from the project's folder",
    });
  const needed = place.needed.find(isHidden);
  if (needed !== undefined) throw refuseTooMuch(`${needed}, which the run itself needs`, where);
  if (found.length === files.filter((path) => !place.needed.includes(path)).length)
    throw refuseTooMuch(`the whole project (${plural(found.length, "file")})`, where);
  return found;
}

function lookAt({ root, own }: HiddenPlace): FolderContent {
  const files: string[] = [];
  const odd: { path: string; is: string }[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesIn(pathJoin(root, folder))) {
      const path = `${folder}${entry.name}`;
      if (never.has(entry.name) || own.includes(path)) continue;
      if (entry.isSymbolicLink()) odd.push({ path, is: "a link" });
      else if (entry.isDirectory() && isThere(pathJoin(root, path, ".git")))
        odd.push({ path, is: "a repository of its own" });
      else if (entry.isDirectory()) folders.push(`${path}/`);
      else if (entry.isFile()) files.push(path);
      else odd.push({ path, is: "neither a file nor a folder" });
    }
    if (files.length > most) break;
  }
  return { files: files.sort(), odd };
}

/** Whether a pattern reaches into a folder by its name: what lies behind a link or in a submodule is not the project's. */
const holdsGlob = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => fixedPart(glob).startsWith(`${path}/`));

const fixedPart = (glob: string): string => glob.replace(/^\.\//, "").replace(/[*?[{].*$/s, "");

const refuseOdd = (path: string, is: string, where: string): UserError =>
  new UserError({
    what: `${path} is ${is}, which cannot be hidden`,
    where,
    fix: "name files of this project alone: move the check's files into a folder of their own",
  });

const refuseTooMuch = (what: string, where: string): UserError =>
  new UserError({
    what: `the pattern would hide ${what}`,
    where,
    fix: "name the files of the check alone, such as acceptance/**",
  });

/** Paths that belong to hidden checks: folders by their names where a pattern takes all of them, else the files. */
export function ownPaths(globs: readonly string[], files: readonly string[]): readonly string[] {
  const folders = globs.flatMap((glob) => /^(?:\.\/)?([^*?[{\\]+)\/\*\*(?:\/\*)?$/.exec(glob)?.[1] ?? []);
  const plain = globs.filter((glob) => !/[*?[{\\]/.test(glob)).map((glob) => glob.replace(/^\.\/|\/$/g, ""));
  const inside = (file: string): boolean =>
    [...folders, ...plain].some((path) => file === path || file.startsWith(`${path}/`));
  return [...new Set([...folders, ...plain, ...files.filter((file) => !inside(file))])];
}

/** Files that were made since at paths of hidden checks, whatever they are. */
export function findWritten(root: string, globs: readonly string[], own: readonly string[]): readonly string[] {
  const { files, odd } = lookAt({ root, own, needed: [] });
  const written = files.filter((path) => isHiddenPath(path, globs));
  const links = odd.filter(({ path }) => isHiddenPath(path, globs) || holdsGlob(path, globs)).map(({ path }) => path);
  return [...written, ...links];
}

/** What a worktree has of the files of hidden checks. */
export const findPresent = (root: string, globs: readonly string[], own: readonly string[]): readonly string[] =>
  lookAt({ root, own, needed: [] }).files.filter((path) => isHiddenPath(path, globs));

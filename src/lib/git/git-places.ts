import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { realPath } from "../files/folder.js";

/** Where the files of a repository are. */
export interface GitPlaces {
  /** The root of its working tree; null without a repository. */
  readonly root: string | null;
  /** Its folders outside that root: of a worktree or a submodule. */
  readonly folders: readonly string[];
  /** Its folder inside that root: a mount of its own cannot be moved away. Null if there is none, or it is a link. */
  readonly inside: string | null;
  /** The folder with its settings and hooks. */
  readonly common: string | null;
  /** The files that say where its folders are. */
  readonly pointers: readonly string[];
  /** Folders of other repositories whose objects it uses. */
  readonly objects: readonly string[];
}

/** Reads where they are, as git does: a `.git` that is a file names the folder, and that one names the common one. */
export function findGitPlaces(cwd: string): GitPlaces {
  const root = findRepositoryRoot(cwd);
  if (root === null) return none;
  const own = gitFolder(root);
  const common = realPath(resolve(own, firstLine(`${own}/commondir`) ?? "."));
  if (!isGitFolder(common)) return none;
  const folders = [...new Set([own, common])].filter((folder) => !folder.startsWith(`${root}/`));
  const pointers = [resolve(root, ".git"), `${own}/commondir`].filter(isFile);
  const inside = own === `${root}/.git` ? own : null;
  return { root, folders, inside, common, pointers, objects: readAlternates(common) };
}

const none: GitPlaces = { root: null, folders: [], inside: null, common: null, pointers: [], objects: [] };

/** Whoever may edit a pointer could name any folder. */
const isGitFolder = (path: string): boolean =>
  ["HEAD", "objects", "refs"].every((name) => existsSync(`${path}/${name}`));

/** An agent can write the file that names it: what is no such folder would be shown to the next one. */
const isObjectFolder = (path: string): boolean => basename(path) === "objects" && isGitFolder(dirname(path));

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The nearest folder with a repository, here or above, as git looks for it; null if there is none, or no such folder. */
export function findRepositoryRoot(cwd: string): string | null {
  try {
    for (let folder = realpathSync(cwd); ; folder = dirname(folder)) {
      if (isRepositoryRoot(folder)) return folder;
      if (folder === dirname(folder)) return null;
    }
  } catch {
    return null;
  }
}

/** A `.git` that is a file leads to a repository elsewhere; a folder without a HEAD is none. */
export function isRepositoryRoot(path: string): boolean {
  const stats = lstatSync(resolve(path, ".git"), { throwIfNoEntry: false });
  return stats !== undefined && (!stats.isDirectory() || existsSync(resolve(path, ".git/HEAD")));
}

function gitFolder(root: string): string {
  const path = resolve(root, ".git");
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return realPath(path);
  const named = /^gitdir: (.+)$/.exec(firstLine(path) ?? "")?.[1];
  return realPath(resolve(root, named ?? ".git"));
}

const readAlternates = (common: string): readonly string[] =>
  (read(`${common}/objects/info/alternates`) ?? "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => realPath(resolve(common, "objects", line)))
    .filter(isObjectFolder);

const firstLine = (path: string): string | null => read(path)?.split("\n", 1)[0] ?? null;

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

import { entriesIn, pathResolve } from "../../lib/files/folder.js";
import { isFolder, type ProjectScan, readOdd, scanProject } from "../../lib/files/project-scan.js";
import { openClosed, type Undone, undoOddFiles } from "../../lib/files/undo-odd-files.js";
import { setAsideFresh } from "../../lib/git/fresh-repository.js";
import { type GitControl, includedSettings, readGitControl, restoreGitControl } from "../../lib/git/git-control.js";
import { hasOuter } from "./order-mounts.js";
import type { SandboxPlan } from "./sandbox.js";

interface Watched {
  readonly plan: SandboxPlan;
  /** The folder that git reads its settings from; null without a repository. */
  readonly common: string | null;
}

/**
 * What an agent could leave in the folders that it may write, for others to run: files with the rights of their owner,
 * and settings of git. Compared after each turn, when nothing of the agent runs any more.
 */
export class ProjectWatch {
  readonly #folders: readonly string[];
  readonly #except: readonly string[];
  readonly #uid: number;
  /** Whose project it is. */
  readonly #owner: number;
  readonly #gitFolder: string | null;
  readonly #gitFolders: readonly string[];
  readonly #control: GitControl;
  /** Nothing inside can change these, whoever does is outside: as long as the folder they are in is the same. */
  readonly #fixed: ReadonlyMap<string, number | undefined>;
  /** Repositories that were there before the run. */
  readonly #known: ReadonlySet<string>;
  #scan: ProjectScan;

  constructor({ plan: { mounts, user, cwd }, common }: Watched) {
    const pathsAs = (as: string): readonly string[] =>
      mounts.filter((mount) => mount.as === as).map(({ path }) => path);
    this.#folders = outermost(pathsAs("write"));
    this.#except = pathsAs("empty");
    this.#uid = user?.uid ?? 0;
    this.#gitFolder = common;
    this.#owner = readOdd(cwd)?.uid ?? this.#uid;
    this.#scan = this.#look();
    this.#known = new Set(this.#scan.repositories);
    this.#fixed = new Map(pathsAs("read").map((path) => [path, folderInode(path)]));
    const known = [...this.#known].map((path) => (isHead(path) ? pathResolve(path, "..") : path));
    this.#gitFolders = [...(common === null ? [] : [common, ...partsOf(common)]), ...known].filter(isFolder);
    const pointers = known.filter((path) => !isFolder(path));
    const included = this.#gitFolders.flatMap(includedSettings).filter((path) => hasOuter(path, this.#folders));
    this.#control = readGitControl(this.#gitFolders, [...pointers, ...included]);
  }

  /** Takes back what a turn did, and tells. */
  restore(): readonly Undone[] {
    const git = restoreGitControl(this.#control, this.#gitFolders, this.#isFixed);
    const { now, opened } = this.#lookInto();
    const fresh = now.repositories.filter((entry) => !this.#known.has(entry)).flatMap(setAsideFresh);
    const odd = undoOddFiles(this.#scan, now, [this.#uid, this.#owner]);
    this.#scan = odd.length > 0 ? this.#look() : now;
    return [...git, ...opened, ...fresh, ...odd];
  }

  /** A folder that was closed may hold others that are. One that cannot be opened is told, and told once. */
  #lookInto(): { readonly now: ProjectScan; readonly opened: readonly Undone[] } {
    const opened = new Map<string, Undone>();
    for (;;) {
      const now = this.#look();
      const more = openClosed(this.#scan, now).filter(({ file }) => !opened.has(file));
      if (more.length === 0) return { now, opened: [...opened.values()] };
      for (const each of more) opened.set(each.file, each);
    }
  }

  #isFixed = (path: string): boolean =>
    [...this.#fixed].some(([fixed, inode]) => hasOuter(path, [fixed]) && folderInode(fixed) === inode);

  #look = (): ProjectScan =>
    scanProject(this.#folders, { uid: this.#uid, gitFolder: this.#gitFolder, except: this.#except });
}

const isHead = (path: string): boolean => path.endsWith("/HEAD");

/** A mount cannot be moved away. What is around it can, and another one put in its place. */
const folderInode = (path: string): number | undefined => readOdd(pathResolve(path, ".."))?.inode;

const outermost = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => isFolder(path) && !paths.some((other) => other !== path && hasOuter(path, [other])));

/** The folders of its submodules and worktrees. */
const partsOf = (common: string): readonly string[] => [
  ...entriesIn(`${common}/worktrees`).map(({ name }) => `${common}/worktrees/${name}`),
  ...modulesIn(`${common}/modules`),
];

/** A submodule's folder has the name of the submodule, which may be a path. */
function modulesIn(folder: string): readonly string[] {
  return entriesIn(folder)
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const path = `${folder}/${name}`;
      return isFolder(`${path}/objects`) ? [path, ...modulesIn(`${path}/modules`)] : modulesIn(path);
    });
}

import { entriesIn, pathResolve } from "../../lib/files/folder.js";
import { isFolder, type ProjectScan, readOdd, scanProject } from "../../lib/files/project-scan.js";
import { openClosed, type Undone, undoOddFiles } from "../../lib/files/undo-odd-files.js";
import { setAsideFresh } from "../../lib/git/fresh-repository.js";
import {
  type GitControl,
  includedSettings,
  readGitControl,
  restoreGitControl,
  restoreSettings,
} from "../../lib/git/git-control.js";
import { hasOuter } from "./order-mounts.js";
import type { SandboxPlan } from "./sandbox.js";

/** What a project is compared with: how it was before an agent was at work in it. Plain data, which outlives a run. */
export interface WatchedState {
  readonly cwd: string;
  readonly folders: readonly string[];
  readonly except: readonly string[];
  readonly uid: number;
  /** Whose project it is. */
  readonly owner: number;
  readonly groups: readonly number[];
  /** The folder that git reads its settings from; null without a repository. */
  readonly gitFolder: string | null;
  readonly gitFolders: readonly string[];
  readonly control: GitControl;
  /** Nothing inside can change these, whoever does is outside: as long as the folder they are in is the same. */
  readonly fixed: ReadonlyMap<string, number | null>;
  /** Repositories that were there before the run. */
  readonly known: ReadonlySet<string>;
  readonly scan: ProjectScan;
  /** Settings of agents in the home folder. */
  readonly settings: GitControl;
}

interface Watched {
  readonly plan: Pick<SandboxPlan, "mounts" | "user" | "cwd">;
  readonly common: string | null;
  /** The files of settings of agents. */
  readonly settings?: readonly string[];
}

/** Looks at a project in which no agent is at work. */
export function readWatchedState({ plan: { mounts, user, cwd }, common, settings = [] }: Watched): WatchedState {
  const pathsAs = (as: string): readonly string[] => mounts.filter((mount) => mount.as === as).map(({ path }) => path);
  const project = readOdd(cwd);
  const groups = [project?.gid, user?.gid].filter((gid) => gid !== undefined);
  const scope = { folders: outermost(pathsAs("write")), except: pathsAs("empty"), uid: user?.uid ?? 0, groups };
  const scan = look({ ...scope, gitFolder: common });
  const known = scan.repositories.map((path) => (isHead(path) ? pathResolve(path, "..") : path));
  const gitFolders = [...(common === null ? [] : [common, ...partsOf(common)]), ...known].filter(isFolder);
  const pointers = known.filter((path) => !isFolder(path));
  const included = gitFolders.flatMap(includedSettings).filter((path) => hasOuter(path, scope.folders));
  return {
    ...{ cwd, ...scope, scan, gitFolder: common, gitFolders },
    owner: project?.uid ?? scope.uid,
    known: new Set(scan.repositories),
    fixed: new Map(pathsAs("read").map((path) => [path, folderInode(path)])),
    control: readGitControl(gitFolders, [...pointers, ...included]),
    settings: readGitControl(
      [],
      settings.filter((path) => hasOuter(path, pathsAs("write"))),
    ),
  };
}

/**
 * What an agent could leave in the folders that it may write, for others to run: files with the rights of their owner,
 * and settings of git. Compared after each turn, when nothing of the agent runs any more.
 */
export class ProjectWatch {
  readonly #state: WatchedState;
  #scan: ProjectScan;

  constructor(state: WatchedState) {
    this.#state = state;
    this.#scan = state.scan;
  }

  /** Takes back what a turn did, and tells. */
  restore(): readonly Undone[] {
    const { control, gitFolders, known, uid, owner, groups } = this.#state;
    const git = restoreGitControl(control, gitFolders, this.#isFixed);
    const { now, opened } = this.#lookInto();
    const fresh = now.repositories.filter((entry) => !known.has(entry)).flatMap(setAsideFresh);
    const odd = undoOddFiles(this.#scan, now, { owners: [uid, owner], groups });
    this.#scan = odd.length > 0 ? look(this.#state) : now;
    return [...git, ...restoreSettings(this.#state.settings), ...opened, ...fresh, ...odd];
  }

  /** A folder that was closed may hold others that are. One that cannot be opened is told, and told once. */
  #lookInto(): { readonly now: ProjectScan; readonly opened: readonly Undone[] } {
    const opened = new Map<string, Undone>();
    for (;;) {
      const now = look(this.#state);
      const more = openClosed(this.#scan, now).filter(({ file }) => !opened.has(file));
      if (more.length === 0) return { now, opened: [...opened.values()] };
      for (const each of more) opened.set(each.file, each);
    }
  }

  #isFixed = (path: string): boolean =>
    [...this.#state.fixed].some(([fixed, inode]) => hasOuter(path, [fixed]) && folderInode(fixed) === inode);
}

const look = (state: Pick<WatchedState, "folders" | "uid" | "groups" | "gitFolder" | "except">): ProjectScan =>
  scanProject(state.folders, state);

const isHead = (path: string): boolean => path.endsWith("/HEAD");

/** A mount cannot be moved away. What is around it can, and another one put in its place. */
const folderInode = (path: string): number | null => readOdd(pathResolve(path, ".."))?.inode ?? null;

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

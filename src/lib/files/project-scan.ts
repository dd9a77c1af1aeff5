import { accessSync, constants, lstatSync, readdirSync, readlinkSync, type Stats } from "node:fs";
import { resolve } from "node:path";

/** What a file is beside its content, where that could matter to others: another owner or group, set user id, a device. */
export interface OddFile {
  readonly inode: number;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly isDevice: boolean;
  readonly isFolder: boolean;
  /** A file or folder of git that everybody may write, in a folder that not everybody may. */
  readonly isOpen: boolean;
  /** Its group is none of those of the project, nor that of its folder. */
  readonly isForeign: boolean;
}

export interface ProjectScan {
  readonly odd: ReadonlyMap<string, OddFile>;
  /** Every `.git`, be it a folder, a file or a link, and the HEAD of every repository without a working tree. */
  readonly repositories: readonly string[];
  /** Where the links lead that are in git's folders and lead out of them: git would write through them. */
  readonly links: ReadonlyMap<string, string>;
  /** Folders that cannot be read or entered. */
  readonly closed: readonly string[];
}

interface ScanScope {
  readonly uid: number;
  /** The groups of the project. */
  readonly groups: readonly number[];
  /** A folder of git that is not called `.git`; null if there is none. */
  readonly gitFolder: string | null;
  /** Folders that are not looked at, such as untildone's own. */
  readonly except: readonly string[];
}

/** Looks at everything in these folders, without following links. Owner and mode are no content: each file is asked. */
export function scanProject(folders: readonly string[], scope: ScanScope): ProjectScan {
  const { gitFolder, except } = scope;
  const found = { repositories: [] as string[], closed: [] as string[] };
  const scan = { odd: new Map<string, OddFile>(), links: new Map<string, string>(), ...found };
  const open = folders.filter((path) => !except.includes(path)).map((path) => ({ path, stats: readStats(path) }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path: folder, stats: parent } = next;
    const names = listNames(folder, scan.closed);
    if (isBare(folder, names)) scan.repositories.push(`${folder}/HEAD`);
    for (const name of names) {
      const path = `${folder}/${name}`;
      const stats = readStats(path);
      if (!stats || except.includes(path)) continue;
      if (name === ".git") scan.repositories.push(path);
      const target = stats.isSymbolicLink() ? leadsOutOfGit(path, gitFolder) : null;
      if (target !== null) scan.links.set(path, target);
      const marks = {
        isOpen: isWritable(stats) && !(parent && isWritable(parent)) && findGitFolder(`${path}/`, gitFolder) !== null,
        isForeign: stats.gid !== parent?.gid && !scope.groups.includes(stats.gid),
      };
      if (marks.isOpen || marks.isForeign || isOdd(stats, scope.uid)) scan.odd.set(path, describe(stats, marks));
      if (stats.isDirectory()) open.push({ path, stats });
    }
  }
  return scan;
}

/** The folder of git that a path is in. */
function findGitFolder(path: string, gitFolder: string | null): string | null {
  const [named] = /^.*?\/\.git(?=\/)/.exec(path) ?? [];
  return named ?? (gitFolder !== null && path.startsWith(`${gitFolder}/`) ? gitFolder : null);
}

/** By everybody. The mode of a link says nothing. */
const isWritable = (stats: Stats): boolean => !stats.isSymbolicLink() && (stats.mode & everybodyBit) !== 0;

function leadsOutOfGit(path: string, gitFolder: string | null): string | null {
  const folder = findGitFolder(path, gitFolder);
  if (folder === null) return null;
  try {
    const target = resolve(path, "..", readlinkSync(path));
    return target.startsWith(`${folder}/`) ? null : target;
  } catch {
    return null; // It has gone meanwhile.
  }
}

/**
 * Git takes any folder for a repository that looks like one, for whoever is in it, and one of a submodule's name for the
 * submodule's. Objects and refs may be in the folder that `commondir` names.
 */
const isBare = (folder: string, names: readonly string[]): boolean =>
  names.includes("HEAD") &&
  (names.includes("commondir") || ["objects", "refs"].every((name) => names.includes(name))) &&
  !/\/\.git(?:\/(?!modules\/)|$)/.test(folder);

export const readOdd = (path: string): OddFile | null => {
  const stats = readStats(path);
  return stats ? describe(stats) : null;
};

export const isFolder = (path: string): boolean => readStats(path)?.isDirectory() ?? false;

/** Set user id and set group id. A folder hands the latter on to what is made in it, which is common and harmless. */
export const idBits = 0o6000;

export const everybodyBit = 0o002;

const isOdd = (stats: Stats, uid: number): boolean =>
  stats.uid !== uid || isDevice(stats) || (stats.isFile() && (stats.mode & idBits) !== 0);

const isDevice = (stats: Stats): boolean => stats.isBlockDevice() || stats.isCharacterDevice();

const describe = (stats: Stats, marks = { isOpen: false, isForeign: false }): OddFile => ({
  ...{ inode: stats.ino, uid: stats.uid, gid: stats.gid, isDevice: isDevice(stats), ...marks },
  isFolder: stats.isDirectory(),
  mode: stats.isFile() || stats.isDirectory() ? stats.mode & 0o7777 : 0,
});

/** What can be listed and not entered hides what its files are. */
function listNames(folder: string, closed: string[]): readonly string[] {
  try {
    accessSync(folder, constants.X_OK);
    return readdirSync(folder);
  } catch {
    if (readStats(folder)?.isDirectory()) closed.push(folder);
    return [];
  }
}

function readStats(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // A folder on the way was closed or replaced meanwhile.
  }
}

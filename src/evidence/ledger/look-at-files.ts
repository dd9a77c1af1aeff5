import { namesIn, pathJoin, realPath, sizeAt, walkFolder } from "../../lib/files/folder.js";
import type { Gathered } from "../gathered.js";
import { isSamePath } from "../proof/test-state.js";

/** The project's files, now and when the run began. */
export interface Files {
  exists(file: string): boolean;
  existed(file: string): boolean;
  /** Changed or deleted since the start, from the project's folder. */
  readonly changed: readonly string[];
}

export function lookAtFiles(cwd: string, seen: Gathered): Files {
  const home = `${realPath(cwd)}/`;
  const changes = (seen.sinceStart?.files ?? []).map((change) => ({
    now: inFolder(home, `${change.root}/${change.path}`),
    was: inFolder(home, `${change.root}/${change.from ?? change.path}`),
    isNew: change.before === null,
    isGone: change.now === null,
  }));
  const exists = (file: string): boolean => isFile(cwd, file);
  return {
    exists,
    existed(file) {
      const isAny = (path: string): boolean => isSamePath(path, file);
      if (changes.some(({ was, isNew }) => !isNew && isAny(was))) return true;
      return exists(file) && !changes.some(({ now, isNew }) => isNew && isAny(now));
    },
    changed: changes.filter(({ isNew }) => !isNew).map(({ was }) => was),
  };
}

const inFolder = (home: string, path: string): string => (path.startsWith(home) ? path.slice(home.length) : path);

/** A name without a folder may stand for a file in any. */
function isFile(cwd: string, file: string): boolean {
  if (sizeAt(pathJoin(cwd, file)) !== null) return true;
  if (file.includes("/") || namesIn(cwd).length === 0) return false;
  const { files } = walkFolder(cwd, (path) => /(?:^|\/)(?:\.git|node_modules)\/$/.test(path), 20_000);
  return files.some((path) => isSamePath(path, file));
}

import { entriesIn, isThere, linkTarget, pathFrom, pathJoin, realPath, walkFolder } from "../../lib/files/folder.js";
import { commitTree } from "../../lib/git/git.js";
import { isRepositoryRoot } from "../../lib/git/git-places.js";
import { lookAtWorkspace } from "./state.js";
import type { RootState } from "./workspace-state.js";

/** A folder of the project whose files its repository does not hold: a submodule, or a link that leads out of it. */
export interface Elsewhere {
  readonly path: string;
  readonly isLink: boolean;
  /** From the root of the project. Null where there are too many to look at. */
  readonly files: readonly string[] | null;
}

const submodule = "160000";
const link = "120000";
const maxFiles = 5_000;

export async function findElsewhere(root: RootState): Promise<readonly Elsewhere[]> {
  const held = root.commit === null ? null : await commitTree(root.path, root.commit);
  const gone = new Set(root.gone);
  const modes = new Map([...(held ?? [])].flatMap(([path, { mode }]) => (isKind(mode) ? [[path, mode] as const] : [])));
  for (const [path, { mode }] of Object.entries(root.files)) modes.set(path, mode);
  const found: Elsewhere[] = [];
  for (const [path, mode] of modes) {
    if (gone.has(path) || !isKind(mode)) continue;
    const full = pathJoin(root.path, path);
    if (mode === submodule) found.push({ path, isLink: false, files: await filesOfRepository(full, path) });
    else if (leadsOut(root.path, full)) found.push({ path, isLink: true, files: filesBehind(full, path) });
  }
  return found;
}

const isKind = (mode: string): boolean => mode === submodule || mode === link;

/** To a folder that is there. What a link to a single file leads to is another's. */
function leadsOut(root: string, path: string): boolean {
  if (linkTarget(path) === null) return false;
  const real = realPath(path);
  return real !== root && !real.startsWith(`${root}/`) && isThere(real) && entriesIn(real).length > 0;
}

async function filesOfRepository(full: string, path: string): Promise<readonly string[] | null> {
  if (!isRepositoryRoot(full)) return filesBehind(full, path);
  const [root] = (await lookAtWorkspace(full)).roots;
  if (!root) return null;
  const held = root.commit === null ? null : await commitTree(root.path, root.commit);
  const gone = new Set(root.gone);
  const names = new Set([...(held?.keys() ?? []), ...Object.keys(root.files)]);
  const files = [...names].filter((name) => !gone.has(name)).map((name) => `${path}/${name}`);
  return files.length > maxFiles ? null : files;
}

function filesBehind(full: string, path: string): readonly string[] | null {
  const real = realPath(full);
  const { files, tooMany } = walkFolder(
    real,
    (name) => /(?:^|\/)(?:\.git|node_modules|__pycache__)\/$/.test(name),
    maxFiles,
  );
  return tooMany ? null : files.map((name) => `${path}/${pathFrom(real, pathJoin(real, name))}`);
}

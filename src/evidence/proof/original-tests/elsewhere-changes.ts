import { hashFile } from "../../../lib/files/file-cache.js";
import { pathJoin } from "../../../lib/files/folder.js";
import type { Baseline } from "../../baseline.js";
import type { CheckContext } from "../../check-context.js";
import type { Changes, FileChange } from "../../workspace/changes.js";
import { type Elsewhere, findElsewhere } from "../../workspace/elsewhere.js";
import type { FileState, RootState, WorkspaceState } from "../../workspace/workspace-state.js";

/** The files of submodules and behind links at the start, by their path, with what they were; by their folder. */
export type ElsewhereFiles = Readonly<Record<string, Readonly<Record<string, FileState>>>>;

export async function lookElsewhere({ roots }: WorkspaceState): Promise<ElsewhereFiles> {
  const [root] = roots;
  if (!root) return {};
  return Object.fromEntries(
    (await findElsewhere(root)).flatMap(({ path, files }) => (files ? [[path, statesOf(root, files)]] : [])),
  );
}

/** A state that names those files, too. */
export function withElsewhere(state: WorkspaceState, elsewhere: ElsewhereFiles): WorkspaceState {
  const [root, ...others] = state.roots;
  if (!root) return state;
  const files = Object.assign({}, root.files, ...Object.values(elsewhere));
  return { ...state, roots: [{ ...root, files }, ...others] };
}

const statesOf = (root: RootState, files: readonly string[]): Readonly<Record<string, FileState>> =>
  Object.fromEntries(
    files.flatMap((path) => {
      const state = hashFile(pathJoin(root.path, path));
      return state ? [[path, { mode: state.mode, hash: state.hash }] as const] : [];
    }),
  );

/** What changed since the start, with the files of submodules and behind links in place of those as a whole. */
export async function seeElsewhere<
  T extends Pick<CheckContext, "now" | "sinceStart"> & { readonly baseline: Pick<Baseline, "elsewhere"> | null },
>(scene: T): Promise<T> {
  const [root] = scene.now.roots;
  const before = scene.baseline?.elsewhere ?? {};
  if (!root || !scene.sinceStart || Object.keys(before).length === 0) return scene;
  const places = await findElsewhere(root);
  const found = Object.entries(before).flatMap(([folder, files]) => {
    const place = places.find(({ path }) => path === folder);
    return compareFolder(folder, files, { root, place });
  });
  return found.length === 0 ? scene : { ...scene, sinceStart: withFiles(scene.sinceStart, found, Object.keys(before)) };
}

interface ElsewhereRoot {
  readonly root: RootState;
  /** Undefined where the folder is the project's own now, or gone. */
  readonly place: Elsewhere | undefined;
}

function compareFolder(
  folder: string,
  before: Readonly<Record<string, FileState>>,
  { root, place }: ElsewhereRoot,
): readonly FileChange[] {
  const names = new Set([...Object.keys(before), ...(place?.files ?? [])]);
  return [...names].flatMap((path): readonly FileChange[] => {
    const was = before[path] ?? null;
    const is = hashFile(pathJoin(root.path, path));
    const now = is && { mode: is.mode, hash: is.hash };
    if (was?.hash === now?.hash || (!was && !path.startsWith(`${folder}/`))) return [];
    const kind = was === null ? "added" : now === null ? "deleted" : "modified";
    return [{ root: root.path, path, kind, from: null, cosmetic: false, before: was, now }];
  });
}

/** A folder that was taken in shows as new files: those that were there before are not new. */
function withFiles(changes: Changes, found: readonly FileChange[], folders: readonly string[]): Changes {
  const paths = new Set(found.map(({ path }) => path));
  const isInside = (path: string): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
  const isSame = ({ path, kind }: FileChange): boolean => kind === "added" && isInside(path);
  const kept = changes.files.filter(
    (change) =>
      !paths.has(change.path) && !isSame(change) && !(change.kind === "submodule" && folders.includes(change.path)),
  );
  const gone = (change: FileChange): boolean => change.before?.mode === "160000" && folders.includes(change.path);
  return { ...changes, files: [...kept.filter((change) => !gone(change)), ...found] };
}

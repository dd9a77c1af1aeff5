import { errorMessage } from "../../../lib/errors.js";
import { type Amount, copyEntry, copyTree, linkEntry, linkPackages } from "../../../lib/files/copy-tree.js";
import { makeFolder } from "../../../lib/files/disk.js";
import { describeWriteError, errorCode } from "../../../lib/files/explain-write.js";
import { pathFrom, pathJoin, realPath, sizeAt } from "../../../lib/files/folder.js";
import { copyFolder, removeFolder, temporaryFolder } from "../../../lib/files/temporary-folder.js";
import { WatchedFiles } from "../../../lib/files/watched-files.js";
import { pause } from "../../../lib/time/pause.js";
import { type Elsewhere, findElsewhere } from "../../workspace/elsewhere.js";
import { lookAtWorkspace } from "../../workspace/state.js";
import { isOwnPath, type RootState } from "../../workspace/workspace-state.js";
import { type ListedContent, listContent } from "./copied-content.js";
import { isFull, whyNoRoom, whyTooMuch } from "./copy-limits.js";
import { OldFiles } from "./old-files.js";
import type { PutBack } from "./put-back.js";
import { type SortedContent, sortIgnored } from "./sort-ignored.js";
import type { Unseen } from "./unseen.js";
import { findUse } from "./use-of-outputs.js";

/** A copy of a project that is thrown away after use. */
export interface CleanCopy {
  /** The root of the repository in it, and the project's folder. */
  readonly folder: string;
  readonly cwd: string;
  /** What was put back and is not as it was put there: something rewrote it. */
  rewritten(): readonly string[];
  /** Beside it, for what commands do not keep: short, since paths of sockets are. */
  readonly temporary: string;
  /** The files of the work in it and the folders in which they or installed packages lie, from the root. */
  readonly files: ReadonlySet<string>;
  readonly folders: readonly string[];
  /** Other files and folders that were copied. */
  readonly copied: readonly string[];
  /** What the project's build wrote and the copy has not, from the root, and a test that names it. */
  readonly outputs: readonly string[];
  readonly usedBy: string | null;
  /** In words why what just ran in it says nothing; null where it does. */
  whyUnfit(): Promise<string | null>;
  remove(): void;
}

export interface CopyOptions {
  readonly cwd: string;
  readonly root: RootState;
  readonly putBack: readonly PutBack[];
  /** Files that git ignores and that ruled the tests at the start; null: as they are now. */
  readonly unseen: Unseen | null;
  readonly signal?: AbortSignal | undefined;
  /** Where the copy is made; the usual place if absent. */
  readonly parent?: string | null;
}

interface CopyContent extends ListedContent {
  readonly sorted: SortedContent;
}

/**
 * A copy of the files as they are, with some put back, or in words why there is none. Installed packages are linked: they
 * are not the work, and installing them again is not cheap. Nothing else that commands write to is.
 */
export async function makeCleanCopy(options: CopyOptions): Promise<CleanCopy | string> {
  const made: string[] = [];
  const remove = (): void => made.forEach(removeFolder);
  const make = (path: string): string => {
    made.push(path);
    return realPath(path);
  };
  try {
    const copy = await tryToCopy(options, make);
    if (typeof copy === "string") remove();
    return typeof copy === "string" ? copy : { ...copy, remove };
  } catch (error) {
    remove();
    return `the project cannot be copied: ${describe(error)}`;
  }
}

/** `make` takes a folder over. */
async function tryToCopy(
  options: CopyOptions,
  make: (path: string) => string,
): Promise<Omit<CleanCopy, "remove"> | string> {
  const { root, putBack, cwd, parent = null } = options;
  const own = putBack.filter((each) => each.root === root.path).map(({ path }) => path);
  const listed = await listContent(root, own);
  const tooMany = whyTooMuch({ files: listed.files.size, bytes: 0 });
  if (tooMany !== null) return tooMany;
  const sorted = sortIgnored(root.path, listed);
  const watched = new WatchedFiles(root.path);
  const amount = addAmounts(sorted.amount, watchAll(root.path, listed, watched));
  const tooMuch = whyTooMuch(amount);
  if (tooMuch !== null) return tooMuch;
  const folder = make(copyFolder(root.path, parent));
  const why = whyNoRoom(folder, amount) ?? (await copyAll({ ...listed, sorted }, options, folder));
  if (why !== null) return why;
  const { outputs } = sorted;
  const back = new OldFiles(root.path, folder, putBack);
  back.put();
  return {
    rewritten: () => back.listRewritten(),
    ...{ folder, cwd: pathJoin(folder, pathFrom(root.path, realPath(cwd))), outputs },
    files: new Set([...listed.files, ...own]),
    folders: [...listed.folders, ...sorted.packages],
    copied: sorted.copies,
    temporary: make(temporaryFolder("untildone-copy-", parent)),
    usedBy: findUse({ outputs, root: root.path, files: listed.files }),
    whyUnfit: async () => (isFull(folder) ? "the disk is full" : whyTouched(await findTouched(root, watched, listed))),
  };
}

function watchAll(root: string, { files, folders, isSteady }: ListedContent, watched: WatchedFiles): Amount {
  let bytes = 0;
  for (const path of files) bytes += isSteady(path) ? watched.addFile(path) : (sizeAt(pathJoin(root, path)) ?? 0);
  for (const folder of folders) if (isSteady(folder)) watched.addFolder(folder);
  return { files: files.size, bytes };
}

const addAmounts = (one: Amount, other: Amount): Amount => ({
  files: one.files + other.files,
  bytes: one.bytes + other.bytes,
});

const whyTouched = (path: string | null): string | null =>
  path === null ? null : `the project itself changed while its tests ran in a copy: ${path}`;

function describe(error: unknown): string {
  const { path } = error as NodeJS.ErrnoException;
  if (errorCode(error) === "EACCES" || errorCode(error) === "EPERM") return `${path ?? "a file"} may not be read`;
  return describeWriteError(error) ?? errorMessage(error);
}

const mostMs = 60_000;

/** In words why not all of it was copied. */
async function copyAll(
  { files, sorted }: CopyContent,
  { root, unseen, signal }: CopyOptions,
  folder: string,
): Promise<string | null> {
  const begun = performance.now();
  const elsewhere = new Map((await findElsewhere(root)).map((each) => [each.path, each]));
  let count = 0;
  for (const path of files) {
    copyFrom(root.path, folder, { path, elsewhere: elsewhere.get(path) });
    if (++count % 500 !== 0) continue;
    await pause(0); // Somebody may want to stop it.
    if (signal?.aborted) return "it was interrupted";
    if (performance.now() - begun > mostMs) return `copying the project takes longer than ${mostMs / 1000} s`;
  }
  placeIgnored(sorted, { root: root.path, folder, leaves: (name) => unseen?.isChanged(name) ?? false });
  return null;
}

interface Copied {
  readonly path: string;
  readonly elsewhere: Elsewhere | undefined;
}

/** What submodules hold and what lies behind links out of the project is copied: its tests look for the code beside it. */
function copyFrom(root: string, folder: string, { path, elsewhere }: Copied): void {
  if (!elsewhere?.files) copyEntry(pathJoin(root, path), pathJoin(folder, path), { from: root, to: folder });
  else for (const file of elsewhere.files) copyEntry(pathJoin(root, file), pathJoin(folder, file));
}

interface Placing {
  readonly root: string;
  readonly folder: string;
  leaves(name: string): boolean;
}

function placeIgnored({ packages, links, copies, compiled }: SortedContent, { root, folder, leaves }: Placing): void {
  const linking = { project: root, copy: folder };
  for (const path of packages) linkPackages(path, linking, (name) => leaves(`${path}/${name}`));
  for (const path of links) if (!leaves(path)) linkEntry(path, linking);
  for (const path of [...copies, ...compiled]) {
    if (leaves(path)) continue;
    makeFolder(pathJoin(folder, path, ".."));
    copyTree(pathJoin(root, path), pathJoin(folder, path));
  }
}

/** A file of the work that was changed, or is new, since the copy was made. */
async function findTouched(
  root: RootState,
  watched: WatchedFiles,
  { isSteady }: ListedContent,
): Promise<string | null> {
  for (const path of watched.changed()) return path;
  const added = watched.added().filter((path) => isSteady(path) && !isOwnPath(path, root.own));
  if (added.length === 0) return null;
  const start = { version: 1, roots: [root], snapshot: null, notes: [] } as const;
  const ignore = root.own.map((path) => pathJoin(root.path, path));
  const [now] = (await lookAtWorkspace(root.path, { ignore, start })).roots;
  const names = Object.keys(now?.files ?? {});
  return added.flatMap((path) => names.find((name) => name === path || name.startsWith(`${path}/`)) ?? [])[0] ?? null;
}

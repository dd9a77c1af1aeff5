import { errorMessage, UserError } from "../../lib/errors.js";
import { isFolder, makePrivateFolder, removeFile } from "../../lib/files/disk.js";
import { describeWriteError } from "../../lib/files/explain-write.js";
import { namesIn, pathFrom, pathJoin, realPath } from "../../lib/files/folder.js";
import { isDead, thisProcess } from "../../lib/files/lock-holder.js";
import { type Manifest, manifestFile, readManifest, writeManifest } from "../../lib/files/put-away/manifest.js";
import { NotPutAway, removeEmptyFolders, removeSaved, saveFile } from "../../lib/files/put-away/put-away.js";
import { type Displaced, putBackFiles } from "../../lib/files/put-away/put-back.js";
import { removeFolder } from "../../lib/files/temporary-folder.js";
import { openRepository } from "../../lib/git/git.js";
import { indexEntries, resetInIndex, skipInIndex } from "../../lib/git/hidden-index.js";
import { plural } from "../../lib/text/plural.js";
import { awayFolder, awayParent, foundFolder } from "./hidden-places.js";
import { takeBackCommits } from "./take-back-commits.js";

interface FilesToHide {
  readonly run: string;
  /** The real path of the folder that the paths are seen from. */
  readonly root: string;
  readonly paths: readonly string[];
  /** Files and folders that belong to hidden checks, there or not. */
  readonly own: readonly string[];
  /** A worktree, which may be removed as a whole. */
  readonly mayBeGone?: true;
}

/**
 * Copies files into the private folder and removes them. What has to be put back is written down and flushed before the
 * first one is removed; if anything fails, everything is as it was.
 */
export async function putAway(
  privateFolder: string,
  { run, root, paths, own, ...more }: FilesToHide,
): Promise<Manifest> {
  const folder = awayFolder(privateFolder, run);
  removeFolder(folder); // Copies of an attempt that failed before its manifest was written.
  try {
    makePrivateFolder(folder);
    const files = paths.map((path) => saveFile(folder, root, path));
    const index = await readIndexOf(root, paths, own);
    const manifest: Manifest = { version: 1, run, root, process: thisProcess(), files, index, ...more };
    writeManifest(folder, manifest);
    for (const file of files) removeSaved(root, file);
    for (const { path } of files) removeEmptyFolders(root, path);
    await skip(manifest);
    return manifest;
  } catch (error) {
    await putBack(privateFolder, run);
    throw cannotHide(error, root);
  }
}

/** Where they are tracked, and by which entries. */
async function readIndexOf(root: string, paths: readonly string[], own: readonly string[]): Promise<Manifest["index"]> {
  const repository = await openRepository(root);
  if (!repository.ok) return null;
  const inside = pathFrom(realPath(repository.root), root);
  const fromRoot = (path: string): string => pathJoin(inside, path);
  const entries = await indexEntries(repository, paths.map(fromRoot));
  return { root: repository.root, entries, paths: own.map(fromRoot), commit: await repository.head() };
}

async function skip({ index }: Manifest): Promise<void> {
  const repository = index && (await openRepository(index.root));
  const why = repository?.ok ? await skipInIndex(repository, index?.entries ?? []) : null;
  if (why !== null) throw new Error(`git cannot be told that they are away: ${why}`);
}

function cannotHide(error: unknown, root: string): UserError {
  if (error instanceof UserError) return error;
  const why = describeWriteError(error) ?? errorMessage(error);
  return new UserError({
    what: `the files of a hidden check cannot be put away: ${why}; everything is as it was`,
    where: error instanceof NotPutAway ? pathJoin(root, error.path) : root,
    fix: error instanceof NotPutAway ? "let nothing else write there, and start again" : "make room, and start again",
  });
}

/** What came of putting the files of a run back. */
export interface BroughtBack {
  readonly run: string;
  readonly root: string;
  readonly files: number;
  readonly displaced: readonly Displaced[];
  /** In words, what is still to be done; the next command tries again. */
  readonly problems: readonly string[];
}

/** Puts the files of a run back, as often as it is asked for. Null if there is nothing to put back. */
export async function putBack(privateFolder: string, run: string): Promise<BroughtBack | null> {
  const folder = awayFolder(privateFolder, run);
  const manifest = readManifest(folder);
  if (manifest === null) {
    removeFolder(folder);
    removeIfEmpty(awayParent(privateFolder));
    return null;
  }
  if (manifest === "damaged") return { run, root: folder, files: 0, displaced: [], problems: [damaged(folder)] };
  const { root, files, mayBeGone } = manifest;
  if (mayBeGone && !isFolder(root)) {
    forget(privateFolder, folder);
    return null;
  }
  try {
    const { displaced, lost } = putBackFiles(folder, manifest, foundFolder(privateFolder, run));
    const why = lost.length > 0 ? null : await unskip(manifest);
    const problems = [
      ...(lost.length > 0 ? [`the saved copies of ${lost.join(", ")} are gone or damaged: ${folder}`] : []),
      ...(why === null ? [] : [`git has them otherwise: ${why}`]),
    ];
    if (problems.length === 0) forget(privateFolder, folder);
    return { run, root, files: files.length, displaced, problems };
  } catch (error) {
    const why = describeWriteError(error) ?? errorMessage(error);
    return { run, root, files: 0, displaced: [], problems: [`${why}; they are kept in ${folder}/files`] };
  }
}

const damaged = (folder: string): string =>
  `${manifestFile(folder)} is damaged: the files are in ${folder}/files, by their paths from the project's folder`;

/** Also takes back what a turn that was cut off committed there. */
async function unskip({ index }: Manifest): Promise<string | null> {
  const repository = index && (await openRepository(index.root));
  if (!index || !repository?.ok) return null;
  const { problems } = await takeBackCommits(repository, index);
  return problems[0] ?? (await resetInIndex(repository, index.entries, index.paths));
}

/** The manifest goes first: what is left then is a copy of what is back. */
function forget(privateFolder: string, folder: string): void {
  removeFile(manifestFile(folder));
  removeFolder(folder);
  removeIfEmpty(awayParent(privateFolder));
}

function removeIfEmpty(folder: string): void {
  if (namesIn(folder).length === 0) removeFolder(folder);
}

/** Runs whose files are away although they do not run any more. */
export function findLeftAway(privateFolder: string): readonly string[] {
  return namesIn(awayParent(privateFolder)).filter((run) => {
    const manifest = readManifest(awayFolder(privateFolder, run));
    return manifest === null || manifest === "damaged" || manifest.process === null || isDead(manifest.process);
  });
}

/** For people: what was put back, and what stood in the way. */
export const describeBroughtBack = ({ run, root, files, displaced, problems }: BroughtBack): readonly string[] => [
  ...(files > 0 ? [`${plural(files, "hidden file")} of run ${run} put back in ${root}`] : []),
  ...displaced.map(({ path, to }) => `${path} stood in the way and was moved to ${to}`),
  ...problems.map((problem) => `hidden files of run ${run} are not all back: ${problem}`),
];

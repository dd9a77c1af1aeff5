import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import { UserError } from "../../lib/errors.js";
import { readEntry } from "../../lib/files/file-content.js";
import { pathFrom, pathJoin, realPlace } from "../../lib/files/folder.js";
import { removeFolder, temporaryFolder } from "../../lib/files/temporary-folder.js";
import { askGit } from "../../lib/git/ask-git.js";
import { openRepository, type Repository } from "../../lib/git/git.js";
import { records, text } from "../../lib/git/git-output.js";
import { sha256Hex } from "../../lib/signing/ed25519.js";
import { LeftOut } from "../../run/git/left-out.js";
import { writeWorkTree } from "../../run/git/snapshot-tree.js";
import type { ProvedContent, ProvedFile, Subject } from "./statement.js";

/** The content of a project at this moment, by its digests. */
export interface ContentNow {
  readonly subject: readonly Subject[];
  readonly content: Omit<ProvedContent, "isAsLeft">;
}

/** `leftOut`: paths of files or folders that are not part of it. */
export async function digestContent(cwd: string, leftOut: readonly string[]): Promise<ContentNow> {
  const repository = await openRepository(cwd);
  return repository.ok ? digestRepository(repository, leftOut) : digestFolder(cwd, leftOut);
}

async function digestRepository(repository: Repository, paths: readonly string[]): Promise<ContentNow> {
  const leftOut = paths.map((path) => pathFrom(realPlace(repository.root), realPlace(path)));
  const inside = leftOut.filter((path) => path !== "" && !path.startsWith(".."));
  const base = await repository.head();
  const tree = await treeWithoutFiles(repository, await workTree(repository, inside), inside);
  if (tree === null) throw cannotSay(repository, "it cannot write a tree");
  const isCommitted = base !== null && (await treeWithoutFiles(repository, base, inside)) === tree;
  return {
    subject: [
      ...(isCommitted ? [{ name: "commit", digest: { gitCommit: base } }] : []),
      { name: "tree", digest: { gitTree: tree } },
    ],
    content: { kind: "git", base, leftOut: inside, files: [] },
  };
}

/** The tree of what is there now: the last commit and everything that `git add --all` would add. */
export async function workTree(repository: Repository, leftOut: readonly string[]): Promise<string> {
  const written = await writeWorkTree(repository, await repository.head(), new LeftOut(leftOut));
  if (written.ok && written.notes.length === 0) return written.tree;
  throw cannotSay(repository, (written.ok ? written.notes[0] : written.why) ?? "");
}

/** The tree of a commit; null where it is not there. */
export async function treeOf(repository: Repository, commit: string): Promise<string | null> {
  const answer = await askGit(repository.root, ["rev-parse", "--verify", "-q", `${commit}^{tree}`]);
  return answer.ok ? text(answer.out).trim() : null;
}

/** Which of these a commit has, files or folders. */
export async function findHeld(
  repository: Repository,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const answer = await askGit(repository.root, ["ls-tree", "-z", "--name-only", commit, "--", ...paths]);
  return new Set(answer.ok ? records(answer.out) : []);
}

/** The tree of a commit as it would be without these, files and folders. */
export const treeWithout = (repository: Repository, commit: string, paths: readonly string[]): Promise<string | null> =>
  editTree(repository, commit, ["rm", "-r", "-q", "--cached", "--ignore-unmatch", "--", ...paths]);

/** The same with folders left as they are: proofs are no part of what is proved, wherever they were committed. */
export const treeWithoutFiles = (
  repository: Repository,
  tree: string,
  paths: readonly string[],
): Promise<string | null> => editTree(repository, tree, ["update-index", "--force-remove", "--", ...paths]);

/** Null where git cannot. */
async function editTree(repository: Repository, tree: string, words: readonly string[]): Promise<string | null> {
  const place = temporaryFolder("untildone-index-");
  try {
    const options = { env: { GIT_INDEX_FILE: pathJoin(place, "index") }, writes: true };
    // An index is edited, and no file is read: no filter could run.
    for (const each of [["read-tree", tree], words])
      if (!(await askGit(repository.root, each, options)).ok) return null;
    const written = await askGit(repository.root, ["write-tree"], options);
    return written.ok ? text(written.out).trim() : null;
  } finally {
    removeFolder(place);
  }
}

const cannotSay = (repository: Repository, why: string): UserError =>
  new UserError({
    what: `git cannot say what the content is: ${why}`,
    where: repository.root,
    fix: "commit it, or leave it out with .gitignore",
  });

async function digestFolder(cwd: string, leftOut: readonly string[]): Promise<ContentNow> {
  const { roots, notes } = await lookAtWorkspace(cwd, { ignore: leftOut });
  const [root] = roots;
  if (!root || notes.length > 0)
    throw new UserError({
      what: `the project cannot be looked at: ${notes[0] ?? "it is empty"}`,
      where: cwd,
      fix: "git init",
    });
  const files = Object.keys(root.files).flatMap((path) => hashFile(root.path, path) ?? []);
  const own = leftOut.map((path) => pathFrom(root.path, realPlace(path)));
  return {
    subject: [{ name: "files", digest: { sha256: digestFiles(files) } }],
    content: { kind: "files", base: null, leftOut: own.filter((path) => !path.startsWith("..")), files },
  };
}

/** As `sha256sum` lists them, sorted by path. */
export const digestFiles = (files: readonly ProvedFile[]): string =>
  sha256Hex(
    files
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
      .join(""),
  );

export function hashFile(root: string, path: string): ProvedFile | null {
  const bytes = readEntry(pathJoin(root, path));
  return bytes && { path, sha256: sha256Hex(bytes) };
}

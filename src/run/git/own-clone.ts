import { UserError } from "../../lib/errors.js";
import { makeFolder, replaceFile } from "../../lib/files/disk.js";
import { pathJoin } from "../../lib/files/folder.js";
import { removeFolder } from "../../lib/files/temporary-folder.js";
import { askGit, type GitAnswer } from "../../lib/git/ask-git.js";
import { openRepository, type Repository } from "../../lib/git/git.js";
import { text } from "../../lib/git/git-output.js";
import { takePaths } from "./merge.js";

/** How the work of a clone belongs to the project: what its one commit stands for, and what that leaves out. */
export interface CloneBase {
  /** The commit of the project that it began at. */
  readonly base: string;
  /** The clone's first commit: the same files, without the hidden ones and without a history. */
  readonly root: string;
  /** Paths from the root of the repository that it never held. */
  readonly without: readonly string[];
}

interface NewClone {
  readonly folder: string;
  readonly branch: string;
  readonly base: string;
  readonly without: readonly string[];
}

/**
 * A repository of its own with one commit that never held some paths: no shared objects, no remote, no history in which
 * they could be found.
 */
export async function makeOwnClone(repository: Repository, wanted: NewClone): Promise<CloneBase> {
  const { folder, branch, base, without } = wanted;
  const empty = await mustAsk(repository, ["mktree"], "");
  const tree = await takePaths(repository, { tree: base, from: empty, paths: without });
  if (typeof tree !== "string") throw cannotClone(tree.why, folder);
  makeFolder(folder.replace(/\/[^/]*$/, ""));
  replaceFile(pathJoin(folder.replace(/\/[^/]*$/, ""), ".gitignore"), "*\n");
  const root = await mustAsk(repository, ["commit-tree", "--no-gpg-sign", tree, "-F", "-"], start, who);
  makeFolder(folder);
  const git = async (words: readonly string[], stdin?: string): Promise<void> => {
    const done = await askGit(folder, words, { writes: true, ...(stdin === undefined ? {} : { stdin }) });
    if (!done.ok) throw cannotClone(done.why, folder);
  };
  await git(["init", "-q", `--object-format=${repository.hashName}`, `--initial-branch=${branch}`, "."]);
  await packInto(pathJoin(folder, ".git/objects"), repository, root);
  for (const name of ["user.name", "user.email"]) {
    const value = await repository.ask(["config", name]);
    if (value.ok) await git(["config", name, text(value.out).trim()]);
  }
  await git(["update-ref", `refs/heads/${branch}`, root]);
  await git(["reset", "-q", "--hard", root]);
  return { base, root, without };
}

const start = "untildone: the project as it was when the run began\n";
const who = {
  ...{ GIT_AUTHOR_NAME: "untildone", GIT_AUTHOR_EMAIL: "untildone@localhost" },
  ...{ GIT_COMMITTER_NAME: "untildone", GIT_COMMITTER_EMAIL: "untildone@localhost" },
};

/**
 * Brings the commits of a clone here, as a branch on top of the commit that it began at: each with its own author and
 * message, and with the paths that the clone never held as they were. In words why not; null when it is done.
 */
export async function bringCommits(
  project: Repository,
  { folder, branch, clone }: { readonly folder: string; readonly branch: string; readonly clone: CloneBase },
): Promise<string | null> {
  const inside = await openRepository(folder);
  if (!inside.ok) return inside.why;
  const head = await inside.head();
  if (head === null || head === clone.root) return moveBranch(project, branch, clone.base);
  const listed = await inside.ask(["rev-list", "--reverse", "--topo-order", "--parents", head, `^${clone.root}`]);
  if (!listed.ok) return listed.why;
  try {
    await packInto(await commonObjects(project), inside, `${head}\n^${clone.root}`);
  } catch (error) {
    return error instanceof UserError ? error.what : String(error);
  }
  const known = new Map([[clone.root, clone.base]]);
  for (const line of text(listed.out).split("\n").filter(Boolean)) {
    const [commit = "", ...parents] = line.split(" ");
    const made = await translate(project, {
      commit,
      parents: parents.map((parent) => known.get(parent) ?? clone.base),
      clone,
    });
    if (typeof made !== "string") return made.why;
    known.set(commit, made);
  }
  return moveBranch(project, branch, known.get(head) ?? clone.base);
}

/** Objects as one pack file, written straight into another repository. */
async function packInto(objects: string, from: Repository, revisions: string): Promise<void> {
  const words = ["pack-objects", "--revs", "-q", pathJoin(objects, "pack/pack")];
  const packed = await from.ask(words, { stdin: `${revisions}\n`, writes: true });
  if (!packed.ok) throw cannotClone(packed.why, from.root);
}

async function commonObjects(project: Repository): Promise<string> {
  const answer = await project.ask(["rev-parse", "--path-format=absolute", "--git-path", "objects"]);
  return answer.ok ? text(answer.out).trim() : pathJoin(project.root, ".git/objects");
}

interface Translating {
  readonly commit: string;
  readonly parents: readonly string[];
  readonly clone: CloneBase;
}

/** The same commit here: the paths that the clone has not are those of the base. */
async function translate(
  project: Repository,
  { commit, parents, clone }: Translating,
): Promise<string | Exclude<GitAnswer, { ok: true }>> {
  const tree = await takePaths(project, { tree: commit, from: clone.base, paths: clone.without });
  if (typeof tree !== "string") return tree;
  const shown = await project.ask(["show", "-s", "--format=%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B", commit]);
  if (!shown.ok) return shown;
  const [an = "", ae = "", ad = "", cn = "", ce = "", cd = "", ...message] = text(shown.out).split("\0");
  const env = {
    ...{ GIT_AUTHOR_NAME: an, GIT_AUTHOR_EMAIL: ae, GIT_AUTHOR_DATE: ad },
    ...{ GIT_COMMITTER_NAME: cn, GIT_COMMITTER_EMAIL: ce, GIT_COMMITTER_DATE: cd },
  };
  const words = ["commit-tree", "--no-gpg-sign", tree, ...parents.flatMap((parent) => ["-p", parent]), "-F", "-"];
  const made = await project.ask(words, { stdin: message.join("\0"), env, writes: true });
  return made.ok ? text(made.out).trim() : made;
}

async function moveBranch(project: Repository, branch: string, to: string): Promise<string | null> {
  const moved = await project.ask(["update-ref", "-m", "untildone: work of a clone", `refs/heads/${branch}`, to], {
    writes: true,
  });
  return moved.ok ? null : moved.why;
}

/** The clone and its branch, where nothing was done in it. */
export async function dropOwnClone(project: Repository, folder: string, branch: string): Promise<void> {
  removeFolder(folder);
  await project.ask(["branch", "-D", branch], { writes: true });
}

async function mustAsk(
  repository: Repository,
  words: readonly string[],
  stdin: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await repository.ask(words, { stdin, env, writes: true });
  if (answer.ok) return text(answer.out).trim();
  throw cannotClone(answer.why, repository.root);
}

const cannotClone = (why: string, where: string): UserError =>
  new UserError({
    what: `the agent cannot be given a clone without the hidden files: ${why}`,
    where,
    fix: "fix what git reports, or run without --sandbox",
  });

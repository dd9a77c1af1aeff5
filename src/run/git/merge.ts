import { pathJoin } from "../../lib/files/folder.js";
import { removeFolder, temporaryFolder } from "../../lib/files/temporary-folder.js";
import type { GitRefusal } from "../../lib/git/ask-git.js";
import type { Repository } from "../../lib/git/git.js";
import { records, text } from "../../lib/git/git-output.js";

/** Two branches in one tree. Files in conflict hold both sides between marks, as `git merge` writes them. */
export interface MergedTree {
  readonly tree: string;
  readonly conflicts: readonly string[];
}

/** Merges two branches without a work tree. No merge driver of the configuration is run: it is a command. */
export async function mergeBranches(
  repository: Repository,
  ours: string,
  theirs: string,
): Promise<MergedTree | GitRefusal> {
  const words = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ours, theirs];
  const merged = await repository.ask([...(await idleDrivers(repository)), ...words], { accepts: 1, writes: true });
  if (!merged.ok) return merged;
  const [tree = "", ...conflicts] = records(merged.out);
  return { tree, conflicts: [...new Set(conflicts)] };
}

/** Whether this git can do it. */
export const mergesTrees = async (repository: Repository): Promise<boolean> =>
  (await repository.ask(["merge-tree", "--write-tree", "HEAD", "HEAD"], { writes: true })).ok;

/** A driver that fails leaves a conflict, which the agent resolves. */
async function idleDrivers(repository: Repository): Promise<readonly string[]> {
  const found = await repository.ask(["config", "--name-only", "-z", "--get-regexp", "^merge\\..*\\.driver$"]);
  return found.ok ? records(found.out).flatMap((name) => ["-c", `${name}=false`]) : [];
}

/** The files of a commit that still hold the marks of a conflict between two branches. */
export async function findMarks(
  repository: Repository,
  commit: string,
  [ours, theirs]: readonly [string, string],
): Promise<readonly string[]> {
  const words = ["grep", "-l", "-z", "-F", "-e", `<<<<<<< ${ours}`, "-e", `>>>>>>> ${theirs}`, commit];
  const found = await repository.ask(words, { accepts: 1 });
  return found.ok ? records(found.out).map((line) => line.slice(commit.length + 1)) : [];
}

/** A tree with some paths as another commit has them. */
export async function takePaths(
  repository: Repository,
  { tree, from, paths }: { readonly tree: string; readonly from: string; readonly paths: readonly string[] },
): Promise<string | GitRefusal> {
  const place = temporaryFolder("untildone-index-");
  try {
    const env = { GIT_INDEX_FILE: pathJoin(place, "index") };
    const ask = (words: readonly string[], stdin?: string) =>
      repository.ask(["--literal-pathspecs", "-c", "core.splitIndex=false", ...words], {
        ...{ env, writes: true },
        ...(stdin === undefined ? {} : { stdin }),
      });
    const read = await ask(["read-tree", tree]);
    if (!read.ok) return read;
    const [here, there] = [
      await ask(["ls-files", "-z", "--", ...paths]),
      await ask(["ls-tree", "-r", "-z", from, "--", ...paths]),
    ];
    if (!here.ok) return here;
    if (!there.ok) return there;
    const none = "0".repeat(repository.hashName === "sha1" ? 40 : 64);
    const gone = records(here.out).map((path) => `0 ${none}\t${path}\0`);
    const taken = records(there.out).map((line) => `${line.replace(/^(\d+) \w+ /, "$1 ")}\0`);
    const changed = await ask(["update-index", "-z", "--index-info"], [...gone, ...taken].join(""));
    if (!changed.ok) return changed;
    const written = await ask(["write-tree"]);
    return written.ok ? text(written.out).trim() : written;
  } finally {
    removeFolder(place);
  }
}

export async function treeAt(repository: Repository, commit: string): Promise<string | null> {
  const answer = await repository.ask(["rev-parse", "--verify", "-q", `${commit}^{tree}`]);
  return answer.ok ? text(answer.out).trim() : null;
}

/** Whether a commit is part of the history of another. */
export const isIn = async (repository: Repository, commit: string, of: string): Promise<boolean> =>
  (await repository.commitsBetween(of, commit)) === 0;

import type { Repository } from "../../lib/git/git.js";
import { records } from "../../lib/git/git-output.js";
import { writeCommit } from "../git/checkpoints.js";
import { isIn, takePaths } from "../git/merge.js";

/** Where the files of hidden checks are in a repository, from its root, and the commit that has them as they were. */
export interface HiddenStart {
  readonly paths: readonly string[];
  readonly commit: string | null;
}

/** A commit on top, with these paths as they were: what the agent committed stays, apart from them. */
export async function takeBackCommits(
  repository: Repository,
  { paths, commit }: HiddenStart,
): Promise<{ readonly paths: readonly string[]; readonly problems: readonly string[] }> {
  const head = await repository.head();
  if (commit === null || head === null || head === commit) return { paths: [], problems: [] };
  // On another branch they may be something else, and nobody took them away there.
  if (!(await isIn(repository, commit, head))) return { paths: [], problems: [] };
  const changed = await changedPaths(repository, { from: commit, to: head, paths });
  if (changed.length === 0) return { paths: [], problems: [] };
  const failed = (why: string) => ({ paths: changed, problems: [`the commit that touched them stays: ${why}`] });
  const tree = await takePaths(repository, { tree: head, from: commit, paths });
  if (typeof tree !== "string") return failed(tree.why);
  const made = await writeCommit(repository, { tree, parents: [head], message });
  if (typeof made !== "string") return failed(made.why);
  const moved = await repository.ask(["update-ref", "-m", subject, "HEAD", made, head], { writes: true });
  return moved.ok ? { paths: changed, problems: [] } : failed(moved.why);
}

const subject = "untildone: keep the files of hidden checks as they were";
const message = `${subject}\n\nA commit of this run deleted or wrote files that belong to a hidden check.\n`;

async function changedPaths(
  repository: Repository,
  { from, to, paths }: { readonly from: string; readonly to: string; readonly paths: readonly string[] },
): Promise<readonly string[]> {
  const words = [
    "--literal-pathspecs",
    "diff-tree",
    "-r",
    "-z",
    "--name-only",
    "--no-renames",
    from,
    to,
    "--",
    ...paths,
  ];
  const answer = await repository.ask(words);
  return answer.ok ? records(answer.out) : [];
}

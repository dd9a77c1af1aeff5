import type { Task } from "../../decide/tasks.js";
import type { AuditScene, Findings } from "./findings.js";
import type { NamedParts } from "./named-parts.js";
import { type AuditedCommit, describeCommit, isDistinct, isRevert, namesTask, revertedBy } from "./read-history.js";

interface CommitScene {
  readonly found: Findings;
  readonly parts: NamedParts;
  readonly scene: AuditScene;
}

/** What the history says: commits that name the task, and what became of them. */
export function lookAtCommits(
  task: Task,
  commits: readonly AuditedCommit[],
  { found, parts, scene }: CommitScene,
): void {
  const own = commits.filter((commit) => !isRevert(commit));
  const [last] = own;
  if (last) {
    const reverts = own.map((commit) => revertedBy(commit, scene.history));
    const revert = reverts[0];
    if (revert && reverts.every((each) => each !== null))
      found.doubts.push({
        kind: "reverted",
        why: `${describeCommit(last)} was taken back by ${describeCommit(revert)}`,
      });
    else if (last.files.some((path) => scene.project.names.has(path) && !isDocument.test(path)))
      found.shown.push(`commit ${describeCommit(last)}`);
    return;
  }
  if (parts.removes || found.files.size === 0 || found.doubts.length > 0) return;
  const other = findOther(task, [...found.files], scene);
  if (other !== null) found.doubts.push({ kind: "other-task", why: other });
}

const isDocument = /\.(?:md|mdx|rst|txt)$/i;

/** Where commits name their tasks, files that only commits of other tasks touched are those tasks' work. */
function findOther(task: Task, files: readonly string[], { history, tasks }: AuditScene): string | null {
  if (!isDistinct(task.id)) return null;
  const ticked = tasks.filter(({ status, id }) => status === "done" && isDistinct(id));
  const named = ticked.filter((each) => history.some((commit) => namesTask(commit, each)));
  if (named.length < 2 || named.length < 0.6 * (ticked.length - 1)) return null;
  const touching = history.filter((commit) => commit.files.some((path) => files.includes(path)));
  if (touching.length === 0) return null;
  const ownerOf = (commit: AuditedCommit): Task | undefined =>
    ticked.find((each) => each.id !== task.id && namesTask(commit, each));
  const owners = touching.map(ownerOf);
  const [owner] = owners;
  if (!owner || owners.some((each) => each === undefined)) return null;
  return `only other tasks changed ${files[0]}: ${owner.id} in ${describeCommit(touching[0] ?? { hash: "", subject: "" })}`;
}

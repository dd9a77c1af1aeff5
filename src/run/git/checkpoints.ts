import { notVerifiedTitle } from "../../decide/unchecked-work.js";
import { exists } from "../../lib/files/disk.js";
import { pathResolve } from "../../lib/files/folder.js";
import type { GitRefusal } from "../../lib/git/ask-git.js";
import type { Repository } from "../../lib/git/git.js";
import { text } from "../../lib/git/git-output.js";
import { safeText } from "../../lib/secrets/secrets.js";
import { oneLine } from "../../lib/text/printable.js";
import type { DecisionRecord } from "../../store/record.js";
import { LeftOut } from "./left-out.js";
import { type TreeChanges, treeChanges, writeWorkTree } from "./snapshot-tree.js";

/** Saves the work of each iteration in git. */
export interface Checkpoints {
  make(record: DecisionRecord): Promise<{ readonly commit: string | null; readonly problem: string | null }>;
}

export const checkpointKinds = ["commit", "branch"] as const;
export type CheckpointKind = (typeof checkpointKinds)[number];

export interface CheckpointOptions {
  readonly repository: Repository;
  readonly kind: CheckpointKind;
  readonly run: string;
  /** Paths with uncommitted changes when the run began: the user's own work. */
  readonly dirtyBefore: readonly string[];
  /** untildone's own paths, relative to the root. */
  readonly own: readonly string[];
}

type Made = Awaited<ReturnType<Checkpoints["make"]>>;

/** The branch of a run, for `--checkpoint branch` and `--worktree`. */
export const branchName = (run: string): string => `untildone/${run.replaceAll(/[^A-Za-z0-9_-]+/g, "-")}`;

/**
 * One commit per iteration, on the user's branch or on a separate branch of the run. Runs no hooks, touches no stash,
 * and leaves out what was uncommitted when the run began, staged or not.
 */
export function gitCheckpoints(options: CheckpointOptions): Checkpoints {
  const leftOut = new LeftOut([...options.dirtyBefore, ...options.own]);
  return {
    async make(record) {
      const busy = await inProgress(options.repository);
      if (busy !== null) return { commit: null, problem: busy };
      const made = await makeCheckpoint(options, leftOut, record);
      return "why" in made ? { commit: null, problem: oneLine(made.said ?? made.why).slice(0, 500) } : made;
    },
  };
}

async function makeCheckpoint(
  { repository, kind, run }: CheckpointOptions,
  leftOut: LeftOut,
  record: DecisionRecord,
): Promise<Made | GitRefusal> {
  const head = await repository.head();
  const work = await writeWorkTree(repository, head, leftOut);
  if (!work.ok) return work;
  const branch = kind === "branch" ? `refs/heads/${branchName(run)}` : null;
  const tip = branch === null ? head : await repository.commitAt(branch);
  const parent = tip ?? head;
  const changes = await treeChanges(repository, parent, work.tree);
  if ("why" in changes) return changes;
  const left = work.notes.length > 0 ? `left out: ${work.notes.slice(0, 3).join("; ")}` : null;
  if (changes.size === 0) return { commit: null, problem: left };
  const commit = await writeCommit(repository, {
    tree: work.tree,
    parents: parent === null ? [] : [parent],
    message: formatMessage(record),
  });
  if (typeof commit !== "string") return commit;
  // The index first: if killed in between, the work is staged; the other way round, its reversal would be.
  const staged = branch === null ? await stage(repository, changes) : null;
  if (staged) return staged;
  const moved = await repository.ask(
    ["update-ref", "-m", formatSubject(record), branch ?? "HEAD", commit, tip ?? "0".repeat(commit.length)],
    { writes: true },
  );
  if (!moved.ok) return moved;
  if (branch === null) await repository.ask(["update-index", "-q", "--refresh"], { writes: true });
  return { commit, problem: left };
}

/** An unfinished git operation of the user, in which a commit would interfere. */
async function inProgress(repository: Repository): Promise<string | null> {
  const names = {
    MERGE_HEAD: "a merge",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
    CHERRY_PICK_HEAD: "a cherry-pick",
    REVERT_HEAD: "a revert",
    BISECT_START: "a bisection",
  };
  const answer = await repository.ask(["rev-parse", ...Object.keys(names).flatMap((name) => ["--git-path", name])]);
  if (!answer.ok) return answer.why;
  const paths = text(answer.out).trimEnd().split("\n");
  const found = Object.values(names).find((_, at) => exists(pathResolve(repository.root, paths[at] ?? "")));
  if (found) return `${found} is in progress`;
  const unmerged = await repository.ask(["ls-files", "--unmerged", "-z"]);
  if (!unmerged.ok) return unmerged.why;
  return unmerged.out.length > 0 ? "there are unmerged files" : null;
}

/** Updates the user's index, so that nothing in the commit shows as a change. Other entries stay as they are. */
async function stage(repository: Repository, changes: TreeChanges): Promise<GitRefusal | null> {
  const gone: string[] = [];
  const there: string[] = [];
  const none = "0".repeat(repository.hashName === "sha1" ? 40 : 64);
  for (const [path, entry] of changes)
    if (entry) there.push(`${entry.mode} ${entry.hash}\t${path}\0`);
    else gone.push(`0 ${none}\t${path}\0`);
  // A folder may replace a file, so deletions come first.
  const stdin = [...gone, ...there].join("");
  const staged = await repository.ask(["update-index", "-z", "--index-info"], { stdin, writes: true });
  return staged.ok ? null : staged;
}

interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

export async function writeCommit(
  repository: Repository,
  { tree, parents, message }: NewCommit,
): Promise<string | GitRefusal> {
  const words = ["-c", "i18n.commitEncoding=UTF-8", "commit-tree", "--no-gpg-sign", tree];
  const made = await repository.ask([...words, ...parents.flatMap((parent) => ["-p", parent]), "-F", "-"], {
    stdin: safeText(message), // `git log` prints it as it is.
    env: await identity(repository),
    writes: true,
  });
  return made.ok ? text(made.out).trim() : made;
}

/** The user's own name if configured. Otherwise git would make one up from the host name. */
async function identity(repository: Repository): Promise<Readonly<Record<string, string>>> {
  const env: Record<string, string> = {};
  for (const who of ["AUTHOR", "COMMITTER"]) {
    const answer = await repository.ask(["-c", "user.useConfigOnly=true", "var", `GIT_${who}_IDENT`]);
    if (answer.ok) continue;
    env[`GIT_${who}_NAME`] = "untildone";
    env[`GIT_${who}_EMAIL`] = "untildone@localhost";
  }
  return env;
}

function formatSubject({ iteration, decision, observation, about }: DecisionRecord): string {
  if (about) return `untildone: task ${shortName(about.unit)}: ${about.is}`;
  const { selection } = observation;
  const task = decision.taskDone ?? (selection.is === "task" ? selection.id : null);
  const verdict = decision.outcome ?? (decision.taskDone === null ? "continue" : "task done");
  return `untildone: iteration ${iteration}${task === null ? "" : `, task ${shortName(task)}`}: ${verdict}`;
}

const formatMessage = (record: DecisionRecord): string =>
  `${formatSubject(record)}\n\n${formatReason(record)}\n\nUntildone-Run: ${shortName(record.run)}\n`;

/** Whoever reads the history sees at once what nothing proves. */
function formatReason({ decision }: DecisionRecord): string {
  const { reason, verified, onlyReview, notProven } = decision;
  if (onlyReview === "unchecked") return `${notVerifiedTitle}: ${reason.trim()}`;
  if (verified !== false) return reason.trim();
  return `NOT VERIFIED${notProven ? ` (${notProven})` : ""}: ${reason.trim()}`;
}

/** On one line, whatever the task's name contains. */
export function shortName(name: string): string {
  const line = name.replaceAll(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

import { openRepository } from "../../lib/git/git.js";
import { newNonce } from "../../lib/secrets/nonce.js";
import { branchName } from "../../run/git/checkpoints.js";
import type { CheckpointDiff } from "./checkpoint-diff.js";
import { clipLines } from "./clip-text.js";
import { turnKey } from "./turn-key.js";

const limits = { commits: 1000, bytes: 24 << 20, patch: 40_000, patches: 6_000_000 };

interface DiffedRun {
  readonly run: string;
  readonly startedAt: string;
  /** Whether its tasks had branches of their own. */
  readonly hasUnits: boolean;
}

/** What each turn changed, and whether it was committed on the person's own branch. */
export interface CheckpointDiffs {
  readonly byTurn: ReadonlyMap<string, CheckpointDiff>;
  readonly onOwnBranch: boolean;
}

const none: CheckpointDiffs = { byTurn: new Map(), onOwnBranch: false };

/** What each turn changed, read from the run's checkpoints; empty without any. Nothing of the project is run. */
export async function readDiffs(cwd: string, { run, startedAt, hasUnits }: DiffedRun): Promise<CheckpointDiffs> {
  const repository = await openRepository(cwd);
  if (!repository.ok) return none;
  const branch = `refs/heads/${branchName(run)}`;
  const ownBranch = await repository.commitAt(branch);
  const from = ownBranch ?? (await repository.head());
  if (from === null) return none;
  const mark = `${newNonce()}${newNonce()}`;
  const answer = await repository.ask(
    [
      ...[
        "log",
        ...(hasUnits ? [`--branches=${branchName(run)}-*`] : ["--first-parent"]),
        `--max-count=${limits.commits}`,
        `--since=${startedAt}`,
      ],
      ...["--fixed-strings", `--grep=Untildone-Run: ${run}`, `--format=${mark} %H %s`],
      ...["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--submodule=short"],
      ...["--numstat", "--patch", from, "--"],
    ],
    { most: limits.bytes },
  );
  if (!answer.ok) return none;
  const byTurn = parseLog(answer.out.toString("utf8"), mark, hasUnits);
  return { byTurn, onOwnBranch: ownBranch === null && byTurn.size > 0 };
}

/** The parts between the marks, which nobody who wrote a commit could know. */
export function parseLog(log: string, mark: string, hasUnits: boolean): ReadonlyMap<string, CheckpointDiff> {
  const diffs = new Map<string, CheckpointDiff>();
  let room = limits.patches;
  for (const part of log.split(`${mark} `).slice(1)) {
    const end = part.indexOf("\n");
    const [, commit, iteration, task] = /^([0-9a-f]+) untildone: iteration (\d+)(?:, task (.*))?: /.exec(part) ?? [];
    const key = turnKey({ iteration: Number(iteration), unit: hasUnits ? (task ?? null) : null });
    if (commit === undefined || end < 0 || diffs.has(key)) continue;
    const diff = parsePart(commit, part.slice(end + 1), Math.min(room, limits.patch));
    room -= diff.patch.length;
    diffs.set(key, diff);
  }
  return diffs;
}

function parsePart(commit: string, text: string, room: number): CheckpointDiff {
  const start = text.search(/^diff --git /m);
  const patch = start < 0 ? "" : text.slice(start).trimEnd();
  const shown = clipLines(patch.slice(0, room));
  return {
    commit,
    files: [...(start < 0 ? text : text.slice(0, start)).matchAll(/^(\d+|-)\t(\d+|-)\t(.+)$/gm)].map(
      ([, added = "", removed = "", path = ""]) => ({ path, added: toCount(added), removed: toCount(removed) }),
    ),
    patch: shown,
    cut: Math.max(0, patch.length - room),
  };
}

/** A binary file has no lines. */
const toCount = (text: string): number | null => (text === "-" ? null : Number(text));

import { branchName } from "../../checkpoints/checkpoints.js";
import { openRepository } from "../../system/git.js";
import { newNonce } from "../../system/nonce.js";
import { clipLines } from "./clip-text.js";
import type { CheckpointDiff } from "./run-report.js";

const limits = { commits: 1000, bytes: 24 << 20, patch: 40_000, patches: 6_000_000 };

/** What each iteration changed, read from the run's checkpoints; empty without any. Nothing of the project is run. */
export async function readDiffs(
  cwd: string,
  { run, startedAt }: { readonly run: string; readonly startedAt: string },
): Promise<ReadonlyMap<number, CheckpointDiff>> {
  const repository = await openRepository(cwd);
  if (!repository.ok) return new Map();
  const branch = `refs/heads/${branchName(run)}`;
  const from = (await repository.commitAt(branch)) ?? (await repository.head());
  if (from === null) return new Map();
  const mark = `${newNonce()}${newNonce()}`;
  const answer = await repository.ask(
    [
      ...["log", "--first-parent", `--max-count=${limits.commits}`, `--since=${startedAt}`],
      ...["--fixed-strings", `--grep=Untildone-Run: ${run}`, `--format=${mark} %H %s`],
      ...["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--submodule=short"],
      ...["--numstat", "--patch", from, "--"],
    ],
    { most: limits.bytes },
  );
  return answer.ok ? parseLog(answer.out.toString("utf8"), mark) : new Map();
}

/** The parts between the marks, which nobody who wrote a commit could know. */
export function parseLog(log: string, mark: string): ReadonlyMap<number, CheckpointDiff> {
  const diffs = new Map<number, CheckpointDiff>();
  let room = limits.patches;
  for (const part of log.split(`${mark} `).slice(1)) {
    const end = part.indexOf("\n");
    const [, commit, iteration] = /^([0-9a-f]+) untildone: iteration (\d+)\b/.exec(part) ?? [];
    if (commit === undefined || end < 0 || diffs.has(Number(iteration))) continue;
    const diff = parsePart(commit, part.slice(end + 1), Math.min(room, limits.patch));
    room -= diff.patch.length;
    diffs.set(Number(iteration), diff);
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

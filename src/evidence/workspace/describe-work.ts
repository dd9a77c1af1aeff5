import { findLink, unlinkedTextAt } from "../../lib/files/unlinked.js";
import { openRepository } from "../../lib/git/git.js";
import type { CheckContext } from "../check-context.js";
import type { FileChange } from "./changes.js";

/** The work of a run as a reader wants it: the list of files, the diff git gives, and what git does not hold yet. Bounded. */
export async function describeWork(
  { baseline, sinceStart }: Pick<CheckContext, "baseline" | "sinceStart">,
  most: number,
): Promise<string> {
  if (!sinceStart || !baseline) return "(there is no start of the run to compare with)";
  const list = sinceStart.files
    .slice(0, 200)
    .map(({ kind, path, from }) => `${kind} ${from ? `${from} -> ` : ""}${path}`);
  const more = sinceStart.files.length > list.length ? [`… and ${sinceStart.files.length - list.length} more`] : [];
  const parts = [[...list, ...more].join("\n") || "(nothing changed)"];
  let left = most;
  for (const root of baseline.state.roots) {
    const diff = root.commit === null ? "" : await readDiff(root.path, root.commit, left);
    left -= diff.length;
    if (diff !== "") parts.push(diff);
  }
  for (const change of sinceStart.files.filter(isOutsideDiff(parts))) {
    if (left <= 0) break;
    const text = textOf(change).slice(0, left);
    left -= text.length;
    parts.push(`+++ ${change.path} (${change.kind})\n${text}`);
  }
  return [...parts, ...(left <= 0 ? ["(cut: the rest of the diff is longer than a judge reads)"] : [])].join("\n\n");
}

/** Of a link, where it says it leads: what is there is none of the work, and may be a secret. */
function textOf({ root, path }: FileChange): string {
  const link = findLink(root, path);
  return link ? `link -> ${link.target}` : (unlinkedTextAt(root, path) ?? "(not text)");
}

async function readDiff(path: string, commit: string, most: number): Promise<string> {
  const repository = await openRepository(path);
  return repository.ok && most > 0 ? repository.diff(commit, most) : "";
}

/** New or without git: the diff against a commit does not show it. */
function isOutsideDiff(parts: readonly string[]): (change: FileChange) => boolean {
  const diff = parts.slice(1).join("\n");
  return ({ kind, path, now }) => now !== null && kind !== "submodule" && !diff.includes(`+++ b/${path}\n`);
}

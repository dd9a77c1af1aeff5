import { pathJoin, realPath, sizeAt, textAt } from "../../lib/files/folder.js";
import { plural } from "../../lib/text/plural.js";
import { formatDiff } from "../../lib/text/unified-diff.js";
import type { FileWork } from "../ledger/task-work.js";
import type { KeptContents } from "../workspace/kept-contents.js";

export interface WorkToShow {
  readonly cwd: string;
  readonly root: string;
  /** The net change of each file, by its full path. */
  readonly files: Readonly<Record<string, FileWork>>;
  readonly contents: KeptContents;
}

export interface ShownDiff {
  readonly text: string;
  /** Files that are not shown, each with the reason. */
  readonly leftOut: readonly string[];
}

const most = { all: 200_000, file: 60_000, read: 1024 * 1024, named: 200 };

/** The change of a task, file by file. What does not fit is left out as a whole file, and named: half a diff misleads. */
export async function describeDiff({ cwd, root, files, contents }: WorkToShow): Promise<ShownDiff> {
  const home = `${realPath(cwd)}/`;
  const parts: string[] = [];
  const leftOut: string[] = [];
  let left = most.all;
  for (const [full, work] of Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!full.startsWith(home)) continue;
    const path = full.slice(home.length);
    const shown = await diffOf(path, { full, work, root, contents });
    if (shown.diff === null) leftOut.push(`${path} (${shown.why})`);
    else if (shown.diff.length > Math.min(left, most.file))
      leftOut.push(`${path} (its change has ${plural(shown.diff.length, "character")})`);
    else {
      left -= shown.diff.length;
      parts.push(shown.diff);
    }
  }
  const more = leftOut.length - most.named;
  const named = more > 0 ? [...leftOut.slice(0, most.named), `and ${plural(more, "other file")}`] : leftOut;
  return { text: parts.join("\n"), leftOut: named };
}

interface ShownFile {
  readonly full: string;
  readonly work: FileWork;
  readonly root: string;
  readonly contents: KeptContents;
}

async function diffOf(
  path: string,
  { full, work, root, contents }: ShownFile,
): Promise<{ readonly diff: string } | { readonly diff: null; readonly why: string }> {
  const size = sizeAt(full) ?? 0;
  if (work.to !== null && size > most.read) return { diff: null, why: `${(size / 1e6).toFixed(1)} MB` };
  const [, hash] = work.from?.split(" ") ?? [];
  const before = hash === undefined ? null : (await contents.readBytes(root, [hash], most.read)).get(hash);
  if (before === undefined) return { diff: null, why: "what it was before is not known any more, or too long" };
  const now = work.to === null ? null : textAt(pathJoin(full));
  if ((work.to !== null && now === null) || before?.includes(0) || now?.includes("\0"))
    return { diff: null, why: "not text" };
  return { diff: formatDiff(path, before === null ? null : before.toString("utf8"), now) };
}

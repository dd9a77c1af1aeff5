import { realPath } from "../../lib/files/folder.js";
import { findLink, unlinkedSizeAt, unlinkedTextAt } from "../../lib/files/unlinked.js";
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
    const shown = await diffOf(path, { home, full, work, root, contents });
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
  readonly home: string;
  readonly full: string;
  readonly work: FileWork;
  readonly root: string;
  readonly contents: KeptContents;
}

async function diffOf(
  path: string,
  { home, full, work, root, contents }: ShownFile,
): Promise<{ readonly diff: string } | { readonly diff: null; readonly why: string }> {
  const size = unlinkedSizeAt(full) ?? 0;
  if (work.to !== null && size > most.read) return { diff: null, why: `${(size / 1e6).toFixed(1)} MB` };
  const [mode, hash] = work.from?.split(" ") ?? [];
  const before = hash === undefined ? null : (await contents.readBytes(root, [hash], most.read)).get(hash);
  if (before === undefined) return { diff: null, why: "what it was before is not known any more, or too long" };
  const now = work.to === null ? null : textNow(home, path);
  if ((work.to !== null && now === null) || before?.includes(0) || now?.includes("\0"))
    return { diff: null, why: "not text" };
  const old = before === null ? null : before.toString("utf8");
  return { diff: formatDiff(path, old !== null && mode === linkMode ? `link -> ${old}\n` : old, now) };
}

const linkMode = "120000";

/** Of a link, where it says it leads: what is there is none of the work, and may be a secret. */
function textNow(home: string, path: string): string | null {
  const link = findLink(home, path);
  if (link === null) return unlinkedTextAt(home, path);
  return link.path === path ? `link -> ${link.target}\n` : null;
}

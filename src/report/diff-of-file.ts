import { formatDiff } from "../lib/text/unified-diff.js";
import type { SnapshotEntry } from "../run/snapshots/snapshot.js";

/** The contents that a diff of these needs. */
export const hashesIn = (...entries: readonly (SnapshotEntry | null)[]): readonly string[] =>
  entries.flatMap((entry) => entry?.hash ?? []);

interface Sides {
  readonly before: SnapshotEntry | null;
  readonly after: SnapshotEntry | null;
  readonly known: ReadonlyMap<string, Buffer>;
}

/** What a turn made of a file, as a diff. */
export function formatFile(path: string, { before, after, known }: Sides): string {
  const [old, fresh] = [before, after].map((entry) => (entry ? (known.get(entry.hash) ?? null) : null));
  const isBinary = [old, fresh].some((bytes) => bytes?.subarray(0, 8192).includes(0));
  if (isBinary)
    return `Binary files ${before ? `a/${path}` : "/dev/null"} and ${after ? `b/${path}` : "/dev/null"} differ\n`;
  const mode =
    before && after && before.mode !== after.mode ? `mode of ${path}: ${before.mode} to ${after.mode}\n` : "";
  return `${mode}${formatDiff(path, old?.toString("utf8") ?? null, fresh?.toString("utf8") ?? null)}`;
}

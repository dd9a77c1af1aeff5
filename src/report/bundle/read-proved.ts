import { openRepository } from "../../lib/git/git.js";
import { plural } from "../../lib/text/plural.js";
import { maxSnapshotFile } from "../../run/snapshots/snapshot.js";
import type { CopiedPath } from "../../run/snapshots/try-in-copy.js";
import type { FilesHere } from "./compare-here.js";

type OtherFiles = Exclude<FilesHere, { readonly is: "same" }>;

/** The files that differ here as the commit has them; or why they cannot be had. */
export async function readProved(
  cwd: string,
  here: OtherFiles,
): Promise<readonly CopiedPath[] | { readonly why: string; readonly fix: string }> {
  if (here.is === "unknown") return { why: here.why, fix: elsewhere };
  const repository = await openRepository(cwd);
  const tree = repository.ok ? await repository.tree(here.commit) : null;
  if (!repository.ok || tree === null) return { why: "the commit that was proved cannot be read", fix: elsewhere };
  const entries = here.paths.map((path) => ({ path, entry: tree.get(path) ?? null }));
  const blobs = await repository.blobs(
    entries.flatMap(({ entry }) => entry?.hash ?? []),
    maxSnapshotFile,
  );
  const files = entries.map((each): CopiedPath => ({ ...each, bytes: blobs.get(each.entry?.hash ?? "") ?? null }));
  const missing = files.find(({ entry, bytes }) => entry !== null && bytes === null);
  if (missing === undefined) return files;
  const all = `${plural(here.paths.length, "file")} here ${here.paths.length === 1 ? "differs" : "differ"}`;
  return { why: `${all} from what was proved, and ${missing.path} cannot be put back in a copy`, fix: elsewhere };
}

const elsewhere = "verify it in a fresh checkout of the commit: git worktree add";

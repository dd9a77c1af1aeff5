import { pathJoin } from "../../lib/files/folder.js";
import { removeFolder, temporaryFolder } from "../../lib/files/temporary-folder.js";
import type { GitRefusal } from "../../lib/git/ask-git.js";
import type { DirtyPath, Repository, TreeEntry } from "../../lib/git/git.js";
import { records, text } from "../../lib/git/git-output.js";
import type { LeftOut } from "./left-out.js";

/** A git tree: the last commit plus the work of the run. */
export interface WorkTree {
  readonly ok: true;
  readonly tree: string;
  /** Messages about what could not be included. */
  readonly notes: readonly string[];
}

/** The differences between two trees; null if the path was deleted. */
export type TreeChanges = ReadonlyMap<string, TreeEntry | null>;

/**
 * Writes a tree of HEAD plus every changed path that is not left out. Uses a temporary index, so neither the user's
 * index nor the files are touched.
 */
export async function writeWorkTree(
  repository: Repository,
  head: string | null,
  leftOut: LeftOut,
): Promise<WorkTree | GitRefusal> {
  const dirty = await repository.dirty("by-commit");
  if ("why" in dirty) return dirty;
  const { paths, notes } = await dropUnsupported(
    repository,
    dirty.filter(({ path }) => !leftOut.has(path.replace(/\/$/, ""))),
  );
  const place = temporaryFolder("untildone-index-");
  try {
    const env = { GIT_INDEX_FILE: pathJoin(place, "index") };
    const steps = [
      { words: ["read-tree", head ?? "--empty"] },
      { words: ["update-index", "--force-remove", "-z", "--stdin"], stdin: nulTerminated(deletedPaths(paths)) },
      { words: ["update-index", "--add", "--remove", "-z", "--stdin"], stdin: nulTerminated(presentPaths(paths)) },
    ];
    for (const { words, stdin } of steps) {
      if (stdin === "") continue;
      const done = await repository.ask([...plainIndex, ...words], { env, writes: true, ...(stdin ? { stdin } : {}) });
      if (!done.ok) return done;
    }
    const written = await repository.ask([...plainIndex, "write-tree"], { env, writes: true });
    return written.ok ? { ok: true, tree: text(written.out).trim(), notes } : written;
  } finally {
    removeFolder(place);
  }
}

/** A plain index, regardless of the user's settings. */
const plainIndex = ["-c", "core.splitIndex=false", "-c", "index.sparse=false", "-c", "core.untrackedCache=false"];

/** Paths deleted from git's view, although a file that became ignored may still exist. */
function deletedPaths(paths: readonly DirtyPath[]): readonly string[] {
  const there = new Set(presentPaths(paths));
  return paths.filter(({ path }) => !there.has(path)).map(({ path }) => path);
}

const presentPaths = (paths: readonly DirtyPath[]): readonly string[] =>
  paths.filter(({ untracked, mode }) => untracked || mode !== null).map(({ path }) => path);

const nulTerminated = (names: readonly string[]): string => names.map((name) => `${name}\0`).join("");

interface Supported {
  readonly paths: readonly DirtyPath[];
  readonly notes: readonly string[];
}

/** Leaves out nested repositories, names that are not UTF-8, and files with a filter that is not run. */
async function dropUnsupported(repository: Repository, dirty: readonly DirtyPath[]): Promise<Supported> {
  const filtered = await wantingFilter(
    repository,
    dirty.map(({ path }) => path),
  );
  const notes: string[] = [];
  const whyUnsupported = ({ path }: DirtyPath): string | null => {
    if (path.endsWith("/")) return "is a repository of its own";
    if (path.includes("\uFFFD")) return "has a name that is not UTF-8";
    return filtered.has(path) ? "passes a filter of the repository's own configuration, which is not run" : null;
  };
  const paths = dirty.filter((entry) => {
    const why = whyUnsupported(entry);
    if (why !== null) notes.push(`${entry.path} ${why}`);
    return why === null;
  });
  return { paths, notes };
}

async function wantingFilter(repository: Repository, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const idle = await repository.idleFilters();
  if (idle.size === 0 || paths.length === 0) return new Set();
  const answer = await repository.ask(["check-attr", "-z", "--stdin", "filter"], { stdin: nulTerminated(paths) });
  if (!answer.ok) return new Set(paths);
  const fields = text(answer.out).split("\0");
  const found = new Set<string>();
  for (let at = 0; at + 2 < fields.length; at += 3) if (idle.has(fields[at + 2] ?? "")) found.add(fields[at] ?? "");
  return found;
}

/** The changes from one tree to another. Without the first, everything. */
export async function treeChanges(
  repository: Repository,
  from: string | null,
  to: string,
): Promise<TreeChanges | GitRefusal> {
  if (from === null) return (await repository.tree(to)) ?? { ok: false, why: "the tree is gone", noGit: false };
  const answer = await repository.ask(["diff-tree", "-r", "-z", "--no-renames", "--no-ext-diff", from, to]);
  if (!answer.ok) return answer;
  const fields = records(answer.out);
  const changes = new Map<string, TreeEntry | null>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", , hash = ""] = (fields[at] ?? "").split(" ");
    changes.set(fields[at + 1] ?? "", mode === "000000" ? null : { mode, hash });
  }
  return changes;
}

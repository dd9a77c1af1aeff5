import { pathJoin } from "../../lib/files/folder.js";
import { openRepository, type TreeEntry } from "../../lib/git/git.js";
import { plural } from "../../lib/text/plural.js";
import { isWatched } from "../checks/honest-tests/texts.js";
import { measureOf } from "../proof/original-tests/measures.js";
import { compare, type FileStates } from "./compare-files.js";
import { heldAt, openRoot } from "./held-at.js";
import { judgeCosmetics } from "./judge-cosmetics.js";
import { type FileState, isOwnPath, type RootState, type WorkspaceState } from "./workspace-state.js";

export type ChangeKind = "added" | "deleted" | "modified" | "renamed" | "mode" | "submodule";

/** One path that is not as it was. */
export interface FileChange {
  readonly root: string;
  readonly path: string;
  readonly kind: ChangeKind;
  /** Where it was before it was renamed. */
  readonly from: string | null;
  /** Nothing but blanks, line breaks and line ends. */
  readonly cosmetic: boolean;
  readonly before: FileState | null;
  readonly now: FileState | null;
}

/** A tag or branch that is not where it was; null: it was not there. */
export interface RefChange {
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What happened to a workspace between two looks at it. */
export interface Changes {
  readonly files: readonly FileChange[];
  /** New commits that hold content; null where that is not known. */
  readonly commits: number | null;
  /** How many of them are checkpoints and merges of ours. */
  readonly ownCommits?: number;
  /** Tags, branches and remote-tracking branches that came, went or moved. */
  readonly refs: readonly RefChange[];
  /** Why some of it could not be told; the rest is then not to be trusted to be all. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** Decides about a full path: whether it is nobody's work, as the task list and what checks generate are. */
export type IsLeftOut = (path: string) => boolean;

/** Compares two looks. Asks git for what it holds of either. Files that are left out count in no way, committed or not. */
export async function changesBetween(
  before: WorkspaceState,
  now: WorkspaceState,
  isLeftOut: IsLeftOut = () => false,
): Promise<Changes> {
  const parts: Changes[] = [];
  for (const root of now.roots) {
    const old = before.roots.find(({ path }) => path === root.path);
    parts.push(await changesOfRoot(old ?? nothing(root.path), root, (path) => isLeftOut(pathJoin(root.path, path))));
  }
  const lost = before.roots.filter(({ path }) => !now.roots.some((root) => root.path === path));
  return {
    files: parts.flatMap(({ files }) => files),
    commits: parts.reduce<number | null>(
      (sum, { commits }) => (commits === null || sum === null ? null : sum + commits),
      0,
    ),
    ownCommits: parts.reduce((sum, { ownCommits = 0 }) => sum + ownCommits, 0),
    refs: parts.flatMap(({ refs }) => refs),
    problems: [
      ...before.notes,
      ...now.notes,
      ...parts.flatMap(({ problems }) => problems),
      ...lost.map(({ path }) => `${path} was looked at before and not now`),
    ],
    notes: parts.flatMap(({ notes }) => notes),
  };
}

/** Nothing came of it that anybody could see: no content, no commit, no tag or branch. */
export const isNothing = ({ files, commits, refs, problems }: Changes): boolean =>
  files.length === 0 && commits === 0 && refs.length === 0 && problems.length === 0;

/** How many files changed in more than looks. */
export const realChanges = ({ files }: Changes): readonly FileChange[] => files.filter(({ cosmetic }) => !cosmetic);

const nothing = (path: string): RootState => ({ path, git: false, commit: null, files: {}, gone: [], own: [] });
const unknownChanges = (why: string): Changes => ({
  files: [],
  commits: null,
  refs: [],
  problems: [why],
  notes: [],
});

async function changesOfRoot(before: RootState, now: RootState, isLeftOut: IsLeftOut): Promise<Changes> {
  const refs = movedRefs(before, now);
  if (isSame(before, now)) return { files: [], commits: 0, refs, problems: [], notes: [] };
  if (before.commit !== null && now.commit === null) {
    const opened = await openRepository(now.path, { tried: true });
    if (!opened.ok) return unknownChanges(`the repository of the start is gone: ${opened.why}`);
  }
  const isNobodys = (path: string): boolean => isOwnPath(path, now.own) || isLeftOut(path);
  const heldBefore = await heldAt(now.path, before.commit, isNobodys);
  const heldNow = before.commit === now.commit ? heldBefore : await heldAt(now.path, now.commit, isNobodys);
  if (!heldBefore || !heldNow) return unknownChanges(`the commit ${heldBefore ? now.commit : before.commit} is gone`);
  const differs = compare(overlay(heldBefore, before), overlay(heldNow, now), now.path);
  const work = differs.filter(({ path, from }) => !isLeftOut(path) || (from !== null && !isLeftOut(from)));
  const files = await judgeCosmetics(work, now);
  const problems = await findLost(files, before);
  return { files, refs, ...(await listCommits(before, now, { heldBefore, heldNow })), problems };
}

/**
 * Tests and what rules them must be readable as they were: whoever removes that from the repository hides what was changed.
 * What no commit held at the start is in the baseline.
 */
async function findLost(
  files: readonly FileChange[],
  { path: root, files: kept }: RootState,
): Promise<readonly string[]> {
  const held = files.flatMap(({ path, from, before }) => {
    const name = from ?? path;
    const isNeeded = before !== null && before.mode !== "160000" && !Object.hasOwn(kept, name);
    return isNeeded && (isWatched(name) || measureOf(name, []) !== null) ? [{ name, hash: before.hash }] : [];
  });
  if (held.length === 0) return [];
  const repository = await openRepository(root);
  const lost = repository.ok ? await repository.lost(held.map(({ hash }) => hash)) : null;
  return held
    .filter(({ hash }) => lost === null || lost.has(hash))
    .map(({ name }) => `${name} as it was at the start can no longer be read from the repository`);
}

/** Branches that are or were at HEAD are told by its commit: switching between them moves nothing. */
function movedRefs(before: RootState, now: RootState): readonly RefChange[] {
  if (!before.refs || !now.refs) return [];
  const names = new Set([...Object.keys(before.refs), ...Object.keys(now.refs)]);
  const changes: RefChange[] = [];
  for (const name of names) {
    const from = before.refs[name] ?? null;
    const to = now.refs[name] ?? null;
    if (from !== to && name !== before.head && name !== now.head) changes.push({ name, from, to });
  }
  return changes;
}

/** The same commit and the same differences from it: nothing to ask git about. */
function isSame(before: RootState, now: RootState): boolean {
  const describe = ({ commit, git, files, gone }: RootState): string =>
    JSON.stringify([commit, git, Object.entries(files).sort(), [...gone].sort()]);
  return before.commit === now.commit && describe(before) === describe(now);
}

function overlay(held: ReadonlyMap<string, TreeEntry>, { files, gone }: RootState): Map<string, FileState> {
  const all = new Map<string, FileState>(held);
  for (const name of gone) all.delete(name);
  for (const [name, state] of Object.entries(files)) all.set(name, state);
  return all;
}

interface Histories {
  readonly heldBefore: FileStates;
  readonly heldNow: FileStates;
}

/** Commits count where the committed content changed in more than looks: an empty commit moves nothing. */
async function listCommits(
  before: RootState,
  now: RootState,
  { heldBefore, heldNow }: Histories,
): Promise<Pick<Changes, "commits" | "ownCommits" | "notes">> {
  if (now.commit === null || now.commit === before.commit) return { commits: 0, notes: [] };
  const opened = await openRoot(now);
  if (!opened) return { commits: 0, notes: [] };
  const commits = await opened.commitsBetween(before.commit, now.commit);
  const content = await judgeCosmetics(compare(heldBefore, heldNow, now.path), now);
  if (commits === null) return { commits, notes: [] };
  if (content.some(({ cosmetic }) => !cosmetic))
    return { commits, ownCommits: await opened.ownCommitsBetween(before.commit, now.commit), notes: [] };
  const what = content.length === 0 ? "no change of content" : "nothing but blanks and line breaks";
  return {
    commits: 0,
    notes: commits > 0 ? [`${plural(commits, "new commit")} ${commits === 1 ? "holds" : "hold"} ${what}`] : [],
  };
}

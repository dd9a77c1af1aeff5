import { digest, pathJoin, pathResolve, realPath } from "../../lib/files/folder.js";
import type { Refs, Repository } from "../../lib/git/git.js";
import { commitTree, hasGitFolder, openRepository, type TreeEntry } from "../../lib/git/git.js";
import { isRepositoryRoot } from "../../lib/git/git-places.js";
import type { CommitTree } from "../../lib/git/object-cache.js";
import { markPointers } from "./converted.js";
import { keepTerms, readTerms, type Terms, termsOf } from "./git-terms.js";
import { KnownNames } from "./known-names.js";
import { digestStates, lookAtHeld } from "./look-at-file.js";
import { lookAtFolder } from "./look-at-folder.js";
import { keepMisnamed, walkWork } from "./walk-work.js";
import {
  type FileState,
  isOwnPath,
  knownIn,
  type LookOptions,
  ownFolders,
  type RootState,
  rootIn,
  type WorkspaceState,
} from "./workspace-state.js";

/** Beyond this many tags and branches nobody keeps a list of them for each iteration. */
const maxRefs = 2_000;

/** A root as it was looked at, with all its files at hand. */
export interface Look {
  readonly state: RootState;
  readonly all: ReadonlyMap<string, FileState>;
  readonly note: string | null;
}

/** Looks at the content of a folder and of the repository it lies in. Changes nothing, and never throws for what it finds. */
export async function lookAtWorkspace(cwd: string, options: LookOptions = {}): Promise<WorkspaceState> {
  const looks: Look[] = [];
  for (const root of [cwd, ...(options.roots ?? [])]) {
    const path = realPath(pathResolve(cwd, root));
    const ignore = (options.ignore ?? [".ralph"]).map((entry) => realPath(pathResolve(realPath(cwd), entry)));
    const look = await lookAtRoot(path, {
      ...{ ignore, start: options.start ?? null, earlier: options.earlier ?? null, depth: 0 },
    });
    if (!looks.some(({ state }) => state.path === look.state.path)) looks.push(look);
  }
  const notes = looks.flatMap(({ note }) => note ?? []);
  const snapshot =
    notes.length > 0 ? null : digest(looks.map((look) => digestStates(look.state.path, look.all)).join("\n"));
  return { version: 1, roots: looks.map(({ state }) => state), snapshot, notes };
}

/** A name for the content of a workspace: equal content, equal name. Null where it cannot be looked at. */
export async function workspaceSnapshot(cwd: string, options: LookOptions = {}): Promise<string | null> {
  return (await lookAtWorkspace(cwd, options)).snapshot;
}

export interface Within {
  /** Real paths. */
  readonly ignore: readonly string[];
  readonly start: WorkspaceState | null;
  readonly earlier: WorkspaceState | null;
  /** How many repositories this one lies in. */
  readonly depth: number;
}

async function lookAtRoot(path: string, within: Within): Promise<Look> {
  const known = await openRepository(path);
  const refs = known.ok ? await known.refs() : null;
  const repository = known.ok && refs === null ? await openRepository(path, { tried: true }) : known;
  if (repository.ok) return lookAtRepository(repository, refs, within);
  const look = lookAtFolder(path, within);
  // A repository that git refuses to read (an owner it does not trust, say) must not pass for a folder without one.
  return hasGitFolder(path) && !repository.noGit ? { ...look, note: repository.why } : look;
}

async function lookAtRepository(repository: Repository, refs: Refs | null, within: Within): Promise<Look> {
  const path = realPath(repository.root);
  const own = ownFolders(path, within.ignore);
  const start = rootIn(within.start, path);
  const commit = refs?.commit ?? (await repository.head());
  const [held, heldAtStart, terms] = await Promise.all([
    commit === null ? new Map<string, TreeEntry>() : repository.tree(commit),
    start?.commit && start.commit !== commit ? commitTree(path, start.commit) : null,
    start?.ignored ? termsOf(start, start.ignored) : readTerms(repository),
  ]);
  if (!held) {
    const note = `the commit ${commit} cannot be read`;
    return { state: { path, git: true, commit, files: {}, gone: [], own }, all: new Map(), note };
  }
  const names = new Set([...terms.names, ...Object.keys(start?.files ?? {})]);
  const known = new KnownNames([held, ...(heldAtStart ? [heldAtStart] : []), names]);
  const { all, ...walked } = await lookAtAll(repository, { held, known, own, terms, start, within });
  const { files, gone } = compareWithHeld(all, held, own);
  const isFew = refs !== null && refs.all.size <= maxRefs && within.depth === 0 && !repository.isLinked;
  const refState = isFew ? { refs: Object.fromEntries(refs.all), head: refs.head } : {};
  const kept = { ...walked, ...keepTerms(terms) };
  return { state: { path, git: true, commit, files, gone, own, ...kept, ...refState }, all, note: null };
}

function compareWithHeld(
  all: ReadonlyMap<string, FileState>,
  held: CommitTree,
  own: readonly string[],
): Pick<RootState, "files" | "gone"> {
  const files: [string, FileState][] = [];
  for (const [name, state] of all) if (held.get(name) !== state) files.push([name, state]);
  const gone: string[] = [];
  for (const name of held.keys()) if (!all.has(name) && !isOwnPath(name, own)) gone.push(name);
  return { files: Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1))), gone };
}

interface StateRequest {
  readonly held: CommitTree;
  readonly known: KnownNames;
  readonly own: readonly string[];
  readonly terms: Terms;
  readonly start: RootState | undefined;
  readonly within: Within;
}

/** All files that count, by the bytes on disk. What is as the commit has it is the commit's own entry. */
async function lookAtAll(
  repository: Repository,
  { held, known, own, terms, start, within }: StateRequest,
): Promise<{ readonly all: Map<string, FileState> } & Pick<RootState, "ignored" | "misnamed">> {
  const path = realPath(repository.root);
  const walk = walkWork({
    ...{ root: path, git: true, excludes: terms.excludes, start: start?.ignored ?? null, most: Infinity },
    isOwn: (name) => isOwnPath(name, own),
    isKnown: (name) => known.has(name),
    isKnownFolder: (folder) => known.hasFolder(folder),
    isSubmodule: (name) => held.get(name)?.mode === submodule,
  });
  const earlier = knownIn(within.earlier, path);
  const { hashName } = repository;
  const { hasModes } = terms;
  const all = new Map<string, FileState>();
  const add = (name: string): void => {
    const state = lookAtHeld(`${path}/${name}`, name, { hashName, held: held.get(name), hasModes, earlier });
    if (state) all.set(name, state);
  };
  for (const name of walk.files) add(name);
  for (const name of unseenNames(path, { all, known, own })) add(name);
  for (const name of walk.nested) setIfThere(all, name, await nested(pathJoin(path, name), null, within));
  for (const [name, entry] of held)
    if (entry.mode === submodule && !isOwnPath(name, own)) {
      const state = await nested(pathJoin(path, name), entry.hash, within);
      all.set(name, state?.hash === entry.hash ? entry : (state ?? entry));
    }
  await markPointers(repository, all, held);
  return { all, ignored: walk.ignored, ...keepMisnamed(walk) };
}

const submodule = "160000";

const setIfThere = (all: Map<string, FileState>, name: string, state: FileState | null): void => {
  if (state) all.set(name, state);
};

interface Walked {
  readonly all: ReadonlyMap<string, FileState>;
  readonly known: KnownNames;
  readonly own: readonly string[];
}

/** Known files where no walk goes: in ignored folders. What lies behind a link is not in its folder. */
function* unseenNames(path: string, { all, known, own }: Walked): Generator<string> {
  const real = new Map<string, boolean>();
  for (const name of known.without(all)) {
    if (isOwnPath(name, own)) continue;
    const folder = name.slice(0, name.lastIndexOf("/") + 1);
    const isReal = real.get(folder) ?? realPath(pathJoin(path, folder)) === pathResolve(path, folder);
    real.set(folder, isReal);
    if (isReal) yield name;
  }
}

/** A repository inside another: its commit, and its content where that differs. */
async function nested(path: string, recorded: string | null, within: Within): Promise<FileState | null> {
  if (!isRepositoryRoot(path) || within.depth > 4)
    return recorded === null ? null : { mode: submodule, hash: recorded };
  const { state, all } = await lookAtRoot(realPath(path), { ...within, depth: within.depth + 1 });
  const clean = Object.keys(state.files).length + state.gone.length === 0;
  return {
    mode: submodule,
    hash: clean && state.commit !== null ? state.commit : `${state.commit}+${digestStates(state.path, all)}`,
  };
}

import { type HashName, hashFile } from "../../system/file-cache.js";
import { digest, pathFrom, pathJoin, pathResolve, plainTextAt, realPath } from "../../system/folder.js";
import {
  type CommitTree,
  commitTree,
  hasGitFolder,
  openRepository,
  type Refs,
  type Repository,
  type TreeEntry,
} from "../../system/git.js";
import { isRepositoryRoot } from "../../system/git-places.js";
import { asCommitted, isHeldWithOtherLineEnds, markPointers } from "./converted.js";
import { withoutCosmetics } from "./cosmetic.js";
import { KnownNames } from "./known-names.js";
import { type IgnoreTexts, type WorkWalk, walkWork } from "./walk-work.js";

/** A file by its content; `plain` is that of its content without what is cosmetic, for text. */
export interface FileState extends TreeEntry {
  readonly plain?: string;
  /** The commit holds it with other line ends or as a pointer of Git LFS. */
  readonly committed?: true;
}

/**
 * One folder that is watched. What git holds at `commit` is not repeated: `files` and `gone` are what differs from it.
 * Without git, or before its first commit, `files` is everything.
 */
export interface RootState {
  /** Where its files lie: the repository's root, or the folder itself. */
  readonly path: string;
  readonly git: boolean;
  readonly commit: string | null;
  readonly files: Readonly<Record<string, FileState>>;
  readonly gone: readonly string[];
  /** Folders in it that are our own, not the work. */
  readonly own: readonly string[];
  /** The ignore rules of the start of the run, which count until its end. */
  readonly ignored?: IgnoreTexts;
  /** The first of those that cannot be looked at, because their names are not UTF-8. */
  readonly misnamed?: readonly string[];
  /** Files that a sparse checkout left out at the start. */
  readonly sparse?: readonly string[];
  /** The file system does not know which files may be executed. */
  readonly withoutModes?: true;
  /** Tags, branches and what is known of remotes, with their commits. Absent where there are too many to keep. */
  readonly refs?: Readonly<Record<string, string>>;
  /** The branch at HEAD, which is told by its commit. */
  readonly head?: string | null;
}

/** The content of a workspace at one moment. Plain JSON. */
export interface WorkspaceState {
  readonly version: 1;
  readonly roots: readonly RootState[];
  /** The same for the same content, committed or not; null where it could not be looked at. */
  readonly snapshot: string | null;
  readonly notes: readonly string[];
}

export interface LookOptions {
  /** More folders that belong to the work. */
  readonly roots?: readonly string[];
  /** Paths from the folder that are not part of the work. Our own state is not. */
  readonly ignore?: readonly string[];
  /** The look at the start of the run: what counts is decided by its ignore rules. Without it, by those of now. */
  readonly start?: WorkspaceState | null;
  /** An earlier look: what has not changed since is not read for cosmetics again. */
  readonly earlier?: WorkspaceState | null;
}

/** Beyond this many tags and branches nobody keeps a list of them for each iteration. */
const maxRefs = 2_000;

/** A root as it was looked at, with all its files at hand. */
interface Look {
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

interface Within {
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

/** What git says about a work tree besides its commits: asked once, at the start, before anybody has worked on it. */
interface Terms {
  readonly excludes: string;
  readonly hasModes: boolean;
  /** What is staged counts, ignored or not. */
  readonly names: readonly string[];
  readonly sparse: readonly string[];
}

async function readTerms(repository: Repository): Promise<Terms> {
  const [excludes, index] = await Promise.all([repository.excludes(), repository.index()]);
  return { excludes, ...index };
}

const termsOf = ({ sparse = [], withoutModes }: RootState, { excludes }: IgnoreTexts): Terms => ({
  ...{ excludes, sparse, hasModes: withoutModes !== true, names: [] },
});

const keepTerms = ({ sparse, hasModes }: Terms): Pick<RootState, "sparse" | "withoutModes"> => ({
  ...(sparse.length > 0 ? { sparse } : {}),
  ...(hasModes ? {} : { withoutModes: true }),
});

interface Asked {
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
  { held, known, own, terms, start, within }: Asked,
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

const maxMisnamed = 5;

const keepMisnamed = ({ misnamed }: WorkWalk): Pick<RootState, "misnamed"> =>
  misnamed.length === 0 ? {} : { misnamed: misnamed.slice(0, maxMisnamed) };

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

interface Held {
  readonly hashName: HashName;
  readonly held: TreeEntry | undefined;
  readonly hasModes: boolean;
  readonly earlier: Known;
}

const isRegular = ({ mode }: TreeEntry): boolean => mode.startsWith("100");

function memo<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function lookAtHeld(full: string, name: string, { hashName, held, hasModes, earlier }: Held): FileState | null {
  const found = hashFile(full, hashName);
  if (!found) return null;
  const mode = held && !hasModes && isRegular(held) && isRegular(found) ? held.mode : found.mode;
  if (held?.hash === found.hash && held.mode === mode) return held;
  const text = memo(() => (found.mode === "120000" ? null : plainTextAt(full)));
  const state = toFileState({ mode, hash: found.hash }, name, { text, earlier });
  const isHeld = held?.mode === mode && isHeldWithOtherLineEnds(text() ?? "", held.hash, hashName);
  return isHeld ? asCommitted(state) : state;
}

/** Our own folders as seen from a root. */
const ownFolders = (path: string, ignore: readonly string[]): readonly string[] =>
  ignore.map((folder) => pathFrom(path, folder)).filter((name) => name !== "" && !name.startsWith(".."));

/** Whether a path lies in one of our own folders. */
export const isOwnPath = (name: string, own: readonly string[]): boolean =>
  own.some((folder) => name.startsWith(folder) && (name.length === folder.length || name[folder.length] === "/"));

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

/** More files than anybody works on without git: a home, say. */
const maxFiles = 100_000;

function lookAtFolder(path: string, within: Within): Look {
  const own = ownFolders(path, within.ignore);
  const start = rootIn(within.start, path);
  const known = new KnownNames([new Set(Object.keys(start?.files ?? {}))]);
  const walk = walkWork({
    ...{ root: path, git: false, excludes: "", start: start?.ignored ?? null, most: maxFiles },
    isOwn: (name) => isOwnPath(name, own),
    isKnown: (name) => known.has(name),
    isKnownFolder: (folder) => known.hasFolder(folder),
    isSubmodule: () => false,
  });
  const earlier = knownIn(within.earlier, path);
  const all = new Map<string, FileState>();
  for (const name of walk.files) {
    const full = `${path}/${name}`;
    const found = hashFile(full);
    if (found) all.set(name, toFileState(found, name, { text: () => plainTextAt(full), earlier }));
  }
  const note = walk.tooMany ? `${path} holds too many files to look at without git` : null;
  const kept = { ignored: walk.ignored, ...keepMisnamed(walk) };
  return {
    state: { path, git: false, commit: null, files: Object.fromEntries(all), gone: [], own, ...kept },
    all,
    note,
  };
}

type Known = Readonly<Record<string, FileState>>;

const rootIn = (state: WorkspaceState | null, path: string): RootState | undefined =>
  state?.roots.find((root) => root.path === path);

const knownIn = (earlier: WorkspaceState | null, path: string): Known => rootIn(earlier, path)?.files ?? {};

interface Content {
  /** Null for what is no text. */
  readonly text: () => string | null;
  readonly earlier: Known;
}

function toFileState({ mode, hash }: TreeEntry, name: string, { text, earlier }: Content): FileState {
  const before = Object.hasOwn(earlier, name) ? earlier[name] : undefined;
  const plain = before?.hash === hash ? before.plain : digestPlain(text(), name);
  return plain === undefined ? { mode, hash } : { mode, hash, plain };
}

const digestPlain = (text: string | null, name: string): string | undefined =>
  text === null ? undefined : digest(withoutCosmetics(text, name));

/** The last content of each root and its digest: most often nothing has changed. */
const digests = new Map<string, { readonly all: ReadonlyMap<string, FileState>; readonly digest: string }>();

/** One entry per file, sorted by name, so that it does not depend on what is committed. */
function digestStates(path: string, all: ReadonlyMap<string, FileState>): string {
  const last = digests.get(path);
  if (last && isSameContent(last.all, all)) return last.digest;
  const lines = [...all.keys()].sort().map((name) => {
    const state = all.get(name);
    return `${state?.mode} ${state?.hash}\t${name}\0`;
  });
  const made = digest(lines.join(""));
  digests.set(path, { all, digest: made });
  return made;
}

function isSameContent(before: ReadonlyMap<string, FileState>, now: ReadonlyMap<string, FileState>): boolean {
  if (before.size !== now.size) return false;
  for (const [name, state] of now) {
    const old = before.get(name);
    if (old !== state && (old?.hash !== state.hash || old.mode !== state.mode)) return false;
  }
  return true;
}

import {
  digest,
  type FileLook,
  lookAtFile,
  pathFrom,
  pathJoin,
  pathResolve,
  realPath,
  textAt,
  walkFolder,
} from "../../system/folder.js";
import { type DirtyPath, isRepositoryRoot, openRepository, type Repository, type TreeEntry } from "../../system/git.js";
import { withoutCosmetics } from "./cosmetic.js";
import { IgnoreRules } from "./ignore-rules.js";

/** A file by its content; `plain` is that of its content without what is cosmetic, for text. */
export interface FileState extends TreeEntry {
  readonly plain?: string;
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
    const look = await lookAtRoot(path, { ignore, earlier: options.earlier ?? null, depth: 0 });
    if (!looks.some(({ state }) => state.path === look.state.path)) looks.push(look);
  }
  const notes = looks.flatMap(({ note }) => note ?? []);
  const snapshot = notes.length > 0 ? null : digest(looks.map((look) => digestStates(look.all)).join("\n"));
  return { version: 1, roots: looks.map(({ state }) => state), snapshot, notes };
}

/** A name for the content of a workspace: equal content, equal name. Null where it cannot be looked at. */
export async function workspaceSnapshot(cwd: string, options: LookOptions = {}): Promise<string | null> {
  return (await lookAtWorkspace(cwd, options)).snapshot;
}

interface Within {
  /** Real paths. */
  readonly ignore: readonly string[];
  readonly earlier: WorkspaceState | null;
  /** How many repositories this one lies in. */
  readonly depth: number;
}

async function lookAtRoot(path: string, within: Within): Promise<Look> {
  const repository = await openRepository(path);
  if (repository.ok) return lookAtRepository(repository, within);
  const look = lookAtFolder(path, within);
  // A repository that git refuses to read (an owner it does not trust, say) must not pass for a folder without one.
  return isRepositoryRoot(path) && !repository.noGit ? { ...look, note: repository.why } : look;
}

async function lookAtRepository(repository: Repository, within: Within): Promise<Look> {
  const path = realPath(repository.root);
  const own = ownFolders(path, within.ignore);
  const commit = await repository.head();
  const [held, dirty, refs] = await Promise.all([
    commit === null ? new Map<string, TreeEntry>() : repository.tree(commit),
    repository.dirty(),
    repository.refs(),
  ]);
  if (!held || "why" in dirty) {
    const note = "why" in dirty ? dirty.why : `the commit ${commit} cannot be read`;
    return { state: { path, git: true, commit, files: {}, gone: [], own }, all: new Map(), note };
  }
  const differs = await lookAtDifferences(repository, { held, dirty, within });
  const all = new Map<string, FileState>(held);
  for (const [name, state] of differs)
    if (state) all.set(name, state);
    else all.delete(name);
  for (const name of all.keys()) if (isOwnPath(name, own)) all.delete(name);
  const work = [...differs].filter(([name]) => !isOwnPath(name, own));
  const files = Object.fromEntries(work.flatMap(([name, state]) => (state ? [[name, state] as const] : [])));
  const gone = work.filter(([name, state]) => state === null && held.has(name)).map(([name]) => name);
  const isFew = refs !== null && refs.all.size <= maxRefs && within.depth === 0 && !repository.isLinked;
  const refState = isFew ? { refs: Object.fromEntries(refs.all), head: refs.head } : {};
  return { state: { path, git: true, commit, files, gone, own, ...refState }, all, note: null };
}

interface Asked {
  readonly held: ReadonlyMap<string, TreeEntry>;
  readonly dirty: readonly DirtyPath[];
  readonly within: Within;
}

/** What is not as the commit has it: the content now, or null where there is none. */
async function lookAtDifferences(
  repository: Repository,
  { held, dirty, within }: Asked,
): Promise<ReadonlyMap<string, FileState | null>> {
  const path = realPath(repository.root);
  const known = knownIn(within.earlier, path);
  const differs = new Map<string, FileState | null>();
  for (const entry of dirty) {
    const name = entry.path.replace(/\/$/, "");
    const look = entry.path === name ? lookAtFile(pathJoin(path, name), repository.hashName) : null;
    if (entry.path !== name) differs.set(name, await nested(pathJoin(path, name), null, within));
    // Git's word on the mode counts: a file system may not know about rights.
    else differs.set(name, look && { ...toFileState(look, name, known), ...(entry.mode ? { mode: entry.mode } : {}) });
  }
  for (const [name, { mode, hash }] of held) {
    const state = mode === "160000" ? await nested(pathJoin(path, name), hash, within) : null;
    if (state && state.hash !== hash) differs.set(name, state);
  }
  return differs;
}

/** Our own folders as seen from a root. */
const ownFolders = (path: string, ignore: readonly string[]): readonly string[] =>
  ignore.map((folder) => pathFrom(path, folder)).filter((name) => name !== "" && !name.startsWith(".."));

/** Whether a path lies in one of our own folders. */
export const isOwnPath = (name: string, own: readonly string[]): boolean =>
  own.some((folder) => name === folder || name.startsWith(`${folder}/`));

/** A repository inside another: its commit, and its content where that differs. */
async function nested(path: string, recorded: string | null, within: Within): Promise<FileState | null> {
  if (!isRepositoryRoot(path) || within.depth > 4) return recorded === null ? null : { mode: "160000", hash: recorded };
  const { state, all } = await lookAtRoot(realPath(path), { ...within, depth: within.depth + 1 });
  const clean = Object.keys(state.files).length + state.gone.length === 0;
  return {
    mode: "160000",
    hash: clean && state.commit !== null ? state.commit : `${state.commit}+${digestStates(all)}`,
  };
}

function lookAtFolder(path: string, within: Within): Look {
  const rules = new IgnoreRules();
  const own = ownFolders(path, within.ignore);
  const ignores = (name: string): boolean => isOwnPath(name.replace(/\/$/, ""), own) || rules.ignores(name);
  const walk = walkFolder(path, ignores, (folder) => {
    const text = textAt(pathJoin(path, folder, ".gitignore"));
    if (text !== null) rules.add(folder, text);
  });
  const known = knownIn(within.earlier, path);
  const all = new Map<string, FileState>();
  for (const name of walk.files) {
    const look = lookAtFile(pathJoin(path, name));
    if (look) all.set(name, toFileState(look, name, known));
  }
  const note = walk.tooMany ? `${path} holds too many files to look at without git` : null;
  return { state: { path, git: false, commit: null, files: Object.fromEntries(all), gone: [], own }, all, note };
}

type Known = Readonly<Record<string, FileState>>;

const knownIn = (earlier: WorkspaceState | null, path: string): Known =>
  earlier?.roots.find((root) => root.path === path)?.files ?? {};

function toFileState({ mode, hash, text }: FileLook, name: string, known: Known): FileState {
  const before = Object.hasOwn(known, name) ? known[name] : undefined;
  const plain = before?.hash === hash ? before.plain : text === null ? undefined : digest(withoutCosmetics(text, name));
  return plain === undefined ? { mode, hash } : { mode, hash, plain };
}

/** One line a file in the order of names, so that it does not depend on what is committed. */
function digestStates(all: ReadonlyMap<string, FileState>): string {
  const names = [...all.keys()].sort();
  return digest(names.map((name) => `${all.get(name)?.mode} ${all.get(name)?.hash}\t${name}\n`).join(""));
}

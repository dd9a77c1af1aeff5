import { existsSync, lstatSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { blobHash, isSettled } from "./file-cache.js";
import { textAt } from "./folder.js";
import {
  type DirtyPath,
  readBatch,
  readStatusLine,
  readSwitches,
  readTreeLine,
  records,
  type TreeEntry,
  text,
} from "./git-output.js";
import { findGitPlaces, findRepositoryRoot } from "./git-places.js";
import { runCommand } from "./process.js";

export type { DirtyPath, TreeEntry };

/** Why git failed, and whether the reason is that there is no repository here. */
export interface GitRefusal {
  readonly ok: false;
  readonly why: string;
  readonly noGit: boolean;
  /** All that git said, where that is more than its first line: the cause may stand below. */
  readonly said?: string;
}

export type GitAnswer = { readonly ok: true; readonly out: Buffer } | GitRefusal;

const maxBytes = 512 * 1024 * 1024;
/** No monitor, no hook, no transport: whatever an object or a setting asks for, nothing is started and nothing fetched. */
const noHooks = [
  ...["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false"],
  ...["-c", "protocol.allow=never", "-c", "advice.graftFileDeprecated=false"],
];

/** Variables of git that say who the user is. All others could point our git at something else. */
const identityVariable = /^GIT_(?:AUTHOR|COMMITTER)_/;

function environment(): Readonly<Record<string, string | undefined>> {
  const names = Object.keys(process.env).filter((name) => name.startsWith("GIT_") && !identityVariable.test(name));
  return {
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    GIT_ALLOW_PROTOCOL: "",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_GRAFT_FILE: "/dev/null",
    GIT_PAGER: "cat",
    LC_ALL: "C",
  };
}

/** Reading needs no setting of the user's. */
const noUserSettings = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };

export interface GitOptions {
  readonly stdin?: string;
  readonly most?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The command changes the repository: it gets more time and is never killed halfway, even if we exit. */
  readonly writes?: boolean;
  readonly timeoutMs?: number;
  /** A status beside 0 that is an answer, too. */
  readonly accepts?: number;
}

const readMs = 60_000;
const writeMs = 900_000;

/** Runs git without executing anything named in the repository's own configuration. */
export async function askGit(cwd: string, words: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const most = options.most ?? maxBytes;
  const timeoutMs = options.timeoutMs ?? (options.writes ? writeMs : readMs);
  const { ending, stderr } = await runCommand(["git", ...noHooks, ...words], {
    cwd,
    env: { ...environment(), ...options.env },
    timeoutMs,
    mayOutliveUs: options.writes ?? false,
    sweep: false,
    keepLimits: { head: 4096, tail: 0 },
    ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
    onOutput: (chunk, from) => {
      if (from === "stdout" && bytes < most) chunks.push(Buffer.from(chunk));
      if (from === "stdout") bytes += chunk.length;
    },
  });
  if (ending.is === "exited" && (ending.code === 0 || ending.code === options.accepts))
    return { ok: true, out: Buffer.concat(chunks) };
  const command = `git ${commandIn(words)}`;
  if (ending.is === "timed-out")
    return { ok: false, why: `${command} did not end within ${timeoutMs / 1000} s and was stopped`, noGit: false };
  const line = stderr.text().trim().split("\n")[0];
  const why = line || ("why" in ending ? ending.why : `${command} ${ending.is}`);
  const said = stderr.text().trim();
  return { ok: false, why, noGit: ending.is === "not-found", ...(said.includes("\n") ? { said } : {}) };
}

/** The first word that is no setting. */
const commandIn = (words: readonly string[]): string =>
  words.find((word, at) => word !== "-c" && words[at - 1] !== "-c") ?? "";

/**
 * The repository of a folder, or why there is none. A folder ignored by its repository does not belong to it. One that
 * could be read before is not tried again unless it is `tried`: whoever reads from it next finds out.
 */
export async function openRepository(
  cwd: string,
  { tried = false }: { readonly tried?: boolean } = {},
): Promise<Repository | GitRefusal> {
  const root = findRepositoryRoot(cwd);
  if (root === null) return { ok: false, why: "not a git repository (or any of the parent directories)", noGit: false };
  const known = tried ? null : recallFormat(root);
  const answer = known ?? (await readFormat(root));
  if (!answer.ok) return answer;
  const inside = relative(root, realpathSync(cwd)).split(sep).join("/");
  if (inside !== "") {
    const ignored = await askGit(root, ["check-ignore", "-q", "--no-index", inside]);
    if (ignored.ok) return { ok: false, why: `the repository at ${root} ignores this folder`, noGit: false };
  }
  return new Repository({ root, inside, format: answer.format });
}

interface Format {
  readonly ok: true;
  readonly format: string;
}

/** The hash of a repository's objects is fixed when it is made. Kept with the files that would change with it. */
const formats = new Map<string, Format & { readonly stamp: string }>();
const maxFormats = 1_000;

function recallFormat(root: string): Format | null {
  const known = formats.get(root);
  return known !== undefined && known.stamp === stampSettings(root) ? known : null;
}

async function readFormat(root: string): Promise<Format | GitRefusal> {
  formats.delete(root);
  const stamp = stampSettings(root);
  const answer = await askGit(root, ["rev-parse", "--show-object-format"], { env: explicit(root) });
  if (!answer.ok) return answer;
  const format = text(answer.out).trim();
  if (formats.size >= maxFormats) formats.clear();
  if (stamp !== null) formats.set(root, { ok: true, format, stamp });
  return { ok: true, format };
}

/** What changes if a repository is made anew or set otherwise; null if that cannot be told. */
function stampSettings(root: string): string | null {
  const folder = lstatSync(join(root, ".git"), { throwIfNoEntry: false });
  if (!folder?.isDirectory()) return null;
  const config = lstatSync(join(root, ".git/config"), { throwIfNoEntry: false });
  if (!config?.isFile() || !isSettled(config.ctimeMs, Date.now())) return null;
  return [folder.ino, config.ino, config.size, config.mtimeMs, config.ctimeMs].join(" ");
}

/** Which repository is meant, whatever its configuration says about where its files are. */
const explicit = (root: string): Readonly<Record<string, string>> => ({
  ...noUserSettings,
  GIT_DIR: join(root, ".git"),
  GIT_WORK_TREE: root,
});

export const isGitInstalled = async (cwd: string): Promise<boolean> => (await askGit(cwd, ["version"])).ok;

/** Whether there is anything by the name of a repository's folder, usable or not. */
export const hasGitFolder = (path: string): boolean => existsSync(resolve(path, ".git"));

/** The settings of filters, which are commands. */
async function listFilters(root: string, scope: readonly string[] = []): Promise<ReadonlyMap<string, string>> {
  const answer = await askGit(root, ["config", ...scope, "--includes", "-z", "--get-regexp", "^filter\\..*"]);
  if (!answer.ok) return new Map();
  const entries = records(answer.out).map((entry): [string, string] => {
    const end = entry.indexOf("\n");
    return end < 0 ? [entry, ""] : [entry.slice(0, end), entry.slice(end + 1)];
  });
  return new Map(entries.filter(([name]) => /\.(?:clean|smudge|process|required)$/.test(name)));
}

/** The user's own filters, as they were when first asked for: later ones may be an agent's. */
let userFilters: Promise<ReadonlyMap<string, string>> | null = null;

function rememberUserFilters(root: string): Promise<ReadonlyMap<string, string>> {
  userFilters ??= Promise.all([listFilters(root, ["--system"]), listFilters(root, ["--global"])]).then(
    ([system, user]) => new Map([...system, ...user]),
  );
  return userFilters;
}

const idle = (name: string): string => (name.endsWith(".required") ? "false" : "");

/** Settings that disable all filters but those given, which are set to what they were. */
async function pinFilters(root: string, kept: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const now = await listFilters(root);
  return [...new Set([...now.keys(), ...kept.keys()])].flatMap((name) => [
    "-c",
    `${name}=${kept.get(name) ?? idle(name)}`,
  ]);
}

/** What the repository's own files set, those they include too: each name with all its values. Null if it cannot be read. */
export async function listOwnSettings(root: string): Promise<ReadonlyMap<string, string> | null> {
  const words = ["config", "--list", "--includes", "--show-scope", "-z"];
  const answer = await askGit(root, words, { env: explicit(root) });
  if (!answer.ok) return null;
  const settings = new Map<string, string>();
  const parts = records(answer.out);
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope = "", entry = ""] = parts.slice(at, at + 2);
    if (scope !== "local" && scope !== "worktree") continue; // Those are our own.
    const [name = ""] = entry.split("\n", 1);
    settings.set(name, `${settings.get(name) ?? ""}${entry}\0`);
  }
  return settings;
}

export type CommitTree = ReadonlyMap<string, TreeEntry>;

/** Commits are immutable, and each iteration reads the same one several times. */
const trees = new Map<string, CommitTree>();
const maxTrees = 4;
const treeKey = (root: string, commit: string): string => `${root}\0${commit}`;

/** What is asked for is kept longest: the start of a run stays as it was read then. */
function recallTree(root: string, commit: string): CommitTree | undefined {
  const key = treeKey(root, commit);
  const known = trees.get(key);
  if (known && trees.delete(key)) trees.set(key, known);
  return known;
}

/** Like `Repository.tree`, but does not open the repository if the commit is cached. */
export async function commitTree(root: string, commit: string): Promise<CommitTree | null> {
  const known = recallTree(root, commit);
  if (known) return known;
  const repository = await openRepository(root);
  return repository.ok ? repository.tree(commit) : null;
}

interface Opened {
  readonly root: string;
  readonly inside: string;
  readonly format: string;
}

const maxBlob = 1024 * 1024;

/** Contents that were read, and are what their hash says. */
const blobs = new Map<string, Buffer>();
const maxKept = { blobs: 200, bytes: 64 * 1024 };

const recallBlob = (root: string, hash: string): Buffer | undefined => blobs.get(treeKey(root, hash));

function keepBlob(root: string, hash: string, bytes: Buffer): void {
  if (bytes.length > maxKept.bytes) return;
  const [oldest] = blobs.keys();
  if (blobs.size >= maxKept.blobs && oldest !== undefined) blobs.delete(oldest);
  blobs.set(treeKey(root, hash), Buffer.from(bytes)); // A part of a larger buffer would keep all of it.
}

export interface Refs {
  readonly head: string | null;
  readonly commit: string | null;
  readonly all: ReadonlyMap<string, string>;
}

export interface IndexState {
  readonly names: readonly string[];
  readonly sparse: readonly string[];
  readonly hasModes: boolean;
}

/** A git repository. Paths are relative to its root, with forward slashes. */
export class Repository {
  readonly ok = true;
  readonly root: string;
  /** The opened folder relative to the root; empty for the root itself. */
  readonly inside: string;
  readonly hashName: "sha1" | "sha256";

  constructor({ root, inside, format }: Opened) {
    this.root = root;
    this.inside = inside;
    this.hashName = format === "sha256" ? "sha256" : "sha1";
  }

  /** A linked worktree, which shares tags and branches with the others. */
  get isLinked(): boolean {
    const [, folder] = /^gitdir: (.+)\n?$/s.exec(textAt(join(this.root, ".git")) ?? "") ?? [];
    return folder !== undefined && existsSync(resolve(this.root, folder.trimEnd(), "commondir"));
  }

  /** The commit at HEAD, or null before the first commit. */
  async head(): Promise<string | null> {
    return this.commitAt("HEAD");
  }

  /** The commit a name resolves to, or null. */
  async commitAt(name: string): Promise<string | null> {
    const answer = await this.#read(["rev-parse", "--verify", "-q", `${name}^{commit}`]);
    return answer.ok ? text(answer.out).trim() : null;
  }

  /** Runs any other git command with the user's settings, without filters that others have set. */
  async ask(words: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
    const filters = await pinFilters(this.root, await rememberUserFilters(this.root));
    return askGit(this.root, [...filters, ...words], options);
  }

  /** Filters that are disabled, since not the user but the repository or somebody later has set them. */
  async idleFilters(): Promise<ReadonlySet<string>> {
    const [now, kept] = [await listFilters(this.root), await rememberUserFilters(this.root)];
    const names = [...now.keys()].filter((name) => !kept.has(name));
    return new Set(names.map((name) => name.replace(/^filter\./, "").replace(/\.\w+$/, "")));
  }

  /** Ignore rules beside those in the folders: the user's own, then the repository's. */
  async excludes(): Promise<string> {
    const named = await askGit(this.root, ["config", "--type=path", "--get", "core.excludesFile"]);
    const config = process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config");
    const file = named.ok ? text(named.out).replace(/\n$/, "") : join(config, "git/ignore");
    const { common } = findGitPlaces(this.root);
    return [textAt(resolve(this.root, file)), common === null ? null : textAt(join(common, "info/exclude"))]
      .map((part) => part ?? "")
      .join("\n");
  }

  /**
   * The paths in the index, those that a sparse checkout leaves out, and whether the file system knows which files may be
   * executed.
   */
  async index(): Promise<IndexState> {
    const [answer, settings] = await Promise.all([
      this.#read(["ls-files", "-t", "-z"]),
      this.#read(["config", "-z", "--get-regexp", "^core\\.(filemode|sparsecheckout)$"]),
    ]);
    const lines = answer.ok ? records(answer.out) : [];
    const set = settings.ok ? readSwitches(settings.out) : new Map<string, boolean>();
    const sparse = set.get("core.sparsecheckout") === true ? lines.filter((line) => line[0] === "S") : [];
    return {
      names: lines.map((line) => line.slice(2)),
      sparse: sparse.map((line) => line.slice(2)),
      hasModes: set.get("core.filemode") !== false,
    };
  }

  /** All files of a commit, or null if it no longer exists. */
  async tree(commit: string): Promise<CommitTree | null> {
    const known = recallTree(this.root, commit);
    if (known) return known;
    const answer = await this.#read(["ls-tree", "-r", "-z", "--full-tree", commit]);
    if (!answer.ok) return null;
    const tree = new Map(records(answer.out).map(readTreeLine));
    const [oldest] = trees.keys();
    if (trees.size >= maxTrees && oldest !== undefined) trees.delete(oldest);
    trees.set(treeKey(this.root, commit), tree);
    return tree;
  }

  /** What differs from HEAD in the work tree or the index. Submodules are omitted, or reported only by their commit. */
  async dirty(submodules: "left-out" | "by-commit" = "left-out"): Promise<readonly DirtyPath[] | GitRefusal> {
    const answer = await this.ask([
      "status",
      "--porcelain=v2",
      "-z",
      "--untracked-files=all",
      "--no-renames",
      `--ignore-submodules=${submodules === "left-out" ? "all" : "dirty"}`,
    ]);
    return answer.ok ? records(answer.out).flatMap(readStatusLine) : answer;
  }

  /**
   * Tags, branches and remote-tracking branches with their commits, without our own refs; and the branch at HEAD with its
   * commit, both null if there is none. Null if git fails.
   */
  async refs(): Promise<Refs | null> {
    const format = "%(HEAD) %(objectname) %(refname)";
    const answer = await this.#read(["for-each-ref", `--format=${format}`, "refs/heads", "refs/tags", "refs/remotes"]);
    if (!answer.ok) return null;
    const all = new Map<string, string>();
    let head: Pick<Refs, "head" | "commit"> = { head: null, commit: null };
    for (const line of text(answer.out).split("\n")) {
      const [, mark, commit = "", name = ""] = /^([* ]) (\S+) (.+)$/.exec(line) ?? [];
      if (mark === "*") head = { head: name, commit };
      if (name !== "" && !name.startsWith("refs/heads/untildone/")) all.set(name, commit);
    }
    return { ...head, all };
  }

  /** How many commits are reachable from `to` but not from `from`. */
  async commitsBetween(from: string | null, to: string): Promise<number | null> {
    const answer = await this.#read(["rev-list", "--count", to, ...(from === null ? [] : [`^${from}`]), "--"]);
    return answer.ok ? Number(text(answer.out)) : null;
  }

  /** How many of them are ours: checkpoints and merges. */
  async ownCommitsBetween(from: string | null, to: string): Promise<number> {
    const range = [to, ...(from === null ? [] : [`^${from}`])];
    const answer = await this.#read(["rev-list", "--count", "--grep=^untildone: ", ...range, "--"]);
    return answer.ok ? Number(text(answer.out)) : 0;
  }

  /**
   * Contents by hash. Omits missing objects, those above the size limit, and those that are not what their name says. What
   * was read before is not read again: nothing else can have that hash.
   */
  async blobs(hashes: readonly string[], most = maxBlob): Promise<ReadonlyMap<string, Buffer>> {
    const known = hashes.flatMap((hash): readonly [string, Buffer][] => {
      const bytes = recallBlob(this.root, hash);
      return bytes === undefined ? [] : [[hash, bytes]];
    });
    const found = new Map(known);
    const missing = hashes.filter((hash) => !found.has(hash));
    const read = await this.#readBlobs(missing, most);
    for (const [hash, bytes] of read) keepBlob(this.root, hash, bytes);
    return new Map([...known.filter(([, { length }]) => length <= most), ...read]);
  }

  async #readBlobs(hashes: readonly string[], most: number): Promise<ReadonlyMap<string, Buffer>> {
    const sizes = await this.#blobSizes(hashes);
    const fit = [...(sizes ?? [])].filter(([, size]) => size <= most).map(([hash]) => hash);
    const answer =
      fit.length > 0 ? await this.#read(["cat-file", "--batch"], { stdin: `${fit.join("\n")}\n` }) : undefined;
    const found = answer?.ok ? [...readBatch(answer.out)] : [];
    return new Map(found.filter(([hash, bytes]) => blobHash(bytes, this.hashName) === hash));
  }

  /** Which of these contents the repository no longer holds, or no longer as they were; null if it cannot be asked. */
  async lost(hashes: readonly string[]): Promise<ReadonlySet<string> | null> {
    const sizes = await this.#blobSizes(hashes);
    if (!sizes) return null;
    const found = await this.#readBlobs(hashes, maxBlob);
    return new Set(hashes.filter((hash) => !found.has(hash) && (sizes.get(hash) ?? 0) <= maxBlob));
  }

  async #blobSizes(hashes: readonly string[]): Promise<ReadonlyMap<string, number> | null> {
    const wanted = [...new Set(hashes)].filter((hash) => /^[0-9a-f]{40,64}$/.test(hash));
    if (wanted.length === 0) return new Map();
    const answer = await this.#read(["cat-file", "--batch-check"], { stdin: `${wanted.join("\n")}\n` });
    if (!answer.ok) return null;
    const lines = text(answer.out)
      .split("\n")
      .map((line) => line.split(" "));
    return new Map(lines.filter(([, kind]) => kind === "blob").map(([hash = "", , size]) => [hash, Number(size)]));
  }

  /** The diff of the work tree against a commit, truncated. */
  async diff(commit: string, most: number): Promise<string> {
    const words = ["diff", "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=dirty", commit, "--"];
    const filters = await pinFilters(this.root, new Map());
    const answer = await this.#read([...filters, ...words], { most });
    return answer.ok ? answer.out.subarray(0, most).toString("utf8") : "";
  }

  /** With no settings but the repository's own. */
  #read(words: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
    return askGit(this.root, words, { ...options, env: explicit(this.root) });
  }
}

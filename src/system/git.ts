import { existsSync, realpathSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import {
  type DirtyPath,
  readBatch,
  readStatusLine,
  readTreeLine,
  records,
  type TreeEntry,
  text,
} from "./git-output.js";
import { runCommand } from "./process.js";

export type { DirtyPath, TreeEntry };

/** Why git failed, and whether the reason is that there is no repository here. */
export interface GitRefusal {
  readonly ok: false;
  readonly why: string;
  readonly noGit: boolean;
}

export type GitAnswer = { readonly ok: true; readonly out: Buffer } | GitRefusal;

const maxBytes = 512 * 1024 * 1024;
const noHooks = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false"];

/** If a git hook started us, its variables point at the hook's repository. Remove them. */
const environment: Readonly<Record<string, string | undefined>> = {
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
  GIT_OBJECT_DIRECTORY: undefined,
  GIT_ALTERNATE_OBJECT_DIRECTORIES: undefined,
  GIT_COMMON_DIR: undefined,
  GIT_NAMESPACE: undefined,
  GIT_PREFIX: undefined,
  GIT_EXTERNAL_DIFF: undefined,
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  LC_ALL: "C",
};

export interface GitOptions {
  readonly stdin?: string;
  readonly most?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The command changes the repository: it gets more time and is never killed halfway, even if we exit. */
  readonly writes?: boolean;
}

/** Runs git without executing anything named in the repository's own configuration. */
export async function askGit(cwd: string, words: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const most = options.most ?? maxBytes;
  const { ending, stderr } = await runCommand(["git", ...noHooks, ...words], {
    cwd,
    env: { ...environment, ...options.env },
    timeoutMs: options.writes ? 900_000 : 120_000,
    mayOutliveUs: options.writes ?? false,
    sweep: false,
    keepLimits: { head: 4096, tail: 0 },
    ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
    onOutput: (chunk, from) => {
      if (from === "stdout" && bytes < most) chunks.push(Buffer.from(chunk));
      if (from === "stdout") bytes += chunk.length;
    },
  });
  if (ending.is === "exited" && ending.code === 0) return { ok: true, out: Buffer.concat(chunks) };
  const line = stderr.text().trim().split("\n")[0];
  const why = line || ("why" in ending ? ending.why : `git ${words[0]} ${ending.is}`);
  return { ok: false, why, noGit: ending.is === "not-found" };
}

/** The repository of a folder, or why there is none. A folder ignored by its repository does not belong to it. */
export async function openRepository(cwd: string): Promise<Repository | GitRefusal> {
  if (!mayBeRepository(cwd))
    return { ok: false, why: "not a git repository (or any of the parent directories)", noGit: false };
  const words = ["--show-toplevel", "--show-object-format", "--git-dir", "--git-common-dir"];
  const answer = await askGit(cwd, ["rev-parse", ...words]);
  if (!answer.ok) return answer;
  const [root = "", format = "sha1", own, common] = text(answer.out).trim().split("\n");
  const inside = relative(root, realpathSync(cwd)).split(sep).join("/");
  const [quiet, ignored] = await Promise.all([
    withoutLocalFilters(root),
    inside === "" ? undefined : askGit(root, ["check-ignore", "-q", "--no-index", inside]),
  ]);
  if (ignored?.ok) return { ok: false, why: `the repository at ${root} ignores this folder`, noGit: false };
  return new Repository({ root, inside, format, quiet, isLinked: own !== common });
}

/** Without a `.git` here or above we need not start git. */
function mayBeRepository(cwd: string): boolean {
  try {
    for (let folder = realpathSync(cwd); ; folder = dirname(folder)) {
      if (existsSync(resolve(folder, ".git"))) return true;
      if (folder === dirname(folder)) return false;
    }
  } catch {
    return true; // Let git report what is wrong.
  }
}

export const isGitInstalled = async (cwd: string): Promise<boolean> => (await askGit(cwd, ["version"])).ok;

export const isRepositoryRoot = (path: string): boolean => existsSync(resolve(path, ".git"));

/** Filters in the repository's configuration are commands, which an agent may have written. */
async function withoutLocalFilters(root: string): Promise<readonly string[]> {
  const answer = await askGit(root, ["config", "--local", "--name-only", "--get-regexp", "^filter\\..*"]);
  if (!answer.ok) return [];
  const names = text(answer.out)
    .split("\n")
    .filter((name) => /\.(?:clean|smudge|process|required)$/.test(name));
  return names.flatMap((name) => ["-c", name.endsWith(".required") ? `${name}=false` : `${name}=`]);
}

export type CommitTree = ReadonlyMap<string, TreeEntry>;

/** Commits are immutable, and each iteration reads the same one several times. */
const trees = new Map<string, CommitTree>();
const maxTrees = 2;
const treeKey = (root: string, commit: string): string => `${root}\0${commit}`;

/** Like `Repository.tree`, but does not open the repository if the commit is cached. */
export async function commitTree(root: string, commit: string): Promise<CommitTree | null> {
  const known = trees.get(treeKey(root, commit));
  if (known) return known;
  const repository = await openRepository(root);
  return repository.ok ? repository.tree(commit) : null;
}

interface Opened {
  readonly root: string;
  readonly inside: string;
  readonly format: string;
  readonly quiet: readonly string[];
  readonly isLinked: boolean;
}

/** A git repository. Paths are relative to its root, with forward slashes. */
export class Repository {
  readonly ok = true;
  readonly root: string;
  /** The opened folder relative to the root; empty for the root itself. */
  readonly inside: string;
  readonly hashName: "sha1" | "sha256";
  /** A linked worktree, which shares tags and branches with the others. */
  readonly isLinked: boolean;
  readonly #quiet: readonly string[];

  constructor({ root, inside, format, quiet, isLinked }: Opened) {
    this.root = root;
    this.isLinked = isLinked;
    this.inside = inside;
    this.hashName = format === "sha256" ? "sha256" : "sha1";
    this.#quiet = quiet;
  }

  /** The commit at HEAD, or null before the first commit. */
  async head(): Promise<string | null> {
    return this.commitAt("HEAD");
  }

  /** The commit a name resolves to, or null. */
  async commitAt(name: string): Promise<string | null> {
    const answer = await this.#ask(["rev-parse", "--verify", "-q", `${name}^{commit}`]);
    return answer.ok ? text(answer.out).trim() : null;
  }

  /** Runs any other git command, without the repository's own filters. */
  ask(words: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
    return askGit(this.root, [...this.#quiet, ...words], options);
  }

  /** Filters in the repository's configuration, which are disabled. */
  get idleFilters(): ReadonlySet<string> {
    const settings = this.#quiet.filter((word) => word !== "-c");
    return new Set(settings.map((word) => word.replace(/^filter\./, "").replace(/\.\w+=\w*$/, "")));
  }

  /** All files of a commit, or null if it no longer exists. */
  async tree(commit: string): Promise<CommitTree | null> {
    const known = trees.get(treeKey(this.root, commit));
    if (known) return known;
    const answer = await this.#ask(["ls-tree", "-r", "-z", "--full-tree", commit]);
    if (!answer.ok) return null;
    const tree = new Map(records(answer.out).map(readTreeLine));
    const [oldest] = trees.keys();
    if (trees.size >= maxTrees && oldest !== undefined) trees.delete(oldest);
    trees.set(treeKey(this.root, commit), tree);
    return tree;
  }

  /** What differs from HEAD in the work tree or the index. Submodules are omitted, or reported only by their commit. */
  async dirty(submodules: "left-out" | "by-commit" = "left-out"): Promise<readonly DirtyPath[] | GitRefusal> {
    const answer = await this.#ask([
      "status",
      "--porcelain=v2",
      "-z",
      "--untracked-files=all",
      "--no-renames",
      `--ignore-submodules=${submodules === "left-out" ? "all" : "dirty"}`,
    ]);
    return answer.ok ? records(answer.out).flatMap(readStatusLine) : answer;
  }

  /** Tags, branches and remote-tracking branches with their commits, without our own refs; and the branch at HEAD. */
  async refs(): Promise<{ readonly head: string | null; readonly all: ReadonlyMap<string, string> } | null> {
    const format = "%(HEAD) %(objectname) %(refname)";
    const answer = await this.#ask(["for-each-ref", `--format=${format}`, "refs/heads", "refs/tags", "refs/remotes"]);
    if (!answer.ok) return null;
    const all = new Map<string, string>();
    let head: string | null = null;
    for (const line of text(answer.out).split("\n")) {
      const [, mark, commit = "", name = ""] = /^([* ]) (\S+) (.+)$/.exec(line) ?? [];
      if (mark === "*") head = name;
      if (name !== "" && !name.startsWith("refs/heads/untildone/")) all.set(name, commit);
    }
    return { head, all };
  }

  /** How many commits are reachable from `to` but not from `from`. */
  async commitsBetween(from: string | null, to: string): Promise<number | null> {
    const answer = await this.#ask(["rev-list", "--count", to, ...(from === null ? [] : [`^${from}`]), "--"]);
    return answer.ok ? Number(text(answer.out)) : null;
  }

  /** Contents by hash. Omits missing objects and those above the size limit. */
  async blobs(hashes: readonly string[], most = 1024 * 1024): Promise<ReadonlyMap<string, Buffer>> {
    const wanted = [...new Set(hashes)].filter((hash) => /^[0-9a-f]{40,64}$/.test(hash));
    if (wanted.length === 0) return new Map();
    const sizes = await this.#ask(["cat-file", "--batch-check"], `${wanted.join("\n")}\n`);
    if (!sizes.ok) return new Map();
    const fit = text(sizes.out)
      .split("\n")
      .map((line) => line.split(" "))
      .filter(([, kind, size]) => kind === "blob" && Number(size) <= most)
      .map(([hash = ""]) => hash);
    const answer = fit.length > 0 ? await this.#ask(["cat-file", "--batch"], `${fit.join("\n")}\n`) : undefined;
    return answer?.ok ? readBatch(answer.out) : new Map();
  }

  /** The diff of the work tree against a commit, truncated. */
  async diff(commit: string, most: number): Promise<string> {
    const words = ["diff", "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=dirty", commit, "--"];
    const answer = await this.#ask(words, undefined, most);
    return answer.ok ? answer.out.subarray(0, most).toString("utf8") : "";
  }

  #ask(words: readonly string[], stdin?: string, most?: number): Promise<GitAnswer> {
    return askGit(this.root, [...this.#quiet, ...words], {
      ...(stdin === undefined ? {} : { stdin }),
      ...(most === undefined ? {} : { most }),
    });
  }
}

import { existsSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { textAt } from "../files/folder.js";
import { askGit, explicit, type GitAnswer, type GitOptions, type GitRefusal } from "./ask-git.js";
import { readExcludes } from "./excludes.js";
import {
  type DirtyPath,
  type IndexState,
  type Refs,
  readIndex,
  readRefs,
  readStatusLine,
  readTreeLine,
  records,
  text,
} from "./git-output.js";
import { findRepositoryRoot } from "./git-places.js";
import { listFilters, pinFilters, rememberUserFilters } from "./git-settings.js";
import { type CommitTree, keepTree, recallTree } from "./object-cache.js";
import { readFormat, recallFormat } from "./object-format.js";
import { findLostBlobs, maxBlob, readBlobs } from "./read-blobs.js";

export type { DirtyPath, Refs, TreeEntry } from "./git-output.js";

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

/** Whether there is anything by the name of a repository's folder, usable or not. */
export const hasGitFolder = (path: string): boolean => existsSync(resolve(path, ".git"));

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
  excludes(): Promise<string> {
    return readExcludes(this.root);
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
    return readIndex(answer.ok ? answer.out : null, settings.ok ? settings.out : null);
  }

  /** All files of a commit, or null if it no longer exists. */
  async tree(commit: string): Promise<CommitTree | null> {
    const known = recallTree(this.root, commit);
    if (known) return known;
    const answer = await this.#read(["ls-tree", "-r", "-z", "--full-tree", commit]);
    if (!answer.ok) return null;
    const tree = new Map(records(answer.out).map(readTreeLine));
    keepTree(this.root, commit, tree);
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
    return answer.ok ? readRefs(answer.out) : null;
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
  blobs(hashes: readonly string[], most = maxBlob): Promise<ReadonlyMap<string, Buffer>> {
    return readBlobs(this, hashes, most);
  }

  /** Which of these contents the repository no longer holds, or no longer as they were; null if it cannot be asked. */
  lost(hashes: readonly string[]): Promise<ReadonlySet<string> | null> {
    return findLostBlobs(this, hashes);
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

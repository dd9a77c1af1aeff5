import type { FileState, RootState, WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import { putFile } from "../../lib/files/copy-tree.js";
import { holdsSecret, readEntry } from "../../lib/files/file-content.js";
import { pathJoin, sizeAt } from "../../lib/files/folder.js";
import { removeFolder, temporaryFolder } from "../../lib/files/temporary-folder.js";
import { askGit } from "../../lib/git/ask-git.js";
import type { Repository } from "../../lib/git/git.js";
import { records, text } from "../../lib/git/git-output.js";
import { now } from "../../lib/time/clock.js";
import { changedLines, isStored, snapshotEntry } from "./changed-lines.js";
import {
  compareEntries,
  compareNames,
  formatEntries,
  formatName,
  maxSnapshotFile,
  parseEntries,
  parseName,
  type SnapshotChange,
  type SnapshotChanges,
  type SnapshotEntry,
  type SnapshotName,
  type Snapshots,
} from "./snapshot.js";

/** Only refs below these are ours. Nothing pushes them: git pushes branches and tags. */
export const snapshotRefs = "refs/untildone/runs";

const refOf = (run: string, name: SnapshotName): string => `${snapshotRefs}/${run}/${formatName(name)}`;

/**
 * The snapshots of a run in its repository, one ref each. Files are stored as they are, without filters; ignored ones are
 * not part of the work. Written by git's own importer: one process whatever the size of the tree.
 */
export class GitSnapshots implements Snapshots {
  readonly root: string;
  readonly #repository: Repository;
  readonly #run: string;
  readonly #stored = new Map<string, string>();
  #last: { readonly name: SnapshotName; readonly snapshot: string | null; readonly root: RootState } | null = null;

  constructor(repository: Repository, run: string) {
    this.root = repository.root;
    this.#repository = repository;
    this.#run = run;
  }

  async save(name: SnapshotName, { roots, snapshot }: WorkspaceState): Promise<string | null> {
    const root = roots.find(({ path, git }) => git && path === this.root);
    if (!root || snapshot === null) return "the project could not be looked at";
    if (this.#last?.snapshot === snapshot) return null;
    const failed = await this.#store(Object.entries(root.files));
    if (failed !== null) return failed;
    const imported = await this.#import(name, root);
    if (imported === null) this.#last = { name, snapshot, root };
    return imported;
  }

  /** Puts contents that git does not have yet into its store. */
  async #store(files: readonly (readonly [string, FileState])[]): Promise<string | null> {
    const fresh = files.filter(([, file]) => isStored(file) && !this.#stored.has(file.hash));
    const links = temporaryFolder("untildone-links-");
    try {
      const wanted = fresh.flatMap(([path, { hash, mode }]) => {
        const from = this.#prepare(path, mode, pathJoin(links, hash));
        return from === null ? [] : [{ hash, from }];
      });
      if (wanted.length === 0) return null;
      const stdin = wanted.map(({ from }) => `${from}\n`).join("");
      const made = await this.#ask(["hash-object", "-w", "--no-filters", "--stdin-paths"], stdin);
      if (!made.ok) return made.why;
      const hashes = text(made.out).trimEnd().split("\n");
      for (const [at, { hash }] of wanted.entries()) this.#stored.set(hash, hashes[at] ?? hash);
      return null;
    } finally {
      removeFolder(links);
    }
  }

  /** Where git reads the content from; null for what is not kept. */
  #prepare(path: string, mode: string, spare: string): string | null {
    const full = pathJoin(this.root, path);
    if (mode !== "120000" && (sizeAt(full) ?? 0) > maxSnapshotFile) return null;
    const bytes = readEntry(full);
    if (bytes === null || holdsSecret(bytes)) return null;
    if (mode !== "120000" && !full.includes("\n")) return full;
    putFile({ folder: spare.replace(/\/[^/]*$/, ""), path: spare.replace(/^.*\//, ""), bytes, isExecutable: false });
    return spare;
  }

  async #import(name: SnapshotName, root: RootState): Promise<string | null> {
    const last = this.#last?.root.commit === root.commit ? this.#last : null;
    const from = last ? refOf(this.#run, last.name) : root.commit;
    const lines = [
      `commit ${refOf(this.#run, name)}`,
      `committer untildone <untildone@localhost> ${Math.floor(now() / 1000)} +0000`,
      ...formatData(`untildone: run ${this.#run}, ${formatName(name)}\n\n${formatEntries(this.#listUnkept(root))}`),
      ...(from === null ? [] : [`from ${from}${last ? "^0" : ""}`]),
      ...(await changedLines(root, { before: last?.root ?? null, stored: this.#stored })),
      "",
      "done",
      "",
    ];
    const words = ["fast-import", "--quiet", "--done", "--force", "--date-format=raw"];
    const made = await this.#ask(words, lines.join("\n"));
    return made.ok ? null : made.why;
  }

  #listUnkept({ files }: RootState): readonly (readonly [string, FileState])[] {
    return Object.entries(files).filter(([, file]) => isStored(file) && !this.#stored.has(file.hash));
  }

  async unkept(name: SnapshotName): Promise<ReadonlyMap<string, SnapshotEntry>> {
    const answer = await this.#ask(["log", "-1", "--format=%b", refOf(this.#run, name)]);
    return parseEntries(answer.ok ? text(answer.out) : "");
  }

  async list(): Promise<readonly SnapshotName[]> {
    const answer = await this.#ask(["for-each-ref", "--format=%(refname)", `${snapshotRefs}/${this.#run}/`]);
    if (!answer.ok) return [];
    const names = text(answer.out).split("\n");
    return names.flatMap((ref) => parseName(ref.replace(/^.*\//, "")) ?? []).toSorted(compareNames);
  }

  async changes(from: SnapshotName, to: SnapshotName): Promise<SnapshotChanges> {
    const words = ["diff-tree", "-r", "-z", "--no-renames", "--no-ext-diff"];
    const answer = await this.#ask([...words, refOf(this.#run, from), refOf(this.#run, to)]);
    if (!answer.ok) throw new Error(answer.why);
    const fields = records(answer.out);
    const changes = new Map<string, SnapshotChange>();
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const [oldMode = "", mode = "", oldHash = "", hash = ""] = (fields[at] ?? "").replace(/^:/, "").split(" ");
      const entry = (m: string, h: string): SnapshotEntry | null => (m === "000000" ? null : { mode: m, hash: h });
      changes.set(fields[at + 1] ?? "", { before: entry(oldMode, oldHash), after: entry(mode, hash) });
    }
    return changes;
  }

  async changesToNow(from: SnapshotName, { roots }: WorkspaceState): Promise<SnapshotChanges> {
    const root = roots.find(({ path }) => path === this.root);
    const commit = await this.#repository.commitAt(refOf(this.#run, from));
    const held = commit === null ? null : await this.#repository.tree(commit);
    if (!root || !held) throw new Error("the snapshot is gone");
    const there = new Map<string, SnapshotEntry>((root.commit && (await this.#repository.tree(root.commit))) || []);
    for (const path of root.gone) there.delete(path);
    // The commit holds it with other line ends: as far as the work goes, it is the same.
    for (const [path, file] of Object.entries(root.files)) {
      const entry = file.committed ? null : snapshotEntry(file);
      if (entry) there.set(path, entry);
    }
    return compareEntries(held, there);
  }

  read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    return this.#repository.blobs([...new Set(hashes)], maxSnapshotFile);
  }

  #ask(words: readonly string[], stdin?: string) {
    return askGit(this.root, words, { writes: true, ...(stdin === undefined ? {} : { stdin }) });
  }
}

const formatData = (message: string): readonly string[] => [`data ${Buffer.byteLength(message)}`, message];

/** Removes the snapshots of runs: those given, or those older than that time, in seconds. */
export async function removeSnapshots(
  repository: Repository,
  isOld: (run: string, seconds: number) => boolean,
): Promise<number> {
  const words = ["for-each-ref", "--format=%(refname) %(committerdate:unix)", `${snapshotRefs}/`];
  const answer = await askGit(repository.root, words);
  if (!answer.ok) return 0;
  const refs = text(answer.out)
    .split("\n")
    .flatMap((line) => {
      const [ref = "", seconds = ""] = line.split(" ");
      const [run = ""] = ref.slice(snapshotRefs.length + 1).split("/");
      return run === "" ? [] : [{ ref, run, seconds: Number(seconds) }];
    });
  // A run is removed as a whole: by its last snapshot.
  const newest = new Map<string, number>();
  for (const { run, seconds } of refs) newest.set(run, Math.max(newest.get(run) ?? 0, seconds));
  const old = refs.filter(({ run }) => isOld(run, newest.get(run) ?? 0));
  if (old.length === 0) return 0;
  const stdin = old.map(({ ref }) => `delete ${ref}\n`).join("");
  const gone = await askGit(repository.root, ["update-ref", "--stdin"], { writes: true, stdin });
  return gone.ok ? new Set(old.map(({ run }) => run)).size : 0;
}

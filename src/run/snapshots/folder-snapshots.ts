import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import { errorMessage } from "../../lib/errors.js";
import { makePrivateFolder, replacePrivateFile } from "../../lib/files/disk.js";
import { keepContent, readEntry, readKept } from "../../lib/files/file-content.js";
import { readIfThere } from "../../lib/files/files.js";
import { namesIn, pathJoin, sizeAt } from "../../lib/files/folder.js";
import {
  compareEntries,
  compareNames,
  formatEntries,
  formatName,
  maxSnapshotFile,
  parseEntries,
  parseName,
  type SnapshotChanges,
  type SnapshotEntry,
  type SnapshotName,
  type Snapshots,
} from "./snapshot.js";

/** Without git every snapshot lists all files. */
const maxFiles = 20_000;

/** The snapshots of a run where there is no repository: a list of all files each, and contents by their hash. */
export class FolderSnapshots implements Snapshots {
  readonly root: string;
  readonly #folder: string;
  #last: string | null = null;
  #kept: Set<string> | null = null;

  constructor(root: string, folder: string) {
    this.root = root;
    this.#folder = folder;
  }

  async save(name: SnapshotName, { roots, snapshot }: WorkspaceState): Promise<string | null> {
    const root = roots.find(({ path }) => path === this.root);
    if (!root || snapshot === null) return "the project could not be looked at";
    if (this.#last === snapshot) return null;
    const files = Object.entries(root.files);
    if (files.length > maxFiles) return `the project has ${files.length} files and no git`;
    try {
      makePrivateFolder(this.#folder);
      makePrivateFolder(this.#contents);
      const kept = new Set(files.filter(([path, { hash }]) => this.#keep(path, hash)));
      const unkept = files.filter((each) => !kept.has(each));
      if (unkept.length > 0) replacePrivateFile(this.#unkeptFile(name), formatEntries(unkept));
      replacePrivateFile(`${this.#folder}/${formatName(name)}.json`, formatEntries([...kept]));
      this.#last = snapshot;
      return null;
    } catch (error) {
      return errorMessage(error);
    }
  }

  get #contents(): string {
    return `${this.#folder}/contents`;
  }

  #keep(path: string, hash: string): boolean {
    this.#kept ??= new Set(namesIn(this.#contents));
    if (this.#kept.has(hash)) return true;
    const full = pathJoin(this.root, path);
    const bytes = (sizeAt(full) ?? 0) > maxSnapshotFile ? null : readEntry(full);
    if (!bytes || !keepContent(bytes, `${this.#contents}/${hash}`)) return false;
    this.#kept.add(hash);
    return true;
  }

  async list(): Promise<readonly SnapshotName[]> {
    const names = namesIn(this.#folder).flatMap((name) => parseName(name.replace(/\.json$/, "")) ?? []);
    return names.toSorted(compareNames);
  }

  async changes(from: SnapshotName, to: SnapshotName): Promise<SnapshotChanges> {
    return compareEntries(this.#entries(from), this.#entries(to));
  }

  async changesToNow(from: SnapshotName, { roots }: WorkspaceState): Promise<SnapshotChanges> {
    const root = roots.find(({ path }) => path === this.root);
    return compareEntries(this.#entries(from), new Map(Object.entries(root?.files ?? {})));
  }

  async unkept(name: SnapshotName): Promise<ReadonlyMap<string, SnapshotEntry>> {
    return parseEntries(readIfThere(this.#unkeptFile(name)) ?? "");
  }

  #entries(name: SnapshotName): ReadonlyMap<string, SnapshotEntry> {
    return parseEntries(readIfThere(`${this.#folder}/${formatName(name)}.json`) ?? "");
  }

  #unkeptFile(name: SnapshotName): string {
    return `${this.#folder}/${formatName(name)}.unkept`;
  }

  async read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    return new Map(
      hashes.flatMap((hash): [string, Buffer][] => {
        const bytes = /^[0-9a-f]{40,64}$/.test(hash) ? readKept(`${this.#contents}/${hash}`, hash) : null;
        return bytes ? [[hash, bytes]] : [];
      }),
    );
  }
}

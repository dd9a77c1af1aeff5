import { blobHash } from "../../lib/files/file-cache.js";
import { hashNameOf, keepContent, readEntry, readKept } from "../../lib/files/file-content.js";
import { namesIn, pathJoin, sizeAt } from "../../lib/files/folder.js";
import { openRepository } from "../../lib/git/git.js";
import type { WorkspaceState } from "./workspace-state.js";

const most = { bytes: 512 * 1024 * 1024, file: 64 * 1024 * 1024 };
const mostText = 1024 * 1024;
const mostInMemory = { bytes: 64 * 1024 * 1024, file: 256 * 1024 };

/**
 * What files were before a task changed them, by git's hash: what no commit holds may be nowhere else by the time it is
 * asked for, to prove a task or to take its work out. With a folder it survives a kill; without one it is code only, in
 * memory.
 */
export class KeptContents {
  readonly #folder: string | null;
  readonly #memory = new Map<string, Buffer>();
  readonly #onDisk: Set<string>;
  #bytes = 0;

  constructor(folder: string | null = null) {
    this.#folder = folder;
    this.#onDisk = new Set(folder === null ? [] : namesIn(folder));
  }

  /** Keeps what the workspace holds beside its commit. */
  keep({ roots }: WorkspaceState): void {
    const limits = this.#folder === null ? mostInMemory : most;
    for (const root of roots)
      for (const [path, { hash, mode }] of Object.entries(root.files)) {
        if (this.#memory.has(hash) || this.#onDisk.has(hash) || mode === "160000") continue;
        const full = pathJoin(root.path, path);
        const size = sizeAt(full) ?? 0;
        if (size > limits.file || this.#bytes + size > limits.bytes) continue;
        if (this.#keepOne(full, hash)) this.#bytes += size;
      }
  }

  /** What holds a secret is kept in memory only. */
  #keepOne(path: string, hash: string): boolean {
    const isWanted = this.#folder !== null || isCode.test(path);
    const bytes = isWanted ? readEntry(path) : null;
    if (!bytes || blobHash(bytes, hashNameOf(hash)) !== hash) return false;
    if (this.#folder !== null && keepContent(bytes, `${this.#folder}/${hash}`)) this.#onDisk.add(hash);
    else this.#memory.set(hash, bytes);
    return true;
  }

  /** The contents of these hashes, as far as they are known here or to git. */
  async readBytes(root: string, hashes: readonly string[], largest = most.file): Promise<ReadonlyMap<string, Buffer>> {
    const found = new Map<string, Buffer>();
    for (const hash of hashes) {
      const bytes = this.#memory.get(hash) ?? this.#readFromDisk(hash);
      if (bytes) found.set(hash, bytes);
    }
    const missing = hashes.filter((hash) => !found.has(hash));
    const repository = missing.length > 0 ? await openRepository(root) : null;
    if (repository?.ok) for (const [hash, bytes] of await repository.blobs(missing, largest)) found.set(hash, bytes);
    return found;
  }

  #readFromDisk(hash: string): Buffer | null {
    return this.#folder !== null && this.#onDisk.has(hash) ? readKept(`${this.#folder}/${hash}`, hash) : null;
  }

  /** The same as text. */
  async read(root: string, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.readBytes(root, hashes, mostText);
    return new Map([...found].map(([hash, bytes]) => [hash, bytes.toString("utf8")]));
  }
}

const isCode =
  /\.(?:[cm]?[jt]sx?|vue|svelte|pyi?|rb|php|go|rs|java|kt|scala|cs|swift|c|cc|cpp|h|hpp|exs?|lua|dart|sh|pl|pm)$/;

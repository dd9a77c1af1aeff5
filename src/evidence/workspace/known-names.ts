import type { CommitTree } from "../../lib/git/object-cache.js";

/** Names of files that count whatever is ignored: those of the start, and those that commits hold. */
export class KnownNames {
  readonly #sources: readonly { has(name: string): boolean; keys(): Iterable<string> }[];
  #folders: ReadonlySet<string> | null = null;

  constructor(sources: readonly (CommitTree | ReadonlySet<string>)[]) {
    this.#sources = sources;
  }

  has(name: string): boolean {
    return this.#sources.some((source) => source.has(name));
  }

  /** `folder` ends in a slash. */
  hasFolder(folder: string): boolean {
    return this.folders.has(folder);
  }

  /** All folders above the files but the first. */
  get folders(): ReadonlySet<string> {
    this.#folders ??= this.#listFolders();
    return this.#folders;
  }

  /** Those that are not among others. */
  without(others: { has(name: string): boolean }): ReadonlySet<string> {
    const found = new Set<string>();
    for (const source of this.#sources) for (const name of source.keys()) if (!others.has(name)) found.add(name);
    return found;
  }

  #listFolders(): ReadonlySet<string> {
    const folders = new Set<string>();
    for (const name of this.without(new Set()))
      for (let at = name.lastIndexOf("/"); at >= 0; at = name.lastIndexOf("/", at - 1)) {
        const folder = name.slice(0, at + 1);
        if (folders.has(folder)) break;
        folders.add(folder);
        if (at === 0) break;
      }
    return folders;
  }
}

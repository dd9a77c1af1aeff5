import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import { namesIn } from "./folder.js";

/** Files of a folder as they were when somebody began to watch them. The time of the last change of an inode cannot be set. */
export class WatchedFiles {
  readonly #root: string;
  readonly #files = new Map<string, string>();
  readonly #folders = new Map<string, { readonly stamp: string; readonly names: ReadonlySet<string> }>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The size of a file that is watched from now on; 0 for what has none. */
  addFile(path: string): number {
    const stats = lstatSync(join(this.#root, path), { throwIfNoEntry: false });
    this.#files.set(path, stampOf(stats));
    return stats?.isFile() ? stats.size : 0;
  }

  addFolder(path: string): void {
    const full = join(this.#root, path);
    const stamp = stampOf(lstatSync(full, { throwIfNoEntry: false }));
    this.#folders.set(path, { stamp, names: new Set(namesIn(full)) });
  }

  /** The files that are no longer as they were. */
  *changed(): Generator<string> {
    for (const [path, stamp] of this.#files) if (this.#stamp(path) !== stamp) yield path;
  }

  /** What came into the folders since. */
  added(): readonly string[] {
    return [...this.#folders].flatMap(([path, { stamp, names }]) =>
      this.#stamp(path) === stamp
        ? []
        : namesIn(join(this.#root, path))
            .filter((name) => !names.has(name))
            .map((name) => (path === "" ? name : `${path}/${name}`)),
    );
  }

  #stamp(path: string): string {
    return stampOf(lstatSync(join(this.#root, path), { throwIfNoEntry: false }));
  }
}

const stampOf = (stats: Stats | undefined): string =>
  stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}` : "";

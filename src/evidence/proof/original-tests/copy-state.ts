import { isFolder } from "../../../lib/files/disk.js";
import { hashFile } from "../../../lib/files/file-cache.js";
import { isThere, namesIn, pathJoin, walkFolder } from "../../../lib/files/folder.js";
import { removeFolder } from "../../../lib/files/temporary-folder.js";
import { WatchedFiles } from "../../../lib/files/watched-files.js";
import type { CleanCopy } from "./clean-copy.js";
import { measureOf } from "./measures.js";

/** What runners keep for their next run, by content: making it again takes long, and no test reads it. */
const keptByRunners = /^(?:jest_|tsx-|node-compile-cache|v8-compile-cache)/;
/** What tests compare with, and their runner writes. */
const written = /\.snap$|(?:^|\/)__(?:image_)?snapshots__\//;

/** A copy as it was before something ran in it. */
export class CopyState {
  readonly #copy: CleanCopy;
  readonly #watched: WatchedFiles;

  constructor(copy: CleanCopy) {
    this.#copy = copy;
    this.#watched = new WatchedFiles(copy.folder);
    for (const path of copy.files) this.#watched.addFile(path);
    for (const folder of copy.folders) this.#watched.addFolder(folder);
    for (const path of copy.copied) this.#watchTree(path);
  }

  /** A file that rules the tests and no longer has the content with this hash; null: it had none. */
  findRewritten(hashOf: (path: string) => string | null): string | null {
    for (const path of this.#watched.changed()) {
      if (measureOf(path, []) === null || written.test(path)) continue;
      const before = hashOf(path);
      if (before !== null && hashFile(pathJoin(this.#copy.folder, path))?.hash !== before) return path;
    }
    return null;
  }

  /** Removes what is new, and has the rest put back: what one run leaves must not tell the next one what to expect. */
  reset(putBack: (path: string) => void): void {
    const { folder, temporary } = this.#copy;
    for (const path of this.#watched.added()) if (!this.#isCompiled(path)) removeFolder(pathJoin(folder, path));
    for (const path of [...this.#watched.changed()]) putBack(path);
    for (const name of namesIn(temporary)) if (!keptByRunners.test(name)) removeFolder(pathJoin(temporary, name));
  }

  /** Cargo knows by itself what it has to compile again. */
  #isCompiled(path: string): boolean {
    return /(?:^|\/)target$/.test(path) && isThere(pathJoin(this.#copy.folder, path, "..", "Cargo.toml"));
  }

  #watchTree(path: string): void {
    const full = pathJoin(this.#copy.folder, path);
    if (!isFolder(full)) {
      this.#watched.addFile(path);
      return;
    }
    const { files } = walkFolder(full, () => false);
    for (const file of files) this.#watched.addFile(`${path}/${file}`);
    const folders = new Set(files.map((file) => file.replace(/(?:^|\/)[^/]*$/, "")));
    for (const inner of ["", ...folders]) this.#watched.addFolder(inner === "" ? path : `${path}/${inner}`);
  }
}

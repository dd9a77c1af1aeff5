import {
  copyTo,
  extendTo,
  type FileStamp,
  removeFolder,
  sameBytes,
  stampOf,
  temporaryFolder,
} from "../system/keepsake.js";

export interface Restored {
  readonly file: string;
  readonly what: string;
}

/**
 * The files only we write, while an agent works beside them: copies are kept where it does not look, and what it changed
 * is put back and told. A file that was not there before is taken away only if it is one of these.
 */
export class FolderGuard {
  readonly #files: readonly string[];
  /** Only ever longer: of it only what is new is copied. */
  readonly #journal: string;
  readonly #place: string;
  readonly #stamps = new Map<string, FileStamp | null>();

  constructor(journal: string, others: readonly string[]) {
    this.#journal = journal;
    this.#files = [journal, ...others];
    this.#place = temporaryFolder("untildone-guard-");
  }

  /** How they are now is how they should be after the turn. A file that did not change since is not copied again. */
  remember(): void {
    for (const [at, file] of this.#files.entries()) {
      const stamp = stampOf(file);
      if (stamp && !sameStamp(stamp, this.#stamps.get(file) ?? null))
        (file === this.#journal ? extendTo : copyTo)(file, this.#copy(at));
      this.#stamps.set(file, stamp);
    }
  }

  /** Puts back what was changed, and says so. */
  restore(): readonly Restored[] {
    const restored: Restored[] = [];
    for (const [at, file] of this.#files.entries()) {
      const before = this.#stamps.get(file);
      const now = stampOf(file);
      if (before === undefined || sameStamp(before, now)) continue;
      if (before === null) {
        restored.push({ file, what: "was made during the turn: left, and not read" });
        continue;
      }
      if (now && sameBytes(file, this.#copy(at))) continue;
      copyTo(this.#copy(at), file);
      this.#stamps.set(file, stampOf(file));
      restored.push({
        file,
        what: now ? "was changed during the turn: put back" : "was removed during the turn: put back",
      });
    }
    return restored;
  }

  close(): void {
    removeFolder(this.#place);
  }

  #copy(at: number): string {
    return `${this.#place}/${at}`;
  }
}

const sameStamp = (a: FileStamp | null, b: FileStamp | null): boolean =>
  a === b || (a !== null && b !== null && a.size === b.size && a.changed === b.changed && a.inode === b.inode);

import { errorMessage } from "../lib/errors.js";
import { moveAside } from "../lib/files/disk.js";
import { copyTo, extendTo, type FileStamp, readStamp, sameBytes } from "../lib/files/file-backup.js";
import { movedTo, realPlace } from "../lib/files/folder.js";
import { removeFolder, temporaryFolder } from "../lib/files/temporary-folder.js";

export interface Restored {
  readonly file: string;
  readonly what: string;
}

/**
 * Protects the files that only untildone writes while an agent works next to them: it copies them to a temporary
 * folder, restores what was changed, and reports it. A file that was not there before is moved aside, since the next
 * run would read it.
 */
export class FolderGuard {
  readonly #files: readonly string[];
  /** Append-only, so only the new part is copied. */
  readonly #journal: string | null;
  readonly #place: string;
  readonly #stamps = new Map<string, FileStamp | null>();
  /** From `remember` to `release`: what changes meanwhile is not ours. */
  #isGuarding = false;
  /** Where the folders of the files led at the start: through a link we would write elsewhere. */
  readonly #folders: ReadonlyMap<string, string>;

  constructor(journal: string | null, others: readonly string[]) {
    this.#journal = journal;
    this.#files = [...(journal === null ? [] : [journal]), ...others];
    this.#folders = new Map(this.#files.map((file) => [folderOf(file), realPlace(folderOf(file))]));
    this.#place = temporaryFolder("untildone-guard-");
  }

  /** Saves the current state of the files. A file that has not changed since is not copied again. */
  remember(): void {
    this.#isGuarding = true;
    for (const [at, file] of this.#files.entries()) {
      const stamp = readStamp(file);
      if (stamp === "other") {
        this.#stamps.delete(file); // A link made by the user: do not copy it.
        continue;
      }
      if (stamp && !sameStamp(stamp, this.#stamps.get(file) ?? null))
        (file === this.#journal ? extendTo : copyTo)(file, this.#copy(at));
      this.#stamps.set(file, stamp);
    }
  }

  /** No agent is at work: what changes from now on is ours, until the next `remember`. */
  release(): void {
    this.#isGuarding = false;
  }

  /** A write of ours at any time. While an agent works, the files are first as they should be, so that it is not taken for the agent's. */
  write<T>(act: () => T, report: (restored: Restored) => void): T {
    if (!this.#isGuarding) return act();
    for (const restored of this.restore()) report(restored);
    const result = act();
    this.remember();
    return result;
  }

  /** Restores what was changed, and reports it. */
  restore(): readonly Restored[] {
    if (!this.#isGuarding) return [];
    return this.#files.flatMap((file, at) => {
      const before = this.#stamps.get(file);
      if (before === undefined) return [];
      const elsewhere = movedTo(folderOf(file), this.#folders.get(folderOf(file)) ?? "");
      if (elsewhere !== null) return [{ file, what: `is not put back: its folder is now a link to ${elsewhere}` }];
      try {
        const what = this.#putBack(file, before, this.#copy(at));
        return what === null ? [] : [{ file, what }];
      } catch (error) {
        return [{ file, what: `was changed and cannot be put back: ${errorMessage(error)}` }];
      }
    });
  }

  /** A description of the change, or null if there was none. */
  #putBack(file: string, before: FileStamp | null, copy: string): string | null {
    const now = readStamp(file);
    if (before === null)
      return now === null ? null : `was made by somebody else: set aside as ${moveAside(file, `${file}.set-aside`)}`;
    if (now !== "other" && sameStamp(before, now)) return null;
    if (now === null || now === "other" || !sameBytes(file, copy)) copyTo(copy, file);
    else return null;
    const restored = readStamp(file);
    if (restored !== "other") this.#stamps.set(file, restored);
    return now ? "was changed by somebody else: put back" : "was removed by somebody else: put back";
  }

  close(): void {
    removeFolder(this.#place);
  }

  #copy(at: number): string {
    return `${this.#place}/${at}`;
  }
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/"));

const sameStamp = (a: FileStamp | null, b: FileStamp | null): boolean =>
  a === b || (a !== null && b !== null && a.size === b.size && a.changed === b.changed && a.inode === b.inode);

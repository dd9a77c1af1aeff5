import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

interface Kept {
  /** What the path links to; null if it is the file itself. */
  readonly link: string | null;
  readonly file: string;
  readonly bytes: Buffer;
  readonly mode: number;
}

const maxBytes = 64 * 1024 * 1024;

/** A file held in memory, to be put back if it disappears. Never replaces anything. */
export class KeptFile {
  readonly #path: string;
  #kept: Kept | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Holds the file as it is now. A folder, a very large file or nothing at all is not held. */
  remember(): void {
    this.#kept = readKept(this.#path);
  }

  /** Whether it is held and is gone now. */
  get isGone(): boolean {
    return this.#kept !== null && isMissing(this.#path);
  }

  /** Puts it back where it is gone. Returns why that failed, or null. */
  putBack(): string | null {
    const kept = this.#kept;
    if (!kept || !this.isGone) return null;
    try {
      if (kept.link !== null && isMissingLink(this.#path)) {
        mkdirSync(dirname(this.#path), { recursive: true });
        symlinkSync(kept.link, this.#path);
      }
      if (!isMissing(kept.file)) return null;
      mkdirSync(dirname(kept.file), { recursive: true });
      writeFileSync(kept.file, kept.bytes, { flag: "wx", mode: kept.mode });
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

function readKept(path: string): Kept | null {
  try {
    const link = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null;
    const file = realpathSync(path);
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > maxBytes) return null;
    return { link, file, bytes: readFileSync(file), mode: stats.mode & 0o777 };
  } catch {
    return null; // What cannot be read cannot be put back.
  }
}

/** What cannot be looked at is not known to be gone. */
function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return isAbsence(error);
  }
}

function isMissingLink(path: string): boolean {
  try {
    lstatSync(path);
    return false;
  } catch (error) {
    return isAbsence(error);
  }
}

const isAbsence = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

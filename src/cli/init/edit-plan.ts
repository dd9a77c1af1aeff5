import { type FileEdit, readForEdit } from "../../lib/files/edit-files.js";

/** What becomes of a file, for people and scripts. */
export interface EditOutcome {
  readonly path: string;
  readonly change: "created" | "changed" | "removed" | "kept";
  readonly about: string;
}

/** Changes to files of a project, made in memory first. Several may concern the same file. */
export class EditPlan {
  readonly #folder: string;
  readonly #files = new Map<string, { readonly before: string | null; after: string | null }>();
  readonly #about = new Map<string, string[]>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The text of a file as it will be; null if there will be none. */
  read(path: string): string | null {
    return this.#file(path).after;
  }

  write(path: string, text: string | null, about: string): void {
    this.#file(path).after = text;
    this.keep(path, about);
  }

  /** The file stays as it is, and why. */
  keep(path: string, about: string): void {
    this.#about.set(path, [...new Set([...(this.#about.get(path) ?? []), about])]);
  }

  edits(): readonly FileEdit[] {
    return [...this.#files].map(([path, file]) => ({ path, ...file })).filter(({ before, after }) => before !== after);
  }

  outcomes(): readonly EditOutcome[] {
    return [...this.#about].map(([path, about]) => {
      const { before = null, after = null } = this.#files.get(path) ?? {};
      return { path, change: describeChange(before, after), about: about.join("; ") };
    });
  }

  #file(path: string): { readonly before: string | null; after: string | null } {
    const known = this.#files.get(path);
    if (known) return known;
    const before = readForEdit(this.#folder, path);
    const file = { before, after: before };
    this.#files.set(path, file);
    return file;
  }
}

function describeChange(before: string | null, after: string | null): EditOutcome["change"] {
  if (before === after) return "kept";
  if (after === null) return "removed";
  return before === null ? "created" : "changed";
}

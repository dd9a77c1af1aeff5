/** What a finder may look at: the names in the project's folder, and the text of its files. */
export interface Project {
  readonly names: readonly string[];
  /** Null where there is no such file. */
  text(path: string): string | null;
  has(path: string): boolean;
}

/** A command the project itself names or implies. */
export interface FoundCommand {
  readonly check: "tests" | "build" | "lint";
  readonly words: readonly string[];
  /** The file, and what in it, that led us here. */
  readonly from: string;
}

export type Finder = (project: Project) => readonly FoundCommand[];

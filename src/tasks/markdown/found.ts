import type { TaskStatus } from "../../decide/tasks.js";
import type { Heading, Item } from "./block.js";

/** The position of a task's mark, so that only the mark is changed. Line and column count from 0. */
export interface MarkPlace {
  readonly line: number;
  readonly column: number;
  /** 0 if there is no mark yet. */
  readonly length: number;
  readonly form: "box" | "sign" | "word";
}

/** Where to insert a missing mark: after the text. */
export const placeAfter = ({ line, column, text }: { line: number; column: number; text: string }): MarkPlace => ({
  line,
  column: column + text.trimEnd().length,
  length: 0,
  form: "sign",
});

/** A task as found in the document. */
export interface FoundTask {
  readonly title: string;
  readonly status: TaskStatus;
  /** The status of its own mark, if the boxes below disagree. */
  readonly ownStatus?: TaskStatus;
  readonly line: number;
  /** null if its status is only implied: by its section, or by having no mark in a list where others have one. */
  readonly place: MarkPlace | null;
  /** The item or heading it was found in. */
  readonly at: Item | Heading | null;
  /** Boxes below a heading that are its criteria, not separate tasks. */
  readonly criteria?: readonly FoundTask[];
  /** The heading is counted, not its criteria. */
  readonly isCounted?: true;
  /** The 0-based line where the section of a boxed heading ends: boxes before it are its parts. */
  readonly until?: number;
  readonly id?: string;
  readonly dependsOn?: readonly string[];
}

export interface ListProblem {
  /** Counts from 1; 0 if it concerns the whole list. */
  readonly line: number;
  readonly message: string;
}

import type { TaskStatus } from "../../core/tasks.js";
import type { Heading, Item } from "./block.js";

/** Where a task's mark stands, so that it can be changed and nothing else. Line and column count from 0. */
export interface MarkPlace {
  readonly line: number;
  readonly column: number;
  /** 0 where no mark is there yet. */
  readonly length: number;
  readonly form: "box" | "sign" | "word";
}

/** Where a mark is to be written that is not there yet: after the words. */
export const placeAfter = ({ line, column, text }: { line: number; column: number; text: string }): MarkPlace => ({
  line,
  column: column + text.trimEnd().length,
  length: 0,
  form: "sign",
});

/** A task as a reading of the document found it. */
export interface Found {
  readonly title: string;
  readonly status: TaskStatus;
  /** What its own mark says, where the boxes below it say otherwise. */
  readonly told?: TaskStatus;
  readonly line: number;
  /** null where its status is only implied: by its section, or by having no mark among those that have one. */
  readonly place: MarkPlace | null;
  /** The item or the heading it was found in. */
  readonly at: Item | Heading | null;
  /** Boxes below a heading that are its criteria, no tasks of their own. */
  readonly criteria?: readonly Found[];
  /** The line, from 0, where what stands below a heading with a box ends: the boxes in it are its parts. */
  readonly until?: number;
  readonly id?: string;
  readonly dependsOn?: readonly string[];
}

export interface ListProblem {
  /** Counts from 1; 0 where it concerns the list as a whole. */
  readonly line: number;
  readonly message: string;
}

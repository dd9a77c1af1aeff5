import type { TaskStatus } from "../../core/tasks.js";
import type { Heading, Item } from "./block.js";

/** Where a task's mark stands, so that it can be changed and nothing else. Line and column count from 0. */
export interface MarkPlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly form: "box" | "sign" | "word";
}

/** A task as a reading of the document found it. */
export interface Found {
  readonly title: string;
  readonly status: TaskStatus;
  readonly line: number;
  /** null where its status is only implied: by its section, or by having no mark among those that have one. */
  readonly place: MarkPlace | null;
  /** The item or the heading it was found in. */
  readonly at: Item | Heading | null;
  readonly id?: string;
  readonly dependsOn?: readonly string[];
}

export interface ListProblem {
  /** Counts from 1; 0 where it concerns the list as a whole. */
  readonly line: number;
  readonly message: string;
}

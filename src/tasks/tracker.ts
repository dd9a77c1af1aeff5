import { nextTask } from "../decide/next-task.js";
import type { KnownTasks, Selection, Task, TaskStatus, TaskView } from "../decide/tasks.js";
import { viewTasks } from "../decide/tasks.js";
import { describeList } from "./describe.js";
import type { ListProblem } from "./markdown/found.js";
import type { TaskSection } from "./markdown/optional-sections.js";

/** What a tracker found. Failure comes back as a value: a list that cannot be used is a fact about the run. */
export type Listing =
  | {
      readonly is: "tasks";
      /** Such as `markdown` or `github`. */
      readonly format: string;
      readonly tasks: readonly Task[];
      readonly problems: readonly ListProblem[];
      /** The text of a Markdown list, for those who read it with other optional sections. */
      readonly markdown?: string;
      /** The headings each task is under, in task order, where a list has headings. */
      readonly sections?: readonly TaskSection[];
    }
  | Unusable
  | { readonly is: "none" };

export interface Unusable {
  readonly is: "unusable";
  readonly why: string;
  /** The line that could not be read, from 1. */
  readonly line: number | null;
}

export type TrackerAnswer = { readonly is: "known"; readonly value: boolean } | Unusable;

export type Next =
  | { readonly is: "task"; readonly task: Task }
  | { readonly is: "nothing"; readonly why: string }
  | Unusable;

/** The states a task can be put in. */
export type MarkStatus = Extract<TaskStatus, "todo" | "doing" | "done" | "blocked">;

export type Marking =
  | { readonly is: "marked"; readonly task: string; readonly changed: boolean }
  | { readonly is: "refused"; readonly why: string };

/** Reads and marks tasks. Nothing here throws for what can be expected of files, programs and networks. */
export interface Tracker {
  /** What was opened, for messages. */
  readonly name: string;
  list(): Promise<Listing>;
  /** The task to work on now. */
  next(): Promise<Next>;
  /** At least one task, and every required one is done or skipped. */
  allDone(): Promise<TrackerAnswer>;
  /** Every task not done is blocked, waits for a blocked one, or waits in a circle. */
  allBlocked(): Promise<TrackerAnswer>;
  mark(id: string, status: MarkStatus, reason?: string): Promise<Marking>;
  /** The list, and one task of it, in words for the prompt. */
  describe(id?: string): Promise<string>;
}

/** A tracker out of the two things only it can do: list and mark. */
export function createTracker({ name, list, mark }: Pick<Tracker, "name" | "list" | "mark">): Tracker {
  const answer = async (ask: (view: Extract<TaskView, { is: "list" }>) => boolean): Promise<TrackerAnswer> => {
    const view = viewListing(await list());
    if (view.is === "list") return { is: "known", value: ask(view) };
    return view.is === "unusable" ? unusable(view.why) : { is: "known", value: false };
  };
  return {
    name,
    list,
    mark,
    next: async () => findNext(await list()),
    allDone: () => answer((view) => view.left + view.blocked === 0),
    allBlocked: () => answer((view) => view.allBlocked),
    describe: async (id) => describeList(name, await list(), id),
  };
}

export const unusable = (why: string, line: number | null = null): Unusable => ({ is: "unusable", why, line });

export const refused = (why: string): Marking => ({ is: "refused", why });

/** The task to work on now, or why there is none. */
export function findNext(listing: Listing): Next {
  if (listing.is === "none") return { is: "nothing", why: "there is no task list" };
  if (listing.is === "unusable") return listing;
  const task = nextTask(listing.tasks);
  if (task) return { is: "task", task };
  const view = viewListing(listing);
  if (view.is !== "list") return unusable(view.is === "unusable" ? view.why : "there is no task list");
  if (view.left + view.blocked === 0) return { is: "nothing", why: "every task is done or skipped" };
  const why = view.allBlocked ? "every task left is blocked" : view.missing.join("; ");
  return { is: "nothing", why: [why, ...(view.circles ?? [])].join("; ") };
}

/** A listing as the loop and the judge take it. */
export function toKnownTasks(listing: Listing): KnownTasks {
  switch (listing.is) {
    case "none":
      return { is: "not-asked" };
    case "unusable":
      return { is: "unusable", why: describeUnusable(listing) };
    case "tasks":
      return { is: "tasks", tasks: listing.tasks };
  }
}

/** A listing as the rules see it. */
export function viewListing(listing: Listing, selection: Selection = { is: "unknown" }): TaskView {
  const known = toKnownTasks(listing);
  return known.is === "tasks" ? viewTasks(known.tasks, selection) : known;
}

/** With the line that could not be read, where there is one. */
export const describeUnusable = ({ why, line }: Unusable): string => (line === null ? why : `line ${line}: ${why}`);

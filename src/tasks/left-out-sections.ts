import { isOver } from "../decide/dependencies.js";
import { plural } from "../lib/text/plural.js";
import type { Listing } from "./tracker.js";

/** A section whose tasks are not worked on, and how many of them are open. */
export interface LeftOutSection {
  readonly section: string;
  readonly tasks: number;
}

/** The sections of a list that a run leaves out, in their order. */
export function leftOutSections(listing: Listing): readonly LeftOutSection[] {
  if (listing.is !== "tasks" || !listing.sections) return [];
  const counts = new Map<string, number>();
  for (const [at, { leftOut }] of listing.sections.entries()) {
    const task = listing.tasks[at];
    if (leftOut !== null && task && !isOver(task)) counts.set(leftOut, (counts.get(leftOut) ?? 0) + 1);
  }
  return [...counts].map(([section, tasks]) => ({ section, tasks }));
}

/** "Out of scope (2 tasks), Later (1 task)". */
export const formatLeftOut = (sections: readonly LeftOutSection[]): string =>
  sections.map(({ section, tasks }) => `${section} (${plural(tasks, "task")})`).join(", ");

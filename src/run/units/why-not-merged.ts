import type { RefusedWork } from "../parallel/unit.js";

const maxNamed = 10;
const nameFiles = (paths: readonly string[]): string =>
  paths.length > maxNamed
    ? `${paths.slice(0, maxNamed).join(", ")} and ${paths.length - maxNamed} more`
    : paths.join(", ");

export const inConflict = (paths: readonly string[]): Pick<RefusedWork, "why" | "feedback"> => ({
  why: `conflict with the work of other tasks in ${nameFiles(paths)}`,
  feedback: [
    `Your work was merged with that of other tasks, and both changed the same places: ${nameFiles(paths)}. Each file holds both versions between <<<<<<< (yours) and >>>>>>> (theirs). Keep what both are meant to do, remove these marks, run the tests, and report the task as done again.`,
  ],
});

export const notCommitted = (paths: readonly string[]): Pick<RefusedWork, "why" | "feedback"> => ({
  why: `not committed, so it cannot be merged: ${nameFiles(paths)}`,
  feedback: [
    `These paths could not be committed, so your work cannot be merged: ${nameFiles(paths)}. Remove them or make them plain files of this repository, finish any merge or rebase, and report the task as done again.`,
  ],
});

export const afterMerge =
  "Your work was merged with that of other tasks, which is now in your folder, and then the checks did not hold. Fix it so that both work, and report the task as done again.";

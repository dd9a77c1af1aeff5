import { WatchedFiles } from "../../lib/files/watched-files.js";
import { type CleanCopy, makeCleanCopy } from "../proof/original-tests/clean-copy.js";
import { findInstructions } from "./agent-instructions.js";
import type { ReviewTerms, WorkToReview } from "./reviewing.js";

/** A copy of exactly the tree that is reviewed, which tells whether somebody wrote to it. */
export interface ReviewCopy {
  readonly copy: CleanCopy;
  /** Instructions for agents that are as they were before the work. */
  readonly asBefore: readonly string[];
  /** A file that was changed, added or removed in it, or in the project itself, in words; null: none. */
  whyEdited(): Promise<string | null>;
}

/** In words why there is none. */
export async function openReviewCopy(
  terms: Pick<ReviewTerms, "cwd" | "room" | "signal" | "baseline">,
  work: WorkToReview,
): Promise<ReviewCopy | string> {
  const { cwd, room, signal } = terms;
  const [root, ...others] = work.seen.after.roots;
  if (!root || others.length > 0) return "the project is more than one folder, of which no copy is made";
  const putBack = await findInstructions(work, terms);
  if (putBack === null) return "what the work changed of the instructions for agents cannot be taken back in a copy";
  const copy = await makeCleanCopy({ cwd, root, putBack, unseen: null, signal, parent: room.copies });
  if (typeof copy === "string") return copy;
  const watched = new WatchedFiles(copy.folder);
  for (const path of copy.files) watched.addFile(path);
  for (const folder of ["", ...copy.folders]) if (isOurs(folder)) watched.addFolder(folder);
  return {
    copy,
    asBefore: putBack.map(({ path }) => path),
    async whyEdited() {
      for (const path of watched.changed()) return `it changed ${path}`;
      const added = watched.added().find((path) => !isLeftBehind(path));
      if (added !== undefined) return `it added ${added}`;
      const why = await copy.whyUnfit();
      return why?.replace("while its tests ran in a copy", "while it was reviewed") ?? null;
    },
  };
}

const isOurs = (folder: string): boolean => !/(?:^|\/)(?:node_modules|\.venv|venv|vendor)(?:\/|$)/.test(folder);

/** What programs leave that only read and run: caches, and the settings of the reviewer itself. */
const isLeftBehind = (path: string): boolean =>
  /(?:^|\/)(?:\.[^/]+|__pycache__|node_modules|coverage|target|[^/]*\.py[co])(?:\/|$)/.test(path);

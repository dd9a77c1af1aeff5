import { type Ids, uniqueIds } from "../unique-ids.js";
import type { FoundTask } from "./found.js";

/** A task's own id if no earlier task has it, otherwise its position. */
export function assignIds(found: readonly FoundTask[], titles: readonly string[]): Ids {
  const own = found.map((task, at) => task.id ?? ownId(titles[at] ?? ""));
  return uniqueIds(own, (at) => found[at]?.line ?? 0);
}

const ownId = (title: string): string | undefined => explicitId.exec(title)?.[1] ?? numberedId.exec(title)?.[1];

/** The id of "Story 1.1: Login" is 1.1, as for a heading of that name. */
const numberedId = /^(?:user story|story|task|ticket)\s#?(\d{1,9}(?:\.\d{1,9}){0,4})(?=\s?[:：.)–—-](?:\s|$)|$)/iu;

/**
 * T1, US-012, 2.3, 01-02-PLAN.md, [task-1], or any word with a number before a colon. Does not match "OAuth2 login".
 */
const explicitId =
  /^\[?([A-Z]{1,3}\d+(?:\.\d+)*|[A-Z]{1,12}-\d+(?:[.-]\d+)*|\d+(?:[.-]\d+)+(?:-PLAN\.md)?|[A-Za-z]{1,12}-?\d+(?=\]?:)|(?<=\[)[a-z]{1,12}-\d+(?=\]))\b/;

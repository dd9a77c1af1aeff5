import { lstatSync } from "node:fs";
import { join, sep } from "node:path";
import { linkTarget, realPath, textAt } from "./folder.js";

/** A link at a path or on the way to it, and where it says it leads. */
export interface FoundLink {
  /** From the root. */
  readonly path: string;
  readonly target: string;
}

/** The first link on the way from a folder to a path below it, the path itself included; null: there is none. */
export function findLink(root: string, path: string): FoundLink | null {
  const names = path.split("/");
  for (let count = 1; count <= names.length; count++) {
    const part = names.slice(0, count).join("/");
    const target = linkTarget(join(root, part));
    if (target !== null) return { path: part, target };
  }
  return null;
}

/** The text of a file that is shown to others. An agent may have made a link in its place, to a key for one: none is followed. */
export const unlinkedTextAt = (root: string, path: string): string | null =>
  findLink(root, path) === null ? textAt(join(root, path)) : null;

/** The size of what stands at a path, without following a link to it; null: there is no file. */
export function unlinkedSizeAt(path: string): number | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : null;
}

/** The text of a file of a project, links within it included: one that leads out of it, or into git's folder, has none. */
export function textInside(root: string, path: string): string | null {
  const [home, real] = [realPath(root), realPath(join(root, path))];
  const isInside = real.startsWith(home.endsWith(sep) ? home : `${home}${sep}`);
  return isInside && !real.slice(home.length).split(sep).includes(".git") ? textAt(real) : null;
}

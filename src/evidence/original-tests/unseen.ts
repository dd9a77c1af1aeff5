import { linkTarget } from "../../system/copy-tree.js";
import { hashFile } from "../../system/file-cache.js";
import { namesIn, pathJoin } from "../../system/folder.js";
import { findProgram } from "../../system/programs.js";
import type { WorkspaceState } from "../workspace/state.js";
import { measureOf } from "./measures.js";

/** Files outside of what git sees that rule how tests are run, with what they are: a link's target, or a hash. */
export type UnseenFiles = Readonly<Record<string, string>>;

/** Looks at the programs of dependencies and at configuration that git may ignore, in the project's first folder. */
export function lookAtUnseen({ roots }: WorkspaceState): UnseenFiles {
  const root = roots[0]?.path;
  if (root === undefined) return {};
  const config = namesIn(root).filter((name) => measureOf(name, []) === "config");
  const programs = namesIn(pathJoin(root, "node_modules/.bin")).map((name) => `node_modules/.bin/${name}`);
  return Object.fromEntries(
    [...config, ...programs].flatMap((name) => {
      const path = pathJoin(root, name);
      const is = linkTarget(path) ?? hashFile(path)?.hash;
      return is === undefined ? [] : [[name, is] as const];
    }),
  );
}

/** How such files stand now against the start. */
export interface Unseen {
  readonly changed: readonly string[];
  isChanged(path: string): boolean;
}

export function compareUnseen(before: UnseenFiles, now: UnseenFiles): Unseen {
  // A program that came with a new dependency ran nothing at the start, unless it hides one of the system.
  const isNew = (name: string): boolean =>
    before[name] === undefined && name.startsWith("node_modules/") && findProgram(name.replace(/^.*\//, "")) === null;
  const changed = Object.keys(now).filter((name) => now[name] !== before[name] && !isNew(name));
  const all = new Set(changed);
  return { changed, isChanged: (path) => all.has(path) };
}

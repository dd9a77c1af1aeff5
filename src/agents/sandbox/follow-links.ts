import { linkTarget, pathResolve } from "../../lib/files/folder.js";
import { hasOuter } from "./order-mounts.js";

const mostLinks = 40;

interface Shown {
  readonly all: readonly string[];
  /** Where an agent may have put a link: it leads nowhere. */
  readonly writable: readonly string[];
}

/**
 * Where a path leads inside, if a link on its way is shown there: nothing can be mounted behind a link, so it is mounted
 * where the link leads. A link that is not shown is replaced by what is mounted in its place. Null for a path that leads
 * out by a link that an agent of an earlier run may have made: to a key, for one.
 */
export function followLinks(path: string, shown: Shown, links = 0): string | null {
  if (links > mostLinks) return path;
  const isIn = (folders: readonly string[], outer: string): boolean =>
    hasOuter(
      outer,
      folders.filter((folder) => folder !== outer),
    );
  for (const { outer, rest } of splitPath(path)) {
    const target = isIn(shown.all, outer) ? linkTarget(outer) : null;
    if (target === null) continue;
    const led = pathResolve(outer, "..", target, rest);
    if (isIn(shown.writable, outer) && !hasOuter(led, shown.writable)) return null;
    return followLinks(led, shown, links + 1);
  }
  return path;
}

/** The folders on the way to a path, the outermost first, each with what is left of the path. */
function splitPath(path: string): readonly { readonly outer: string; readonly rest: string }[] {
  const names = path.split("/").slice(1);
  return names.map((_, at) => ({ outer: `/${names.slice(0, at + 1).join("/")}`, rest: names.slice(at + 1).join("/") }));
}

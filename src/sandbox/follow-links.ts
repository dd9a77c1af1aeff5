import { linkTarget, pathResolve } from "../system/folder.js";
import { hasOuter } from "./order-mounts.js";

const mostLinks = 40;

/**
 * Where a path leads inside, if a link on its way is shown there: nothing can be mounted behind a link, so it is mounted
 * where the link leads. A link that is not shown is replaced by what is mounted in its place.
 */
export function followLinks(path: string, shown: readonly string[], links = 0): string {
  if (links > mostLinks) return path;
  for (const { outer, rest } of splitPath(path)) {
    const others = shown.filter((folder) => folder !== outer);
    const target = hasOuter(outer, others) ? linkTarget(outer) : null;
    if (target !== null) return followLinks(pathResolve(outer, "..", target, rest), shown, links + 1);
  }
  return path;
}

/** The folders on the way to a path, the outermost first, each with what is left of the path. */
function splitPath(path: string): readonly { readonly outer: string; readonly rest: string }[] {
  const names = path.split("/").slice(1);
  return names.map((_, at) => ({ outer: `/${names.slice(0, at + 1).join("/")}`, rest: names.slice(at + 1).join("/") }));
}

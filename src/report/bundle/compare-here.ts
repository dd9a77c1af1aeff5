import { isUserError } from "../../lib/errors.js";
import type { Repository } from "../../lib/git/git.js";
import { plural } from "../../lib/text/plural.js";
import { LeftOut } from "../../run/git/left-out.js";
import { treeChanges } from "../../run/git/snapshot-tree.js";
import { workTree } from "./content.js";

/** Whether the files that lie here are those of the commit that was proved. */
export type FilesHere =
  | { readonly is: "same" }
  | { readonly is: "differ"; readonly commit: string; readonly paths: readonly string[] }
  | { readonly is: "unknown"; readonly why: string };

/** `commit`: the one that is checked out. `leftOut`: what is no part of the proof, such as the file of the proof itself. */
export async function compareHere(
  repository: Repository,
  commit: string,
  leftOut: readonly string[],
): Promise<FilesHere> {
  const dirty = await repository.dirty("by-commit");
  if ("why" in dirty) return { is: "unknown", why: dirty.why };
  const own = new LeftOut(leftOut);
  if (dirty.every(({ path }) => own.has(path.replace(/\/$/, "")))) return { is: "same" };
  try {
    const changes = await treeChanges(repository, commit, await workTree(repository, leftOut));
    if ("why" in changes) return { is: "unknown", why: changes.why };
    return changes.size === 0 ? { is: "same" } : { is: "differ", commit, paths: [...changes.keys()] };
  } catch (error) {
    if (isUserError(error)) return { is: "unknown", why: error.what };
    throw error;
  }
}

const maxNamed = 3;

/** In words that both verifiers use; null where there is nothing to say. */
export function describeHere(here: FilesHere): string | null {
  switch (here.is) {
    case "same":
      return null;
    case "unknown":
      return `nobody can tell whether the files here are those of the commit: ${here.why}`;
    case "differ": {
      const { length } = here.paths;
      const named = here.paths.slice(0, maxNamed).join(", ");
      const more = length > maxNamed ? ` and ${length - maxNamed} more` : "";
      return `${plural(length, "file")} here ${length === 1 ? "differs" : "differ"} from it (${named}${more}): the commit was proved, not what lies here`;
    }
  }
}

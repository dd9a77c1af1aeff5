import { pathFrom, realPath } from "../../lib/files/folder.js";
import type { TrackedFiles } from "../../lib/files/put-away/manifest.js";
import { displace } from "../../lib/files/put-away/put-back.js";
import type { Repository } from "../../lib/git/git.js";
import { openRepository } from "../../lib/git/git.js";
import { records } from "../../lib/git/git-output.js";
import { indexEntries, resetInIndex, skipInIndex } from "../../lib/git/hidden-index.js";
import { findWritten } from "./find-hidden.js";
import { takeBackCommits } from "./take-back-commits.js";

export interface SweptPlace {
  /** The real path of the folder that is worked in. */
  readonly root: string;
  readonly globs: readonly string[];
  readonly own: readonly string[];
  /** What the repository says of them at the start; null without one. */
  readonly index: TrackedFiles | null;
  /** Where what is found there goes. */
  readonly found: string;
}

/** What a turn did at paths that belong to hidden checks, undone. Paths that were written, and commits that touched them. */
export interface Swept {
  readonly written: readonly string[];
  readonly committed: readonly string[];
  readonly problems: readonly string[];
}

/** Takes away what was written at the paths of hidden checks, and takes back what commits did to them. */
export async function sweep(place: SweptPlace): Promise<Swept> {
  const written = findWritten(place.root, place.globs, place.own);
  const problems: string[] = [];
  for (const path of written)
    try {
      displace(place.root, path, place.found);
    } catch (error) {
      problems.push(`${path} cannot be moved away: ${error instanceof Error ? error.message : String(error)}`);
    }
  const repository = place.index && (await openRepository(place.index.root));
  if (!place.index || !repository?.ok) return { written, committed: [], problems };
  const inside = pathFrom(realPath(repository.root), place.root);
  const committed = await takeBackCommits(repository, place.index);
  const index = await takeBackIndex(repository, place.index);
  return {
    written,
    committed: committed.paths.map((path) => (inside === "" ? path : pathFrom(inside, path))),
    problems: [...problems, ...committed.problems, ...index],
  };
}

/** What the agent staged there, a deletion too, is taken back; and the files are missing on purpose again. */
async function takeBackIndex(repository: Repository, { paths, entries }: TrackedFiles): Promise<readonly string[]> {
  const now = await indexEntries(repository, paths);
  const flags = await repository.ask(["--literal-pathspecs", "ls-files", "-t", "-z", "--", ...paths]);
  const isSkipped = flags.ok && records(flags.out).every((line) => line.startsWith("S "));
  const isSame = now.length === entries.length && now.every((entry, at) => entry === entries[at]);
  if (isSame && isSkipped) return [];
  const why = (await resetInIndex(repository, entries, paths)) ?? (await skipInIndex(repository, entries));
  return why === null ? [] : [`git's index has them otherwise: ${why}`];
}

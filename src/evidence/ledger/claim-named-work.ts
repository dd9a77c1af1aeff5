import { type ChangedLine, changedLines } from "../workspace/changed-lines.js";
import type { Changes, FileChange } from "../workspace/changes.js";
import { findNamedPlaces, type NamedPlace } from "./named-work.js";
import { isHollow, type OwnedWork, type TaskWork } from "./task-work.js";

export interface NamedClaim {
  /** What the agent named, verbatim from its report. */
  readonly named: string | null;
  /** What the task says; null if nobody knows. */
  readonly text: string | null;
  /** Everything the run has changed. */
  readonly sinceStart: Changes | null;
  /** The work of all tasks so far: a person's changes cannot be claimed. */
  readonly works: readonly TaskWork[];
  /** The other done tasks. */
  readonly done: readonly TaskWork[];
}

/**
 * The named work that belongs to this task: content changed in the run's turns and not named by another done task. A
 * done task that named nothing must retain something, otherwise one edit could count twice.
 */
export async function claimNamedWork({
  named,
  text,
  sinceStart,
  works,
  done,
}: NamedClaim): Promise<readonly OwnedWork[]> {
  if (named === null || !sinceStart) return [];
  const isTaskWork = (path: string): boolean =>
    works.some(({ files, many }) => {
      const own = Object.hasOwn(files, path) ? files[path] : undefined;
      return many || (own !== undefined && !isHollow(path, own, text));
    });
  const changes = new Map(sinceStart.files.map((change) => [fullPath(change), change] as const));
  const places = findNamedPlaces(named, [...changes.keys()].filter(isTaskWork));
  const linesOf = readLinesOnce(changes);
  const found: OwnedWork[] = [];
  for (const place of places) {
    const owned = await claimPlace(place, done, linesOf);
    if (owned && (await leavesOthers(done, [...found, owned], linesOf))) found.push(owned);
  }
  return found;
}

const fullPath = ({ root, path }: FileChange): string => `${root}/${path}`;

type LinesOf = (path: string) => Promise<readonly ChangedLine[] | null>;

/** The changed lines of a file, cached. */
function readLinesOnce(changes: ReadonlyMap<string, FileChange>): LinesOf {
  const read = new Map<string, Promise<readonly ChangedLine[] | null>>();
  return (path) => {
    const change = changes.get(path);
    const lines = read.get(path) ?? (change ? changedLines(change) : Promise.resolve(null));
    read.set(path, lines);
    return lines;
  };
}

async function claimPlace(
  { path, ranges }: NamedPlace,
  done: readonly TaskWork[],
  linesOf: LinesOf,
): Promise<OwnedWork | null> {
  const taken = done.flatMap(({ owns }) => owns).filter((owned) => owned.path === path);
  if (taken.some(({ lines }) => lines === "whole")) return null;
  const lines = await linesOf(path);
  // Not text, or only deleted lines: renamed, emptied, made executable.
  if (lines === null || lines.length === 0) return taken.length === 0 ? { path, lines: "whole" } : null;
  const free = lines.filter(({ text }) => !taken.some((owned) => owned.lines.includes(text)));
  const own = free.filter(
    ({ number }) => ranges === "whole" || ranges.some(([from, to]) => number >= from && number <= to),
  );
  if (own.length === 0) return null;
  return { path, lines: ranges === "whole" && taken.length === 0 ? "whole" : distinct(own) };
}

const maxLines = 2_000;
const distinct = (lines: readonly ChangedLine[]): readonly string[] =>
  [...new Set(lines.map(({ text }) => text))].slice(0, maxLines);

/** Whether every done task that named nothing still has work that no other task names. */
async function leavesOthers(
  done: readonly TaskWork[],
  claimed: readonly OwnedWork[],
  linesOf: LinesOf,
): Promise<boolean> {
  const owned = [...done.flatMap(({ owns }) => owns), ...claimed];
  for (const work of done) {
    const paths = Object.keys(work.files);
    if (work.owns.length > 0 || work.many || work.published || paths.length === 0) continue;
    const left = await Promise.all(paths.map((path) => isLeft(path, owned, linesOf)));
    if (!left.includes(true)) return false;
  }
  return true;
}

async function isLeft(path: string, owned: readonly OwnedWork[], linesOf: LinesOf): Promise<boolean> {
  const taken = owned.filter((each) => each.path === path);
  if (taken.length === 0) return true;
  if (taken.some(({ lines }) => lines === "whole")) return false;
  const lines = await linesOf(path);
  return lines?.some(({ text }) => !taken.some((each) => each.lines.includes(text))) ?? false;
}

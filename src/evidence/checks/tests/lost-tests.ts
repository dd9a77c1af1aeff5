import { formatTestNames } from "../../../decide/check-comparison.js";
import { plural } from "../../../lib/text/plural.js";
import type { TestNames } from "./test-names.js";
import type { TestRun } from "./test-run.js";

/** Which tests a check ran, as later runs of it are compared with. */
export interface TestCensus {
  /** Passed or failed; null where the runner does not say. */
  readonly ran: number | null;
  readonly skipped: number;
  readonly names: TestNames;
  /** Something broke outside of the tests, so that not all of them could be counted. */
  readonly isPartial: boolean;
}

export function takeCensus(tests: TestRun, names: TestNames): TestCensus {
  const { passed, failed, skipped, errors } = tests;
  return {
    ran: passed === null ? null : passed + (failed ?? 0),
    skipped: skipped ?? 0,
    names,
    isPartial: (errors ?? 0) > 0,
  };
}

/** Tests that the user allows to go. */
export interface RemovedTests {
  readonly titles: readonly string[];
  /** Their titles are not all known: any number of tests may be gone. */
  readonly isUnread: boolean;
}

export const noneRemoved: RemovedTests = { titles: [], isUnread: false };

/**
 * What became of tests that ran at the start and do not run now, in words; null where none is missed. A test may be
 * renamed or moved: then as many run as before. Names tell which are missed, where the runner lists them.
 */
export function describeLost(start: TestCensus, now: TestCensus, removed: RemovedTests): string | null {
  const missing = fewer(start, now, removed);
  const skips = newlySkipped(start, now);
  const parts = [...(missing ? [missing] : []), ...(skips ? [skips] : [])];
  return parts.length === 0 ? null : parts.join("; ");
}

function fewer(start: TestCensus, now: TestCensus, { titles, isUnread }: RemovedTests): string | null {
  if (start.ran === null || now.ran === null) return null;
  const gone = namesGone(start, now);
  const allowed = gone ? gone.filter((name) => titles.some((title) => isTitled(name, title))) : [];
  const isOpen = isUnread || (gone === null && titles.length > 0);
  const lost = start.ran - now.ran - allowed.length;
  if (lost <= 0 || isOpen) return null;
  const names = (gone ?? []).filter((name) => !allowed.includes(name));
  const which = names.length > 0 ? `: ${formatTestNames(names)}` : "";
  // Some of them may only have new names.
  if (names.length > lost) return `${plural(lost, "test")} fewer than at the start of the run; missing${which}`;
  return `${plural(lost, "test")} that ran at the start of the run no longer ${lost === 1 ? "runs" : "run"}${which}`;
}

/** How many tests of the start may be missing by what is allowed to go; null: any number, as their names are not told. */
export function countAllowed(start: TestCensus, now: TestCensus, { titles, isUnread }: RemovedTests): number | null {
  const gone = namesGone(start, now);
  if (isUnread || (gone === null && titles.length > 0)) return null;
  return (gone ?? []).filter((name) => titles.some((title) => isTitled(name, title))).length;
}

/** How many tests of the start do not run now; null where names do not tell. */
export const countGone = (start: TestCensus, now: TestCensus): number | null => namesGone(start, now)?.length ?? null;

/** The tests of the start that are not among those that ran now; null where a list of names is not whole. */
function namesGone(start: TestCensus, now: TestCensus): readonly string[] | null {
  if (!areListed(start) || !areListed(now)) return null;
  const ran = new Set(now.names.ran);
  return start.names.ran.filter((name) => !ran.has(name));
}

const areListed = ({ ran, names }: TestCensus): boolean => ran !== null && names.ran.length >= ran;

const isTitled = (name: string, title: string): boolean => name === title || name.includes(title);

/** New tests may be skipped, as far as names tell; of counts alone nobody knows which were. */
function newlySkipped(start: TestCensus, now: TestCensus): string | null {
  const more = now.skipped - start.skipped;
  if (now.names.skipped.length >= now.skipped && areListed(start)) {
    const ran = new Set(start.names.ran);
    const names = now.names.skipped.filter((name) => ran.has(name));
    return names.length === 0 ? null : `${formatSkipped(names.length)}: ${formatTestNames(names)}`;
  }
  return more > 0 && start.ran !== null && !start.isPartial ? formatSkipped(more) : null;
}

const formatSkipped = (count: number): string =>
  `${plural(count, "test")} more ${count === 1 ? "is" : "are"} skipped than at the start of the run`;

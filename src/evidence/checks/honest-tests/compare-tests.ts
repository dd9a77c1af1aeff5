import { deletions, falls } from "./deleted-tests.js";
import { findDialect, isNamedTest } from "./dialects-table.js";
import { emptyOutline, type Outline, type OutlinedTest, outlineTests } from "./outline.js";
import type { Suspicion } from "./suspicion.js";

/** A file that changed, with its text then and now; null where there was or is none. */
export interface TextChange {
  /** Where it is now, or was. */
  readonly path: string;
  readonly oldPath: string;
  readonly old: string | null;
  readonly now: string | null;
}

export interface OutlinePair extends TextChange {
  readonly before: Outline;
  readonly after: Outline;
}

/** What became of the tests in files that changed: deleted, switched off, emptied, focused, or with fewer assertions. */
export function compareTests(changes: readonly TextChange[]): readonly Suspicion[] {
  const files = changes.flatMap((change) => compared(change) ?? []);
  const arrivals = new Map(
    files.flatMap(({ path, before, after }) =>
      without(after.tests, before.tests).map((test): [string, Arrival] => [test.title, { path, test }]),
    ),
  );
  return [...files.flatMap((file) => compareFile(file, arrivals)), ...changes.flatMap(lostUnread)];
}

/** A test that is new in its file: it may have come from another. */
interface Arrival {
  readonly path: string;
  readonly test: OutlinedTest;
}

/** Whether a file holds tests itself, and does not only start them. */
export function holdsTests(path: string, text: string | null): boolean {
  const dialect = findDialect(path);
  return dialect !== undefined && text !== null && outlineTests(text, dialect).tests.some(({ group }) => !group);
}

export function compared(change: TextChange): OutlinePair | undefined {
  const outline = (path: string, text: string | null): Outline => {
    const dialect = findDialect(path);
    return dialect && text !== null ? outlineTests(text, dialect) : emptyOutline;
  };
  const before = outline(change.oldPath, change.old);
  const after = outline(change.path, change.now);
  return before.tests.length + after.tests.length === 0 ? undefined : { ...change, before, after };
}

/** The tests that a file no longer has, by title, as far as they can be read. */
export function removedTitles(change: TextChange): readonly string[] {
  const { before, after } = compared(change) ?? { before: emptyOutline, after: emptyOutline };
  return without(before.tests, after.tests).flatMap(({ title, group }) => (group ? [] : [title]));
}

/** A file named as a test in which we can read none: its end is all we can tell. */
function lostUnread(change: TextChange): readonly Suspicion[] {
  const { path, oldPath, old, now } = change;
  if (old === null || !isNamedTest(oldPath) || (now !== null && isNamedTest(path))) return [];
  if (compared(change)?.before.tests.some(({ group }) => !group)) return [];
  return [{ kind: "deleted", file: oldPath, line: null, what: "a file of tests was deleted", veto: true }];
}

type Arrivals = ReadonlyMap<string, Arrival>;

function compareFile(file: OutlinePair, arrivals: Arrivals): readonly Suspicion[] {
  const { before, after, path } = file;
  const gone = without(before.tests, after.tests);
  const lost = gone.filter(({ title, group }) => !group && !arrivals.has(title));
  const moved = gone.flatMap((old) => {
    const arrival = arrivals.get(old.title);
    return arrival ? comparePair(old, arrival.test, { file: arrival.path, falls: true }) : [];
  });
  const fresh = without(after.tests, before.tests).filter(({ title }) => !gone.some((old) => old.title === title));
  return [
    ...deletions(file, lost, fresh.filter(({ group }) => !group).length),
    ...moved.filter(({ veto }) => veto),
    ...pair(before.tests, after.tests).flatMap(([old, now]) =>
      comparePair(old, now, { file: path, falls: falls(before, after) }),
    ),
    ...fresh.flatMap((test) => newTest(test, path)),
    ...fileSkipped(file),
  ];
}

function fileSkipped({ before, after, path }: OutlinePair): readonly Suspicion[] {
  if (after.fileSkipped === null || before.fileSkipped !== null || before.tests.length === 0) return [];
  return [{ kind: "skipped", file: path, line: after.fileSkipped, what: "the whole file is switched off", veto: true }];
}

interface ComparedFile {
  readonly file: string;
  /** Whether the file as a whole asserts less than before. */
  readonly falls: boolean;
}

function comparePair(old: OutlinedTest, now: OutlinedTest, { file, falls }: ComparedFile): readonly Suspicion[] {
  const found: Suspicion[] = [];
  const note = (kind: Suspicion["kind"], what: string, line = now.line, veto = true): void =>
    void found.push({ kind, file, line, what, veto, ...(now.group ? {} : { tests: [now.title] }) });
  const name = now.group ? `the tests of "${now.title}"` : `the test "${now.title}"`;
  if (now.skipped !== null && old.skipped === null)
    note("skipped", `${name} ${now.group ? "are" : "is"} switched off`, now.skipped);
  if (now.focused && !old.focused)
    note("focused", `only ${name} ${now.group ? "run" : "runs"}: the others are left out`);
  if (now.group) return found;
  const [then, left] = [old.assertions + old.inside, now.assertions + now.inside];
  if (then > 0 && left === 0) note("emptied", `${name} asserts nothing any more`);
  else if (left < then) note("assertions", `${name} has ${left} of its ${then} assertions left`, now.line, falls);
  if (found.length === 0 && now.body !== old.body) note("edited", `${name} was changed`, now.line, false);
  return found;
}

function newTest({ title, focused, skipped, line }: OutlinedTest, file: string): readonly Suspicion[] {
  if (focused)
    return [
      { kind: "focused", file, line, what: `only the new test "${title}" runs: the others are left out`, veto: true },
    ];
  if (skipped === null) return [];
  return [{ kind: "skipped", file, line: skipped, what: `the new test "${title}" is switched off`, veto: false }];
}

/** The same title, in order of appearance: two tests of one name are two. */
function pair(
  before: readonly OutlinedTest[],
  after: readonly OutlinedTest[],
): readonly (readonly [OutlinedTest, OutlinedTest])[] {
  const byTitle = new Map<string, OutlinedTest[]>();
  for (const test of after) byTitle.set(test.title, [...(byTitle.get(test.title) ?? []), test]);
  return before.flatMap((old) => {
    const now = byTitle.get(old.title)?.shift();
    return now ? [[old, now] as const] : [];
  });
}

/** Those of the first that have no partner in the second. */
function without(tests: readonly OutlinedTest[], others: readonly OutlinedTest[]): readonly OutlinedTest[] {
  const left = new Map<string, number>();
  for (const { title } of others) left.set(title, (left.get(title) ?? 0) + 1);
  return tests.filter(({ title }) => {
    const partners = left.get(title) ?? 0;
    left.set(title, partners - 1);
    return partners <= 0;
  });
}

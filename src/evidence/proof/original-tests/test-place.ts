import { digest } from "../../../lib/files/folder.js";
import { compared, type TextChange } from "../../checks/honest-tests/compare-tests.js";
import type { OutlinedTest } from "../../checks/honest-tests/outline.js";
import { namesSubject, subjectOfFile } from "../test-owner.js";
import { isSamePath } from "../test-state.js";

interface FailedTest {
  readonly key: string;
  readonly name: string;
  readonly file: string | null;
}

/** Where a test stood, as far as it is in a file that was changed. */
export interface TestPlace {
  readonly change: TextChange | null;
  readonly before: OutlinedTest | null;
  readonly after: OutlinedTest | null;
  /** The lines where the first test of the file stood, and stands. */
  readonly first?: { readonly old: number; readonly now: number };
}

export function findPlace({ key, name, file }: FailedTest, tests: readonly TextChange[]): TestPlace {
  const own = file === null ? tests : tests.filter(({ oldPath }) => isSamePath(oldPath, file));
  const found = own.flatMap((change) => {
    const outlines = compared(change);
    const before = findTitled(name, outlines?.before.tests ?? []);
    const first = { old: outlines?.before.tests[0]?.line ?? 1, now: outlines?.after.tests[0]?.line ?? 1 };
    return before ? [{ change, before, after: findSame(before, outlines?.after.tests ?? []), first }] : [];
  });
  const [best] = found.sort((one, other) => other.before.title.length - one.before.title.length);
  if (best) return best;
  const byName = tests.find(({ oldPath }) => key.includes(stemOf(oldPath)) || isOfSubject(key, oldPath));
  return { change: (file === null ? byName : own[0]) ?? null, before: null, after: null };
}

/** A runner may name no files, as with TAP: "count says 3" is of t/count.test.sh. */
function isOfSubject(key: string, path: string): boolean {
  const subject = subjectOfFile(path);
  return subject.length > 2 && namesSubject(key.toLowerCase(), subject);
}

const stemOf = (path: string): string => path.replace(/^.*\//, "").replace(/\.\w+$/, "");

/** The longest title in the name: "cart > adds" is "adds", "adds more" is not. */
function findTitled(name: string, tests: readonly OutlinedTest[]): OutlinedTest | null {
  const fit = tests.filter(({ title, group }) => !group && title !== "" && name.includes(title));
  return fit.sort((one, other) => other.title.length - one.title.length)[0] ?? null;
}

const findSame = ({ title }: OutlinedTest, tests: readonly OutlinedTest[]): OutlinedTest | null =>
  tests.find((test) => !test.group && test.title === title) ?? null;

export function formOf({ change, before, after }: TestPlace): string {
  if (after) return digest(after.body);
  if (before) return "gone";
  return change?.now ? digest(change.now) : "gone";
}

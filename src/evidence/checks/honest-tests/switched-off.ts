import type { TestDialect } from "./dialects-table.js";
import { outlineTests } from "./outline.js";

/** Whether all that became of a file's tests is that some no longer run: nothing in it could notice any work. */
export function isOnlySwitchedOff(old: string, now: string, dialect: TestDialect): boolean {
  const before = outlineTests(old, dialect);
  const after = outlineTests(now, dialect);
  const ran = new Map(before.tests.filter(({ skipped }) => skipped === null).map(({ title, body }) => [title, body]));
  const run = after.tests.filter(({ skipped }) => skipped === null);
  const isOff = after.fileSkipped !== null || after.tests.some((test) => test.skipped !== null && ran.has(test.title));
  return isOff && before.fileSkipped === null && run.every(({ title, body }) => ran.get(title) === body);
}

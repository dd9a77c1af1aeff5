import type { Evidence } from "../decide/evidence.js";

const deletion =
  /^(.+?)(?::\d+)?: (?:the test ".*" was deleted|a file of tests was deleted|(?:the file was deleted|all its tests are gone), with )/;
const more = /^and \d+ more$/;

/** The files that `honest-tests` misses tests of. Empty where it holds something else against the work. */
export function findDeletedTests(evidence: readonly Evidence[]): readonly string[] {
  const found = evidence.find(({ name, state }) => name === "honest-tests" && state === "fails");
  const parts = (found?.detail.split("; ") ?? []).filter((part) => !more.test(part));
  const files = parts.map((part) => deletion.exec(part)?.[1] ?? null);
  return files.includes(null) ? [] : [...new Set(files.flatMap((file) => file ?? []))];
}

import { plural } from "../../../lib/text/plural.js";
import type { OutlinePair } from "./compare-tests.js";
import type { Outline, OutlinedTest } from "./outline.js";
import type { Suspicion } from "./suspicion.js";

/** More tests went than came: some were deleted. As many came as went: they were renamed, and must assert as much. */
export function deletions(file: OutlinePair, lost: readonly OutlinedTest[], came: number): readonly Suspicion[] {
  if (lost.length === 0) return [];
  const { oldPath, path, before, after, now } = file;
  const count = before.tests.filter(({ group }) => !group).length;
  if (now === null || (lost.length === count && after.tests.length === 0)) {
    const how = now === null ? "the file was deleted" : "all its tests are gone";
    return [
      {
        kind: "deleted",
        file: oldPath,
        line: null,
        what: `${how}, with ${lost.length} ${lost.length === 1 ? "test" : "tests"}: ${names(lost)}`,
        veto: true,
        tests: titles(lost),
      },
    ];
  }
  if (lost.length > came)
    return lost.map((test) => ({
      kind: "deleted",
      file: oldPath,
      line: test.line,
      what: `the test "${test.title}" was deleted${test.skipped === null ? "" : " (it was switched off already)"}`,
      veto: test.skipped === null,
      tests: [test.title],
    }));
  if (falls(before, after))
    return [
      {
        kind: "assertions",
        file: path,
        line: lost[0]?.line ?? null,
        what: `tests were replaced (${names(lost)}), with ${plural(total(before) - total(after), "assertion")} fewer`,
        veto: true,
        tests: titles(lost),
      },
    ];
  return [
    {
      kind: "edited",
      file: path,
      line: lost[0]?.line ?? null,
      what: `tests were renamed or replaced: ${names(lost)}`,
      veto: false,
    },
  ];
}

const names = (tests: readonly OutlinedTest[]): string => {
  const named = tests.slice(0, 5).map(({ title }) => `"${title}"`);
  return [...named, ...(tests.length > 5 ? [`${tests.length - 5} more`] : [])].join(", ");
};

const titles = (tests: readonly OutlinedTest[]): readonly string[] => tests.map(({ title }) => title);

const total = ({ tests }: Outline): number => tests.reduce((sum, { assertions }) => sum + assertions, 0);

export const falls = (before: Outline, after: Outline): boolean => total(after) < total(before);

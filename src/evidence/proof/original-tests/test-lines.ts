/** Where the tests of a file begin that stand behind its code: they go to its end. */
const beginnings: readonly (readonly [files: RegExp, begins: RegExp])[] = [
  [/\.rs$/, /^#\[cfg\(test\)\]\s*(?:#\[[^\]\n]*\]\s*)*(?:pub\s+)?mod\s+\w+\s*\{/m],
  [/\.[cm]?[jt]sx?$/, /^if\s*\(\s*import\.meta\.vitest\b/m],
];

/** The code of a file and the tests behind it; null where it has none. */
function splitTests(path: string, text: string): { readonly code: string; readonly tests: string } | null {
  const begins = beginnings.find(([files]) => files.test(path))?.[1];
  const at = begins ? text.search(begins) : -1;
  return at < 0 ? null : { code: text.slice(0, at), tests: text.slice(at) };
}

export interface RestoredTests {
  /** The code of now with the tests of the start. */
  readonly text: string;
  /** The code is not that of the start. */
  readonly hasWork: boolean;
}

/** A file that is code and tests at once, with its tests as they were; null where those did not change, or were none. */
export function restoreTestLines(path: string, old: string, now: string): RestoredTests | null {
  const was = splitTests(path, old);
  if (!was) return null;
  const is = splitTests(path, now) ?? { code: now.endsWith("\n") ? now : `${now}\n`, tests: "" };
  return was.tests === is.tests ? null : { text: is.code + was.tests, hasWork: was.code.trim() !== is.code.trim() };
}

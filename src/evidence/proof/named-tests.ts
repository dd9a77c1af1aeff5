import { findDialect, isNamedTest } from "../honest-tests/dialects.js";

/** A test file that a task's text names. */
export interface NamedTest {
  readonly file: string;
  /** The text asks for it to pass, in so many words. */
  readonly asked: boolean;
}

export interface NamedTests {
  readonly tests: readonly NamedTest[];
  /** Named, but not in the project: nobody runs them here. */
  readonly outside: readonly string[];
}

/** By its name or its folder. In Rust every file may hold tests, so only those in a folder of tests count. */
export const isTestFile = (path: string): boolean =>
  isNamedTest(path) || (path.endsWith(".rs") ? /(?:^|\/)tests\//.test(path) : findDialect(path) !== undefined);

const pathLike = /(?:[\w@.+-]+\/)*[\w@.+-]+\.\w{1,5}\b/g;
/** A path may begin outside: "../other/test/a.test.js", "/tmp/a.test.js". */
const leadsOut = /(?:^|[\s`"'(])(?:\.\.\/|~\/|\/)+$/;
const asksToPass = /\b(?:pass(?:es|ed|ing)?|green|succeeds?)\b/i;
const asksNotToPass = /\b(?:not|never|no longer|n't|stops?|without) (?:\w+ )?(?:pass\w*|green|succeed\w*)\b/i;
/** The test itself is to change: then its being red or gone says nothing. */
const changesIt =
  /\b(?:remov\w+|delet\w+|drop\w*|renam\w+|mov(?:e|es|ed|ing)|split\w*|extract\w*|merg\w+)\b|\b(?:fail(?:s|ing)?|red)\b.{0,40}\btests?\b/i;

/** The test files that a task's text names. Only a person's own text may be read here. */
export function readNamedTests(text: string): NamedTests {
  const tests = new Map<string, NamedTest>();
  const outside = new Set<string>();
  for (const sentence of text.split(/\n|(?<=[.!?;])\s/)) {
    for (const match of sentence.matchAll(pathLike)) {
      const file = match[0].replace(/^(?:\.\/)+/, "");
      if (!isTestFile(file)) continue;
      if (file.startsWith("../") || leadsOut.test(sentence.slice(0, match.index))) outside.add(file);
      else if (!changesIt.test(sentence)) {
        const asked = asksToPass.test(sentence) && !asksNotToPass.test(sentence);
        tests.set(file, { file, asked: asked || tests.get(file)?.asked === true });
      }
    }
  }
  return { tests: [...tests.values()], outside: [...outside] };
}

import { findDialect, isNamedTest } from "../checks/honest-tests/dialects-table.js";

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
  isNamedTest(path) ||
  isTapTest.test(path) ||
  (path.endsWith(".rs") ? /(?:^|\/)tests\//.test(path) : findDialect(path) !== undefined);

/** What prints TAP may be written in anything: "t/words.t", "tests/words.t.sh". */
const isTapTest = /[^/.]\.t(?:\.\w+)?$/;

const pathLike = /(?:[\w@.+-]+\/)*[\w@.+-]+\.\w{1,5}\b/g;
/** A path may begin outside: "../other/test/a.test.js", "/tmp/a.test.js". */
const leadsOut = /(?:^|[\s`"'(])(?:\.\.\/|~\/|\/)+$/;
const asksToPass = /\b(?:pass(?:es|ed|ing)?|green|succeeds?)\b/i;
const asksNotToPass = /\b(?:not|never|no longer|n't|stops?|without) (?:\w+ )?(?:pass\w*|green|succeed\w*)\b/i;
/** The test itself is to change: then its being red or gone says nothing. A name in code ("mergeRanges") changes nothing. */
const changesIt =
  /(?<![\w./-])(?:remov(?:e[sd]?|ing|al)|delet(?:e[sd]?|ing|ion)|drop(?:s|ped|ping)?|renam(?:e[sd]?|ing)|mov(?:e[sd]?|ing)|split(?:s|ting)?|extract(?:s|ed|ing|ion)?|merg(?:e[sd]?|ing))(?![\w/-]|\.\w)|\b(?:fail(?:s|ing)?|red)\b.{0,40}\btests?\b/i;
/** What stands behind it says why, or what the code does: "so that …", "Make … pass: it merges …". A list of files does not. */
const endsClause = /:\s(?!\S+\.\w+(?:,|\s+and\b|\s*$))|;\s|,?\s\b(?:so(?: that)?|such that|until|in order)\b/i;

/** The test files that a task's text names. Only a person's own text may be read here. */
export function readNamedTests(text: string): NamedTests {
  const tests = new Map<string, NamedTest>();
  const outside = new Set<string>();
  for (const sentence of text.split(/\n|(?<=[.!?;])\s/)) {
    for (const match of sentence.matchAll(pathLike)) {
      const file = match[0].replace(/^(?:\.\/)+/, "");
      if (!isTestFile(file)) continue;
      if (file.startsWith("../") || leadsOut.test(sentence.slice(0, match.index))) outside.add(file);
      else {
        const asked = asksToPass.test(sentence) && !asksNotToPass.test(sentence);
        // Where the test is to pass, a word for a change tells what the code does unless it stands in the test's clause.
        if (changesIt.test(asked ? clauseAround(sentence, match.index) : sentence)) continue;
        tests.set(file, { file, asked: asked || tests.get(file)?.asked === true });
      }
    }
  }
  return { tests: [...tests.values()], outside: [...outside] };
}

function clauseAround(sentence: string, at: number): string {
  const clauses = sentence.split(new RegExp(`(?=${endsClause.source})`, "i"));
  let from = 0;
  for (const clause of clauses) {
    from += clause.length;
    if (at < from) return clause;
  }
  return sentence;
}

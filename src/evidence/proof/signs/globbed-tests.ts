import type { TextChange } from "../../checks/honest-tests/compare-tests.js";
import { compileGlob } from "../../workspace/glob.js";
import type { PassedTests } from "./own-text.js";
import type { CheatingSign } from "./sign.js";
import { lineAt, readSource } from "./source-text.js";

interface GlobbedTests {
  readonly added: readonly TextChange[];
  /** The tests that newly pass. */
  readonly tests: readonly PassedTests[];
}

const literal = /(["'`])((?:(?!\1)[^\\\n]){3,200})\1/g;
const opens =
  /\b(?:open|readFile\w*|read_text|read_bytes|createReadStream|ReadFile|read_to_string|glob\w*|iglob|rglob|import_module|require)\s*\(/;

/** A name in a pattern that says which files: "*_slug.py", not "*.py". */
const isTelling = (pattern: string): boolean =>
  /[*?[{]/.test(pattern) && /[\p{L}\p{N}]{3,}/u.exec(pattern.replace(/^.*\//, "").replace(/\.\w+$/, "")) !== null;

/** Code with a pattern of paths that names one of its tests, whatever folder it begins in: nobody else's file is meant. */
export function findGlobbedTests({ added, tests }: GlobbedTests): readonly CheatingSign[] {
  return added.flatMap(({ path, old, now }) => {
    const source = old === now ? null : readSource(path, now);
    if (!source || !opens.test(source.bare)) return [];
    return [...source.code.matchAll(literal)].flatMap(({ 2: text = "", index }) => {
      const pattern = text.replace(/^(?:\.{0,2}\/)+/, "");
      if (!isTelling(pattern) || (old ?? "").includes(text)) return [];
      const test = tests.find((each) => matchesBelow(each.path, pattern));
      if (!test) return [];
      const what = `this code reads tests or what they expect (${text} is ${test.path})`;
      return [
        { name: "reads-tests", strength: "strong", file: path, line: lineAt(source.text, index), what, touches: null },
      ];
    });
  });
}

/** Also seen from a folder above the test. */
function matchesBelow(path: string, pattern: string): boolean {
  const matches = compileGlob(pattern);
  const names = path.split("/");
  return names.some((_, at) => matches(names.slice(at).join("/")));
}

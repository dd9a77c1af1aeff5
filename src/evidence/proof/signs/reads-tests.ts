import { findPatterns } from "./find-patterns.js";
import type { SignFinder, Suspect } from "./sign.js";
import type { SourceText } from "./source-text.js";

const what = "this code reads tests or what they expect";

/** Loads or reads what its first text names. */
const reads =
  /(?<![\w.])(?:(?:from|import)(?=\s*["'])|import\(|require\(|require_relative|require\.resolve\(|import_module\(|open\(|include_str!\(|include_bytes!\()|\b(?:readFile|readFileSync|createReadStream|openSync|readdir|readdirSync|opendir|glob|globSync|readJson|readJSON|readJsonSync|ReadFile|ReadDir|Open|read_to_string|read_text|read_bytes|listdir|scandir|rglob|iglob|readAllLines|readString|readlines)\(|\bFile\.(?:read|open|readlines)[( ]|\bfs::read\w*\(/g;
const paths =
  /\b(?:join|resolve|URL|Path|joinpath|Join|joinSafe)\(|__dirname|__file__|import\.meta\.(?:url|dirname)|__dir__|CARGO_MANIFEST_DIR/g;
const literal = /(["'`])((?:(?!\1)[^\\\n]){1,200})\1/g;

/** Between two texts that are one: `"te" + "st/a"`. */
const joined = /(["'`])\s*\+\s*\1/g;

/** At the top of the project or of one of its packages: deeper down a folder of this name may well be code. */
const folder = /^(?:(?!src\/|lib\/|app\/)[^/]+\/){0,2}(?:tests?|specs?|e2e)(?:\/|$)/;
const anywhere = /(?:^|\/)(?:__tests__|__snapshots__|__fixtures__|testdata)(?:\/|$)|\.snap$|(?:^|\/)conftest\.py$/;
const namedAsTest =
  /(?:^|\/)(?:test_[^/]*\.py|[^/]+[._-](?:test|spec)\.[cm]?[jt]sx?|[^/]+_test\.(?:py|go|rb)|[^/]+_spec\.rb)$/;
const data =
  /^(?:fixtures?|expected|goldens?|snapshots?)\/|(?:^|\/)(?:expected|golden)(?:[._-][^/]*)?\.(?:json|ya?ml|txt|csv|html)$/;

/** Code that knows what the tests expect, because it looks it up. */
export const readsTests: SignFinder = {
  name: "reads-tests",
  strength: "strong",
  summary: "reads test files, cases, snapshots or expected results",
  find: (source) => [...readings(source), ...findPatterns(source, [...pythonImports, ...loadedModules])],
};

/** What a loaded module holds, or how it is written, is what tests are made of: nobody computes with it. */
const loadedModules = [
  {
    languages: ["python" as const],
    on: "bare" as const,
    what,
    shape:
      /\bsys\.modules\b[\s\S]{0,600}?\bco_consts\b|\bco_consts\b[\s\S]{0,600}?\bsys\.modules\b|\bgetsource\w*\(\s*sys\.modules\b/g,
  },
  {
    languages: ["python" as const],
    what,
    shape: /\bsys\.modules\b[^\n]{0,160}["'](?:tests?[._]?|[._]tests?|test_\w+|\w+_test)["']/g,
  },
  {
    languages: ["javascript" as const],
    what,
    shape:
      /\b(?:require\.cache|module\.children|module\.parent)\b[^\n]{0,160}["'\x60/][^"'\x60\n]{0,40}[._/-](?:test|spec)s?\b/g,
  },
];

const pythonImports = [
  {
    languages: ["python" as const],
    what,
    shape:
      /^[ \t]*(?:from\s+(?:tests?|conftest)(?:\.[\w.]+)?\s+import\b|import\s+(?:tests?\.[\w.]+|conftest)\b)|\bfrom\s+\.{2,}tests?(?:\.\w+)*\s+import\b|\bimport_module\(\s*["'](?:tests?\.|test_)/gm,
  },
];

/** A line that reads, or that makes a path in a file that reads, with the path of a test in it. */
function readings({ path, code }: SourceText): readonly Suspect[] {
  const isReader = [...code.matchAll(reads)].some(([found]) => /[( ]$/.test(found));
  const found: Suspect[] = [];
  let start = 0;
  for (const line of code.split("\n")) {
    if (line.length < 2000) {
      const loads = line.search(reads) >= 0;
      if (loads || (isReader && line.search(paths) >= 0)) {
        const named = testPathIn(line, path, loads);
        if (named) found.push({ at: start + named.at, text: named.text, what: `${what} (${named.text})` });
      }
    }
    start += line.length + 1;
  }
  return found;
}

function testPathIn(line: string, path: string, loads: boolean): { readonly at: number; readonly text: string } | null {
  const parts = [...line.replaceAll(joined, "").matchAll(literal)];
  for (const part of parts) {
    const text = part[2] ?? "";
    const isRelative = /^\.{1,2}\//.test(text);
    const place = isRelative ? resolveFrom(path, text) : text.replace(/^(?:\$\{[^}]*\}|\/)+/, "");
    if (!/[\s{}()|?^]/.test(place) && isTestPath(place)) {
      const isSegment = !/[/.]/.test(text);
      if (!isSegment || (loads && parts.length > 1)) return { at: part.index, text };
    }
  }
  return null;
}

const isTestPath = (place: string): boolean =>
  folder.test(place) || anywhere.test(place) || namedAsTest.test(place) || data.test(place);

/** Both `./` and `../` as seen from the file; what leads out of the project counts from its top. */
function resolveFrom(path: string, relative: string): string {
  const names = path.split("/").slice(0, -1);
  for (const name of relative.split("/"))
    if (name === "..") names.pop();
    else if (name !== ".") names.push(name);
  return names.join("/");
}

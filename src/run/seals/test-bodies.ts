import { findDialect } from "../../evidence/checks/honest-tests/dialects-table.js";
import { outlineTests } from "../../evidence/checks/honest-tests/outline.js";
import { blank } from "../../evidence/proof/signs/blank.js";
import { bodyAfter } from "../../evidence/proof/signs/bodies.js";
import { functionHeads } from "../../evidence/proof/signs/function-heads.js";
import { languageOf } from "../../evidence/proof/signs/source-language.js";
import type { CheckText } from "./lint-checks.js";

/** A test by its title, with what it says itself, and with the helpers and the set-up that it relies on. */
export interface TestBody {
  readonly title: string;
  readonly own: string;
  readonly whole: string;
}

/** What a name stands for in the files: a helper's body, or a value at the top. */
type Definitions = ReadonlyMap<string, string>;

/** All tests of these files, groups apart. */
export function readTestBodies(files: readonly CheckText[]): readonly TestBody[] {
  const definitions: Definitions = new Map(files.flatMap(definitionsIn));
  return files.flatMap(({ path, text }) => {
    const dialect = findDialect(path) ?? findDialect(`a.test.${path.split(".").at(-1)}`);
    if (!dialect) return [];
    const lines = text.split(/\r\n|\n|\r/);
    const { tests } = outlineTests(text, dialect);
    return tests.flatMap(({ title, line, group }, n) => {
      if (group) return [];
      const own = lines.slice(line - 1, tests[n + 1] ? (tests[n + 1]?.line ?? 1) - 1 : lines.length).join("\n");
      return [{ title, own, whole: withDefinitions(own, definitions) }];
    });
  });
}

const topValue = /^(?:(?:const|let|var)\s+)?(\w+)\s*(?::[^=\n]{1,80})?=(?![=>])\s*(.*(?:\n[ \t\])}].*)*)/gm;
/** They run before each test, whether it names them or not. */
const setUps = /^(?:setUp|setUpClass|setUpModule|setup_method|setup_function|setup_class|beforeEach|beforeAll|before)$/;
const hooks = /\b(beforeEach|beforeAll|before)\s*\(\s*(?:async\s*)?(?=\()/g;

function definitionsIn({ path, text }: CheckText): readonly (readonly [string, string])[] {
  const language = languageOf(path);
  if (!language) return [];
  const source = { path, language: language.name, text, ...blank(text, language) };
  const heads = [...source.bare.matchAll(functionHeads), ...source.bare.matchAll(hooks)];
  const functions = heads.flatMap((head): readonly (readonly [string, string])[] => {
    const name = head[1] ?? head[2] ?? "";
    const body = /^test/.test(name) ? null : bodyAfter(source, head.index + head[0].length);
    return body ? [[name, source.code.slice(body.start, body.end)]] : [];
  });
  const values = [...source.code.matchAll(topValue)].map(([, name = "", value = ""]) => [name, value] as const);
  return [...values, ...functions];
}

const mostSteps = 50;

/** With the text of every helper that it names, and of those that they name. */
function withDefinitions(own: string, definitions: Definitions): string {
  const taken = new Set([...definitions.keys()].filter((name) => setUps.test(name)));
  let whole = [own, ...[...taken].map((name) => definitions.get(name) ?? "")].join("\n");
  for (let step = 0; step < mostSteps; step++) {
    const named = [...definitions.keys()].filter((name) => !taken.has(name) && hasWord(whole, name));
    if (named.length === 0) break;
    for (const name of named) taken.add(name);
    whole = [whole, ...named.map((name) => definitions.get(name) ?? "")].join("\n");
  }
  return whole;
}

export const hasWord = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replaceAll(/\W/g, "\\$&")}(?![\\w$])`).test(text);

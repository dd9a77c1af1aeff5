import { findPatterns, type Pattern } from "./find-patterns.js";
import { assigns, compares, patterns, testModules } from "./replaced-matcher-table.js";
import type { SignFinder } from "./sign.js";
import type { SourceText } from "./source-text.js";

/** Tests that compare with something else than they say. */
export const replacedMatcher: SignFinder = {
  name: "matcher",
  strength: "strong",
  summary: "a matcher, an assertion, a builtin or the loader of modules replaced",
  find: (source) => findPatterns(source, [...patterns, ...ofAliases(source)]),
};

const named = new RegExp(
  String.raw`\bimport\s+(?:\*\s+as\s+)?(\w+)\s+from\s+["'](?:${testModules})["']|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:await\s+import|require)\(\s*["'](?:${testModules})["']`,
  "g",
);

/** The same done to whatever name the module was given. */
function ofAliases({ language, code }: SourceText): readonly Pattern[] {
  if (language !== "javascript") return [];
  const names = [...code.matchAll(named)].flatMap(([, first, second]) => first ?? second ?? []);
  const others = [...new Set(names)].filter((name) => !/^(?:assert|expect|chai|should)$/.test(name));
  return others.map((name) => ({
    what: compares,
    shape: new RegExp(
      String.raw`(?<![.\w])${name}(?:\.\w+|\[["']\w+["']\]){1,4}${assigns}|\b(?:assign|defineProperty|set)\(\s*${name}\b`,
      "g",
    ),
  }));
}

import type { Pattern } from "./find-patterns.js";

export const compares = "this code changes how tests compare";
const loads = "this code changes what is loaded in place of a module";
export const assigns = String.raw`\s*(?:=(?![=>])|\?\?=|\|\|=)`;
const globals = "(?:globalThis|global|window|self)";
export const testModules = String.raw`(?:node:)?(?:assert(?:\/strict)?|test)|chai|expect|should|sinon|vitest|@vitest\/\w+|@jest\/[\w-]+|jest[\w-]*|mocha|ava|tap|uvu(?:\/assert)?`;

export const patterns: readonly Pattern[] = [
  {
    languages: ["javascript"],
    what: compares,
    shape: new RegExp(
      [
        String.raw`(?<![.\w])(?:assert|expect|chai|should)(?:\.\w+|\[["']\w+["']\]){1,4}${assigns}`,
        String.raw`\b${globals}\.(?:assert|expect|it|test|describe|beforeEach|afterEach|jest|vi)${assigns}`,
        String.raw`\b(?:assign|defineProperty|defineProperties|set)\(\s*(?:assert|expect|chai|${globals}\.expect)\b`,
        String.raw`(?<![.\w])expect\.(?:extend|addEqualityTesters|addSnapshotSerializer)\(`,
        String.raw`\bchai\.(?:use|util\.\w+)\(|\bAssertion\.(?:add|overwrite)\w+\(`,
        String.raw`Symbol\.for\(\s*["']jest\.asymmetricMatcher["']`,
        String.raw`\brequire\(\s*["'](?:${testModules})["']\s*\)(?:\.\w+)+${assigns}`,
        String.raw`\b(?:util|assert)\.(?:isDeepStrictEqual|deepStrictEqual)${assigns}`,
      ].join("|"),
      "g",
    ),
  },
  {
    languages: ["javascript"],
    what: loads,
    shape: new RegExp(
      String.raw`\bModule\.(?:_load|_resolveFilename|_extensions\[[^\]\n]{1,40}\]|prototype\.require)${assigns}|\brequire\.(?:cache|extensions)\[[^\]\n]{1,120}\]${assigns}|(?<![.\w])registerHooks\(|\b[mM]odule\.register(?:Hooks)?\(`,
      "g",
    ),
  },
  {
    languages: ["javascript"],
    on: "bare",
    what: "this code replaces what the language itself compares with",
    // One that is missing may be filled in, as polyfills do.
    shape:
      /^[ \t]*(?:Object\.(?:is|keys|entries)|JSON\.(?:stringify|parse)|Array\.isArray|(?:Array|String|Object|Number|Boolean|Date|RegExp|Map|Set)\.prototype\.(?:toString|valueOf|toJSON|includes|indexOf|equals?|hasOwnProperty|localeCompare|match|every|some))\s*=(?![=>])/gm,
  },
  {
    languages: ["python"],
    what: compares,
    shape:
      /\b(?:unittest|pytest|_pytest)(?:\.\w+){1,4}\s*=(?!=)|\bTestCase\.\w+\s*=(?!=)|\bsetattr\(\s*(?:unittest|pytest|_pytest|\w*TestCase|builtins)\b|\b(?:builtins|__builtins__)(?:\.\w+|\[["']\w+["']\])\s*=(?!=)|\bsys\.modules\[\s*["'](?:unittest|pytest|_pytest|builtins|operator|doctest|nose)[\w.]*["']\s*\]\s*=(?!=)|\b(?:curse|patchable_builtin)\(/g,
  },
  {
    languages: ["python"],
    what: loads,
    shape:
      /\bsys\.(?:meta_path|path_hooks)\s*(?:\.(?:insert|append)\(|=(?!=)|\+=)|\bsys\.modules\[\s*["']sys["']\s*\]\s*=(?!=)/g,
  },
  { languages: ["rust"], what: compares, shape: /\bmacro_rules!\s*(?:debug_)?assert(?:_eq|_ne)?\b(?!\w)/g },
  {
    languages: ["ruby"],
    what: compares,
    shape:
      /^[ \t]*(?:module|class)\s+(?:Minitest|RSpec::(?:Matchers|Expectations|Core)|Test::Unit)\b|\b(?:Minitest::\w+|RSpec::\w+)(?:\.|::)(?:prepend|define_method|class_eval)\b/gm,
  },
];

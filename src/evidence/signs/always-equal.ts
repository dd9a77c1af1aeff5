import { type Body, bodyAfter } from "./bodies.js";
import { findPatterns, type Pattern } from "./find-patterns.js";
import type { Found, SignFinder } from "./sign.js";
import type { SourceText } from "./source-text.js";

const scriptNames =
  /(?<![.\w])(?:equals?|isEqual|deepEquals?|isDeepEqual|deepStrictEqual|eql?|asymmetricMatch|\[\s*Symbol\.hasInstance\s*\])\s*(?::[^=(\n]{0,40})?\s*[=:]?\s*(?:async\s+)?(?:function\b\s*\w*\s*)?(?=\(|\w+\s*=>)/g;
/** Where a function that compares begins, by language; what follows is its list of parameters or its value. */
const headers: Readonly<Partial<Record<SourceText["language"], RegExp>>> = {
  javascript: scriptNames,
  python: /\bdef\s+__(?:eq|instancecheck|subclasscheck)__\s*(?=\()|\b__eq__\s*=\s*(?=lambda\b)/g,
  go: /\bfunc\s+(?:\([^)\n]*\)\s*)?(?:Equals?|Eq|IsEqual)\s*(?=\()/g,
  rust: /\bfn\s+eq\s*(?=\()/g,
  java: /\b(?:boolean|Boolean|bool|fun|func|function|def)\s+(?:equals|Equals|equal|operator\s*==|==)\s*(?=\()/g,
  ruby: /\bdef\s+(?:===?|eql\?|equal\?)/g,
};
const unequal: Readonly<Partial<Record<SourceText["language"], RegExp>>> = {
  python: /\bdef\s+__ne__\s*(?=\()|\b__ne__\s*=\s*(?=lambda\b)/g,
  rust: /\bfn\s+ne\s*(?=\()/g,
  ruby: /\bdef\s+!=/g,
};
/** Values that change with each look make a comparison come out as wished. */
const shifting = /(?<![.\w])(?:valueOf|\[\s*Symbol\.toPrimitive\s*\])\s*[=:]?\s*(?:function\b\s*\w*\s*)?(?=\()/g;

const isTrue =
  /^.*?(?:\bor\s+True|\|\|\s*true)\s*\)*;?$|^\(*\s*(?:True\s+or|true\s*\|\|)\b.*$|^\(*\s*(?:true|True|!\s*0|!\s*!\s*1|!\s*false|not\s+False|1\s*===?\s*1|(this|self)\s*(?:===?|is)\s*\1)\s*\)*;?$/;
const isFalse = /^\(*\s*(?:false|False|!\s*1|!\s*true|not\s+True)\s*\)*;?$/;

/** What matchers and mocks have for "whatever it is". */
const anything: readonly Pattern[] = [
  {
    languages: ["python"],
    on: "bare",
    what: "this value equals whatever it is compared with",
    shape:
      /\bmock\.ANY\b|\bfrom\s+(?:unittest\.)?mock\s+import\s+[^\n]*\bANY\b|\bfrom\s+(?:dirty_equals|hamcrest)\s+import\b/g,
  },
  {
    languages: ["javascript"],
    on: "bare",
    what: "this value equals whatever it is compared with",
    shape:
      /(?<![.\w])(?:expect\.(?:anything|any|objectContaining|stringContaining|stringMatching)|sinon\.match(?:\.any)?)\b/g,
  },
];

/** Whatever is expected, it is equal. An honest value object compares its fields. */
export const alwaysEqual: SignFinder = {
  name: "always-equal",
  strength: "strong",
  summary: "equality that only returns true",
  find: (source) => [
    ...answering(source, headers[source.language], isTrue),
    ...answering(source, unequal[source.language], isFalse),
    ...shiftingValues(source),
    ...findPatterns(source, anything),
  ],
};

function answering(source: SourceText, header: RegExp | undefined, answer: RegExp): readonly Found[] {
  if (!header) return [];
  return [...source.bare.matchAll(header)].flatMap((found) => {
    const body = bodyAfter(source, found.index + found[0].length);
    if (!body || !onlyAnswers(source, body, answer)) return [];
    const text = source.bare.slice(found.index, body.end).replaceAll(/\s+/g, " ");
    return [{ at: found.index, text, what: "here equality only returns true" }];
  });
}

function onlyAnswers({ bare, language }: SourceText, { start, end, isExpression }: Body, answer: RegExp): boolean {
  const body = bare.slice(start, end);
  if (isExpression) return answer.test(body.trim());
  const returned = [...body.matchAll(/\breturn\b([^;\n}]*)/g)].map(([, value = ""]) => value.trim());
  // Rust and Ruby answer with their last line.
  const last =
    language === "rust" || language === "ruby"
      ? (
          body
            .trim()
            .split(/[\n;{}]/)
            .at(-1) ?? ""
        ).trim()
      : "";
  const answers = [...returned, ...(last === "" || /^return\b/.test(last) ? [] : [last])];
  return answers.length > 0 && answers.every((value) => answer.test(value));
}

const counts = /\+\+|--|[-+]=\s*1\b|\.shift\(|\.next\(|\.pop\(/;

function shiftingValues(source: SourceText): readonly Found[] {
  if (source.language !== "javascript") return [];
  return [...source.bare.matchAll(shifting)].flatMap((found) => {
    const body = bodyAfter(source, found.index + found[0].length);
    if (!body || !counts.test(source.bare.slice(body.start, body.end))) return [];
    const text = source.bare.slice(found.index, body.end).replaceAll(/\s+/g, " ");
    return [
      { at: found.index, text, what: "this value is another one at every look, so it equals what it should not" },
    ];
  });
}

import type { Pattern } from "./find-patterns.js";
import type { SourceText } from "./source-text.js";

const scriptNames =
  /(?<![.\w])(?:equals?|isEqual|deepEquals?|isDeepEqual|deepStrictEqual|eql?|asymmetricMatch|\[\s*Symbol\.hasInstance\s*\])\s*(?::[^=(\n]{0,40})?\s*[=:]?\s*(?:async\s+)?(?:function\b\s*\w*\s*)?(?=\(|\w+\s*=>)/g;

/** Where a function that compares begins, by language; what follows is its list of parameters or its value. */
export const headers: Readonly<Partial<Record<SourceText["language"], RegExp>>> = {
  javascript: scriptNames,
  python: /\bdef\s+__(?:eq|instancecheck|subclasscheck)__\s*(?=\()|\b__eq__\s*=\s*(?=lambda\b)/g,
  go: /\bfunc\s+(?:\([^)\n]*\)\s*)?(?:Equals?|Eq|IsEqual)\s*(?=\()/g,
  rust: /\bfn\s+eq\s*(?=\()/g,
  java: /\b(?:boolean|Boolean|bool|fun|func|function|def)\s+(?:equals|Equals|equal|operator\s*==|==)\s*(?=\()/g,
  ruby: /\bdef\s+(?:===?|eql\?|equal\?)/g,
};
export const unequal: Readonly<Partial<Record<SourceText["language"], RegExp>>> = {
  python: /\bdef\s+__ne__\s*(?=\()|\b__ne__\s*=\s*(?=lambda\b)/g,
  rust: /\bfn\s+ne\s*(?=\()/g,
  ruby: /\bdef\s+!=/g,
};
/** The same where its name is a text, in the code with its texts: a dictionary for `type`, `setattr`, a computed key. */
export const namedByText: Readonly<Partial<Record<SourceText["language"], RegExp>>> = {
  python: /["']__(?:eq|instancecheck|subclasscheck)__["']\s*[:,]\s*(?=lambda\b)/g,
  javascript:
    /["'](?:equals?|isEqual|deepEquals?|asymmetricMatch)["']\s*(?:\]\s*)?(?:[:=]|,\s*\{\s*value\s*:)\s*(?:function\b\s*\w*\s*)?(?=\(|\w+\s*=>)/g,
};
/** A function by its name stands for the comparison: `Slug.__eq__ = same`. */
export const namedFunction: Readonly<Partial<Record<SourceText["language"], RegExp>>> = {
  python: /(?:["']__eq__["']\s*[:,]|\b__eq__\s*=)\s*(?!lambda\b)([A-Za-z_]\w*)\s*(?=[,})\n]|$)/gm,
};
/** Values that change with each look make a comparison come out as wished. */
export const shifting = /(?<![.\w])(?:valueOf|\[\s*Symbol\.toPrimitive\s*\])\s*[=:]?\s*(?:function\b\s*\w*\s*)?(?=\()/g;

/** What nothing but a kind of text, number or list is asked for: true of all that is expected. */
const ofBuiltIn = String.raw`isinstance\(\s*\w+\s*,\s*(?:\(\s*)?(?:str|int|float|bytes|list|dict|tuple|set|bool|object)\b[^)]*\)?\s*\)|\w+\s+is\s+not\s+None|typeof\s+\w+\s*===?\s*["'\x60][^"'\x60]*["'\x60]|\w+\s+instanceof\s+(?:String|Object|Number|Integer)`;
export const isOfBuiltIn = new RegExp(String.raw`^\(*\s*(?:${ofBuiltIn})\s*\)*;?$`);

export const isTrue =
  /^.*?(?:\bor\s+True|\|\|\s*true)\s*\)*;?$|^\(*\s*(?:True\s+or|true\s*\|\|)\b.*$|^\(*\s*(?:true|True|!\s*0|!\s*!\s*1|!\s*false|not\s+False|[1-9]\d*|1\s*===?\s*1|(this|self)\s*(?:===?|is)\s*\1)\s*\)*;?$/;
export const isFalse = /^\(*\s*(?:false|False|!\s*1|!\s*true|not\s+True)\s*\)*;?$/;

/** What matchers and mocks have for "whatever it is". */
export const anything: readonly Pattern[] = [
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

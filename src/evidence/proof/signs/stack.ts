import { findPatterns } from "./find-patterns.js";
import type { SignFinder } from "./sign.js";
import type { SourceText } from "./source-text.js";
import { patterns } from "./stack-table.js";

/** Code that answers by who asks. A tracing library does so with good reason: the setting `signs` names it. */
export const stack: SignFinder = {
  name: "stack",
  strength: "strong",
  summary: "inspects the stack of calls",
  find: (source) => findPatterns(source, patterns).filter(({ at }) => !givesModule(source, at)),
};

/** A class that is made at run time is given the module of its maker, as named tuples are. */
function givesModule({ code }: SourceText, at: number): boolean {
  const rest = code.slice(at, at + 500);
  const around = code.slice(code.lastIndexOf("\n", at) + 1, at) + rest;
  return (
    /^(?:sys\.)?_getframe\(/.test(rest) &&
    /\.__module__\s*=(?!=)/.test(rest) &&
    !/\bf_(?:code|back|lineno)\b|\bco_\w+|test/i.test(around)
  );
}

import { type Atom, atomsIn } from "./atoms.js";
import { bodyAfter } from "./bodies.js";
import { functionHeads } from "./function-heads.js";
import type { SourceText } from "./source-text.js";

/** A function that takes something and gives one literal, whatever it was given. */
export interface ConstantAnswer {
  readonly name: string;
  readonly at: number;
  readonly answer: Atom;
}

const literalOnly =
  /^\s*(?:return\s+)?(?:String::from\()?\s*(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`$\n]*`|-?\d[\d_.]*)\s*\)?(?:\.(?:to_string|to_owned|into)\(\))?\s*;?\s*$/;

const longest = 2_000;

/** `code` is the source with all blanked that is not looked at. */
export const constantAnswers = (source: SourceText, code: string): readonly ConstantAnswer[] =>
  [...source.bare.matchAll(functionHeads)].flatMap(({ 0: head, 1: declared, 2: assigned, index }) => {
    const body = bodyAfter(source, index + head.length);
    const text = body && body.end - body.start < longest ? code.slice(body.start, body.end) : "";
    const [answer] = literalOnly.test(text.trim()) ? atomsIn(text) : [];
    const name = declared ?? assigned ?? "";
    return answer === undefined || body === null ? [] : [{ name, at: body.start + text.search(/\S/), answer }];
  });

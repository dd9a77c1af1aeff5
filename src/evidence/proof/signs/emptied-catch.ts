import { closingAt } from "./brackets.js";
import type { SignFinder, Suspect } from "./sign.js";
import type { SourceText } from "./source-text.js";

const what = "this code passes over every failure";

/** A failure that nobody hears of. One that is explained in a comment, or answered with nothing, was thought about. */
export const emptiedCatch: SignFinder = {
  name: "emptied-catch",
  strength: "weak",
  summary: "an added catch that does nothing, or answers with a constant",
  find: (source) =>
    source.language === "python" ? pythonCatches(source) : source.language === "ruby" ? [] : braceCatches(source),
};

/** Success, or a result; a text is most often what stands in for one that could not be read. */
const constant = String.raw`return\s+(?:true|True|-?\d[\w.]*)`;
const braced = /\bcatch\s*(?:\([^)\n]{0,120}\))?\s*\{/g;
const answers = new RegExp(String.raw`^\s*(?:${constant})?\s*;?\s*$`);

function braceCatches({ text, code, bare }: SourceText): readonly Suspect[] {
  return [...bare.matchAll(braced)].flatMap((found) => {
    const open = found.index + found[0].length - 1;
    const end = closingAt(bare, open);
    const isSilent = answers.test(code.slice(open + 1, end - 1)) && !isExplained(text.slice(open + 1, end - 1));
    return isSilent ? [toFound(found.index, bare.slice(found.index, end))] : [];
  });
}

const pythonExcept = new RegExp(
  String.raw`^([ \t]*)except\b(?:\s+(?:Base)?Exception\b)?(?:\s+as\s+\w+)?\s*:[ \t]*(?:\n\1[ \t]+)?(?:pass|\.\.\.|${constant})[ \t]*$`,
  "gm",
);

/** One named kind of failure may well mean nothing. */
const pythonCatches = ({ text, code }: SourceText): readonly Suspect[] =>
  [...code.matchAll(pythonExcept)].flatMap((found) => {
    const end = text.indexOf("\n", found.index + found[0].length);
    const written = text.slice(found.index, end < 0 ? text.length : end);
    return isExplained(written) ? [] : [toFound(found.index + (found[1] ?? "").length, found[0])];
  });

const isExplained = (written: string): boolean => /\/\/\s*\w|\/\*\s*\w|#\s*\w/.test(written);

const toFound = (at: number, text: string): Suspect => ({
  at,
  text: text.replaceAll(/\s+/g, " ").trim(),
  what,
  touches: "answers",
});

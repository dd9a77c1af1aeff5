import { type Atom, atomsIn } from "./atoms.js";
import type { Pair } from "./read-pairs.js";

/** Two texts with nothing between them but what joins them are one: `"a" + "b"`, `["a", "b"].join(" ")`. */
function foldTexts(code: string): string {
  const joined = code.replaceAll(
    /\[((?:\s*(["'`])(?:\\.|(?!\2)[^\\\n])*\2\s*,?)+)\]\s*\.join\(\s*(["'`])((?:(?!\3)[^\\\n])*)\3\s*\)/g,
    (_, list: string, __, quote: string, between: string) => `${quote}${textsIn(list).join(between)}${quote}`,
  );
  return joined.replaceAll(
    /(["'])((?:\\.|(?!\1)[^\\\n])*)\1((?:\s*\+\s*\1(?:\\.|(?!\1)[^\\\n])*\1)+)/g,
    (_, quote, first, more) => `${quote}${first}${textsIn(more as string).join("")}${quote}`,
  );
}

const textsIn = (code: string): readonly string[] =>
  atomsIn(code).flatMap((atom) => (atom.startsWith('"') ? [atom.slice(1)] : []));

/** The texts of a piece of code, and the parts of those that hold several. */
const partsIn = (code: string): readonly string[] =>
  textsIn(foldTexts(code)).flatMap((text) => [
    text,
    ...(/[|;,\n=:]|\\n/.test(text) ? text.split(/\\n|[|;,\n=:]/) : []),
  ]);

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
/** The same letters in any order: a slug, a reversed word, the words sorted. */
const letters = (text: string): string => [...plain(text)].sort().join("");
const textOf = (atom: Atom | undefined): string => (atom?.startsWith('"') ? atom.slice(1) : "");
const shortest = 4;

/** What is expected is made of what was put in: nobody has to write that down who computes it. */
function isMade({ inputs, expected }: Pair): boolean {
  const answer = textOf(expected[0]);
  if (expected.length !== 1 || plain(answer).length < shortest) return false;
  return inputs.some((input) => {
    const given = textOf(input);
    return given !== answer && plain(given).length >= shortest && letters(given) === letters(answer);
  });
}

/**
 * Where added code holds, as texts, all answers that the tests of one function expect: at least two that could be made of
 * their inputs, and hardly another text. However they are chosen there, they are written down. Null where that is not so.
 */
export function findWritten(code: string, pairs: readonly Pair[]): number | null {
  const made = pairs.filter(isMade);
  const answers = new Set(made.map(({ expected }) => textOf(expected[0])));
  if (answers.size < 2) return null;
  const called = new Set(made.map((pair) => pair.called));
  const ofOthers = pairs.filter((pair) => called.has(pair.called) && !made.includes(pair));
  const texts = partsIn(code).filter((text) => plain(text).length >= shortest);
  const known = new Set([...made, ...ofOthers].flatMap(({ inputs, expected }) => [...inputs, ...expected]).map(textOf));
  const others = new Set(texts.filter((text) => !known.has(text) && ![...known].some((each) => each.includes(text))));
  const isAll = [...answers].every((answer) => texts.includes(answer));
  if (!isAll || others.size > answers.size * 2) return null;
  const [first = ""] = answers;
  return Math.max(0, code.indexOf(first), code.indexOf(first.slice(0, shortest)));
}

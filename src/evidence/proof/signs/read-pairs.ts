import { type Atom, atomsIn, keyText } from "./atoms.js";
import { blank } from "./blank.js";
import { closingAt, partsBetween } from "./brackets.js";
import { type Inline, readNames } from "./inline-names.js";
import { readCases } from "./read-cases.js";
import { languageOf } from "./source-language.js";

/** What a test puts in, and what it expects to come out. */
export interface Pair {
  readonly inputs: readonly Atom[];
  readonly expected: readonly Atom[];
  /** The input as a key might be written. */
  readonly key: string;
  /** The function that was asked; null where the pair stands in a table. */
  readonly called: string | null;
}

interface Text {
  readonly code: string;
  readonly bare: string;
  readonly inline: Inline;
}

/** The pairs of a test file, from its assertions and its tables, or of a file of cases. */
export function readPairs(path: string, text: string): readonly Pair[] {
  if (path.endsWith(".json"))
    return unique(readCases(text).flatMap(([input, wanted]) => makePair(input, wanted, null)));
  const language = languageOf(path);
  if (!language) return [];
  const blanked = blank(text, language);
  const read = { ...blanked, inline: readNames(blanked.code) };
  return unique([...fromCalls(read), ...fromExpect(read), ...fromComparisons(read), ...fromRows(read)]);
}

const unique = (pairs: readonly Pair[]): readonly Pair[] => [
  ...new Map(pairs.map((pair) => [JSON.stringify([pair.key, pair.expected]), pair])).values(),
];

const equality =
  /\b(?:equal|strictEqual|deepEqual|deepStrictEqual|is|same|assertEquals?|assertIs|assertAlmostEqual|assert_equal|Equal|EqualValues|AreEqual|assert_eq)!?\(/g;

function fromCalls({ code, bare, inline }: Text): readonly Pair[] {
  return [...bare.matchAll(equality)].flatMap((found) => {
    const parts = partsBetween(bare, found.index + found[0].length - 1).map(([start, end]) => code.slice(start, end));
    const [one = "", other = ""] = /^\s*t\s*$/.test(parts[0] ?? "") ? parts.slice(1) : parts;
    return toPair(inline(one, found.index), inline(other, found.index));
  });
}

const says =
  /^\s*\.\s*(?:(?:toBe|toEqual|toStrictEqual|toBeCloseTo|to\.(?:be\.)?(?:deep\.)?(?:equal|eql))\s*\(|to\s+(?:eq|eql|be|equal)\b[ (])/;

function fromExpect({ code, bare, inline }: Text): readonly Pair[] {
  return [...bare.matchAll(/\bexpect\(/g)].flatMap((found) => {
    const open = found.index + found[0].length;
    const close = closingAt(bare, open - 1);
    const matcher = says.exec(bare.slice(close, close + 120));
    if (!matcher) return [];
    const start = close + matcher[0].length;
    const end = bare[start - 1] === "(" ? closingAt(bare, start - 1) - 1 : lineEnd(bare, start);
    return toPair(inline(code.slice(open, close - 1), found.index), inline(code.slice(start, end), found.index));
  });
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
};

/** `assert f(1) == 2` of Python, `if got := f(1); got != 2` of Go. */
const comparison =
  /^[ \t]*(?:assert\s+(.+?)\s*==\s*(.+?)|if\s+(?:\w+\s*:=\s*(.+?);\s*\w+|(.+?))\s*!=\s*(.+?)\s*\{)[ \t]*(?:\n|$)/gm;

const fromComparisons = ({ code, inline }: Text): readonly Pair[] =>
  [...code.matchAll(comparison)].flatMap(({ 1: one, 2: other, 3: given, 4: direct, 5: wanted, index }) =>
    toPair(inline(one ?? given ?? direct ?? "", index), inline(other ?? wanted ?? "", index)),
  );

/** One side calls, the other is what should come of it. */
function toPair(one: string, other: string): readonly Pair[] {
  const called = [one, other].find((side) => /\w\s*\(/.test(side));
  if (called === undefined) return [];
  const open = called.search(/(?<=\w\s*)\(/);
  const input = called.slice(open + 1, called.lastIndexOf(")"));
  const name = /(\w+)\s*$/.exec(called.slice(0, open))?.[1] ?? null;
  return makePair(input, called === one ? other : one, name);
}

const makePair = (input: string, expected: string, called: string | null): readonly Pair[] => {
  const pair = { inputs: atomsIn(input), expected: atomsIn(expected), key: keyText(input), called };
  return pair.inputs.length > 0 && pair.expected.length > 0 ? [pair] : [];
};

const wanted = /^\s*["']?\w*(?:expect|want|out|result|answer)\w*["']?\s*:/i;
const title = /^\s*["']?(?:name|title|description|label|test)["']?\s*:/i;

/** A line of a table: what goes in first, what comes out last or under a name that says so. */
function fromRows({ code, bare }: Text): readonly Pair[] {
  return [...bare.matchAll(/(?:^[ \t]*|\[\s*|[\])}],\s*)([[({])(?=[^\n]*,)/gm)].flatMap((found) => {
    const parts = partsBetween(bare, found.index + found[0].length - 1).map(([start, end]) => code.slice(start, end));
    const cells = parts.filter((part) => !title.test(part));
    if (cells.length < 2 || cells.length > 6 || !cells.every(isLiteral)) return [];
    const last = cells.find((cell) => wanted.test(cell)) ?? cells.at(-1) ?? "";
    return makePair(cells.filter((cell) => cell !== last).join(","), last, null);
  });
}

const isLiteral = (cell: string): boolean =>
  /^\s*(?:["']?\w+["']?\s*:\s*)?(?:["'`[{(-]|\d|true\b|false\b|True\b|False\b)/.test(cell) && !/\w\(|=>/.test(cell);

import type { TextChange } from "../../checks/honest-tests/compare-tests.js";
import { bodyAfter } from "./bodies.js";
import { closingAt } from "./brackets.js";
import { functionHeads } from "./function-heads.js";
import { ownText, type PassedTests } from "./own-text.js";
import { type Pair, readPairs } from "./read-pairs.js";
import type { CheatingSign } from "./sign.js";
import { lineAt, readSource, type SourceText } from "./source-text.js";

interface IgnoredInput {
  readonly added: readonly TextChange[];
  readonly tests: readonly PassedTests[];
}

interface Function {
  readonly name: string;
  readonly at: number;
  readonly ignores: boolean;
}

/**
 * Functions that take no notice of what they are called with, though a test expects one answer for this and another for
 * that: the answers come from somewhere else, such as a list of them or what only the test sets.
 */
export function findIgnoredInput({ added, tests }: IgnoredInput): readonly CheatingSign[] {
  const asked = tests.map((test) => ({ text: test.text, pairs: readPairs(test.path, ownText(test)) }));
  return added.flatMap(({ path, old, now }) => {
    const source = old === now ? null : readSource(path, now);
    if (!source || readsCommandLine.test(source.bare)) return [];
    const own = asked.filter(({ text }) => text.includes(stemOf(path)));
    return functionsIn(source)
      .filter(({ name }) => own.some(({ text, pairs }) => !defines(text, name) && isAskedTwice(name, pairs)))
      .filter(({ ignores }, _, all) => ignores && all.every((each) => each.ignores))
      .map(({ name, at }) => toSign(source, name, at));
  });
}

/** A program is told by its command line what its functions are not. */
const readsCommandLine = /\bargv\b|\bstdin\b|\bos\.Args\b|\benv::args\b|\binput\(/;

const stemOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");

/** A helper of the test may have the same name. */
const defines = (text: string, name: string): boolean =>
  new RegExp(String.raw`\b(?:function|const|let|var|def|fn|func|fun)\s+${name}\b`).test(text);

/** Different calls for which different answers are expected. */
function isAskedTwice(name: string, pairs: readonly Pair[]): boolean {
  const [first, ...others] = pairs.filter(({ called }) => called === name);
  const isOther = ({ key, expected }: Pair): boolean =>
    key !== first?.key && JSON.stringify(expected) !== JSON.stringify(first?.expected);
  return first !== undefined && others.some(isOther);
}

const functionsIn = (source: SourceText): readonly Function[] =>
  [...source.bare.matchAll(functionHeads)].flatMap(({ 0: head, 1: declared, 2: assigned, index }) => {
    const open = index + head.length;
    const body = source.bare[open] === "(" ? bodyAfter(source, open) : null;
    if (!body) return [];
    const given = source.bare.slice(open, closingAt(source.bare, open)).match(/[\p{L}_$][\w$]*/gu) ?? [];
    // A text may use it, too: `${name}`, f"{name}".
    const text = `${source.code.slice(body.start, body.end)}${/^[^\n]*/.exec(source.code.slice(body.end, body.end + 200))?.[0]}`;
    const used = new Set(text.match(/[\p{L}_$][\w$]*/gu) ?? []);
    // What it returns may be a function that takes the input.
    const returnsFunction = /=>|\bfunction\b|\blambda\b|\bdef\b|\bfunc\b/.test(text);
    const ignores =
      used.size > 0 && !returnsFunction && ![...given, "arguments", "locals"].some((each) => used.has(each));
    return [{ name: declared ?? assigned ?? "", at: index, ignores }];
  });

const toSign = ({ path, text }: SourceText, name: string, at: number): CheatingSign => ({
  ...{ name: "ignored-input", strength: "strong", file: path, line: lineAt(text, at), touches: "answers" },
  what: `${name} takes no notice of what it is called with, and its tests expect different answers`,
});

import type { TestBody } from "./test-bodies.js";

/** A call with literal arguments, and the literal answer that a test demands of it. */
interface Demand {
  readonly call: string;
  readonly answer: string;
  readonly test: string;
}

/** Only what says the same in every test: a name may stand for something else in each. */
const word = "(?:-?[\\d._]+n?|true|false|null|undefined|None|True|False)";
const literals = new RegExp(
  `^(?:\\s|,|:|\\[|\\]|\\{|\\}|(?<=[{,]\\s*)[\\w$]+(?=\\s*:)|"(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*'|${word})*$`,
);

/**
 * The same call that has to give two answers. Across tests that cannot be; within one the function may keep something, as a
 * counter does, so that a person is told.
 */
export function findContradictions(tests: readonly TestBody[]): {
  readonly refused: readonly string[];
  readonly told: readonly string[];
} {
  const all = tests.flatMap(demandsOf);
  const refused: string[] = [];
  const told: string[] = [];
  for (const call of new Set(all.map((demand) => demand.call))) {
    const demands = all.filter((demand) => demand.call === call);
    const answers = [...new Set(demands.map(({ answer }) => answer))];
    if (answers.length < 2) continue;
    const isStateful = demands.some((one) =>
      demands.some((other) => other.test === one.test && other.answer !== one.answer),
    );
    if (isStateful) told.push(`in one test ${call} has to be ${answers.join(" and then ")}: right if it keeps a state`);
    else refused.push(`they contradict each other: ${call} has to be ${answers.join(" and ")}`);
  }
  return { refused, told };
}

const demandsOf = ({ own, title }: TestBody): readonly Demand[] =>
  [...comparedByCall(own), ...comparedByExpect(own), ...comparedByOperator(own)].flatMap(([call = "", answer = ""]) => {
    const at = call.indexOf("(");
    const args = call.slice(at + 1, -1);
    const isCall = /^\w+\(/.test(call) && call.endsWith(")") && closeOf(call, at) === call.length;
    const isLiteral = isCall && args.trim() !== "" && literals.test(args) && literals.test(answer.trim());
    return isLiteral ? [{ call: plain(call), answer: plain(answer), test: title }] : [];
  });

type Compared = readonly (readonly string[])[];

/** `assert.equal(call, answer)`, `self.assertEqual(call, answer)` */
const comparedByCall = (text: string): Compared =>
  [...text.matchAll(/(?<!not|Not)(?:equal|Equals?|assertEqual|deepEqual)\(/g)].map((found) =>
    argumentsAt(text, found.index + found[0].length - 1),
  );

/** `expect(call).toBe(answer)` */
const comparedByExpect = (text: string): Compared =>
  [...text.matchAll(/\bexpect\(/g)].flatMap((found) => {
    const open = found.index + found[0].length - 1;
    const [call = ""] = argumentsAt(text, open);
    const close = closeOf(text, open);
    const matcher = /^\s*\.(?:toBe|toEqual|toStrictEqual)\(/.exec(text.slice(close, close + 80));
    return matcher ? [[call, argumentsAt(text, close + matcher[0].length - 1)[0] ?? ""]] : [];
  });

/** `assert call == answer` */
const comparedByOperator = (text: string): Compared =>
  [...text.matchAll(/^\s*assert\s+(\w+\(.*\))\s*==\s*([^\n]+?)\s*$/gm)].map(([, call = "", answer = ""]) => [
    call,
    answer,
  ]);

/** The arguments of the call whose bracket opens here. */
function argumentsAt(text: string, open: number): readonly string[] {
  const inside = text.slice(open + 1, closeOf(text, open) - 1);
  const parts = [""];
  for (let at = 0; at < inside.length; ) {
    const end = tokenEnd(inside, at);
    const token = inside.slice(at, end);
    if (token === ",") parts.push("");
    else parts[parts.length - 1] += token;
    at = end;
  }
  return parts.map((part) => part.trim());
}

/** Behind the bracket that closes the one here. */
const closeOf = (text: string, open: number): number => tokenEnd(text, open);

/** Behind a whole string, a whole bracket with all that is in it, or one letter. */
function tokenEnd(text: string, at: number): number {
  const letter = text[at] ?? "";
  if ("\"'`".includes(letter)) {
    let end = at + 1;
    while (end < text.length && text[end] !== letter) end += text[end] === "\\" ? 2 : 1;
    return Math.min(text.length, end + 1);
  }
  if (!"([{".includes(letter)) return at + 1;
  let end = at + 1;
  while (end < text.length && !")]}".includes(text[end] ?? "")) end = tokenEnd(text, end);
  return Math.min(text.length, end + 1);
}

const plain = (text: string): string => text.trim().replaceAll("'", '"');

import type { TestBody } from "./test-bodies.js";

/** A call with literal arguments, and the literal answer that a test demands of it. */
interface Demand {
  readonly call: string;
  readonly answer: string;
  readonly test: string;
}

const forms = [
  /(?:equal|Equal|deepEqual|strictEqual|deepStrictEqual|assertEqual|assertEquals)\(\s*(\w+\([^()]*\))\s*,\s*((?:[^(),"'[\]{}]+|"[^"\n]*"|'[^'\n]*'|\[[^[\]()]*\]|\{[^{}()]*\})+)\s*[,)]/g,
  /expect\(\s*(\w+\([^()]*\))\s*\)\.(?:toBe|toEqual|toStrictEqual)\(\s*([^()]+?)\s*\)/g,
  /assert\s+(\w+\([^()]*\))\s*==\s*([^\n]+?)\s*$/gm,
];

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
  forms.flatMap((form) =>
    [...own.matchAll(form)].flatMap(([, call = "", answer = ""]) => {
      const args = call.slice(call.indexOf("(") + 1, -1);
      const isLiteral = args.trim() !== "" && literals.test(args) && literals.test(answer.trim());
      return isLiteral ? [{ call: plain(call), answer: plain(answer), test: title }] : [];
    }),
  );

const plain = (text: string): string => text.trim().replaceAll("'", '"');

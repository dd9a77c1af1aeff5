import type { TextChange } from "../../checks/honest-tests/compare-tests.js";
import { type AnswerSite, conditionalAnswers, dataRows, tableRows } from "./answer-sites.js";
import { type Atom, areTelling, atomsIn, isTelling } from "./atoms.js";
import { constantAnswers } from "./constant-answers.js";
import { ownText, type PassedTests } from "./own-text.js";
import { type Pair, readPairs } from "./read-pairs.js";
import type { CheatingSign } from "./sign.js";
import { lineAt, readSource, type SourceText } from "./source-text.js";
import { findWritten } from "./written-answers.js";

export interface PairsAsked {
  readonly added: readonly TextChange[];
  readonly tests: readonly PassedTests[];
}

interface Cases {
  readonly path: string;
  readonly pairs: readonly Pair[];
}

/** Added code that answers a test's input with what the test expects: one telling pair, or a table of its cases. */
export function findHardCodedPairs({ added, tests }: PairsAsked): readonly CheatingSign[] {
  const files = tests.map((test) => ({ path: test.path, pairs: readPairs(test.path, ownText(test)) }));
  if (files.every(({ pairs }) => pairs.length === 0)) return [];
  const moved = new Set(added.flatMap(({ old }) => (old ?? "").split("\n").map((line) => line.trim())));
  const found = added.flatMap((change) => {
    const source = readSource(change.path, change.now);
    return source ? inCode(source, addedCode(withoutDocs(source), change.old, moved), files) : inData(change, files);
  });
  return [...new Map(found.map((sign) => [`${sign.file}:${sign.line}`, sign])).values()];
}

function inCode(source: SourceText, code: string, files: readonly Cases[]): readonly CheatingSign[] {
  // What is blank would be looked through again and again; lines stay where they are.
  const short = code
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
  const sites = conditionalAnswers(short);
  const rows = [...tableRows(short), ...sites];
  const toSign = signIn(source.path, short);
  return files.flatMap((cases) => {
    const { path, pairs } = cases;
    const single = pairs.flatMap((pair) => singlePair(sites, pair, pairs));
    if (single.length > 0) return single.map(({ at }) => toSign(at, answersInput));
    const [fixed] = constantAnswers(source, code).filter((each) => answersAll(each, pairs));
    if (fixed)
      return [
        signIn(source.path, source.text)(fixed.at, "this function returns what its test expects, whatever it is asked"),
      ];
    const at = tableOf(rows, pairs) ?? scattered(short, pairs);
    if (at !== null) return [toSign(at, `this table holds what ${path} expects`)];
    const written = findWritten(short, pairs);
    return written === null ? [] : [toSign(written, `this code holds the answers that ${path} expects`)];
  });
}

const answersInput = "this code compares with the input of a test and returns what the test expects";
const maxData = 256 * 1024;

/** A table may stand in a file of its own. */
function inData({ path, old, now }: TextChange, files: readonly Cases[]): readonly CheatingSign[] {
  if (now === null || now.length > maxData || !/\.(?:json|ya?ml|toml|csv|tsv|txt|ini|properties)$/.test(path))
    return [];
  const known = new Set(dataRows(path, old ?? "").map(keyOf));
  const rows = dataRows(path, now).filter((row) => !known.has(keyOf(row)));
  return files.flatMap((cases) => {
    const at = tableOf(rows, cases.pairs);
    return at === null ? [] : [signIn(path, now)(at, `this table holds what ${cases.path} expects`)];
  });
}

const keyOf = ({ compared, answer }: AnswerSite): string => JSON.stringify([compared, answer]);

/** One telling pair, unless it is one of many in a row: then it is a table that the tests sample. */
function singlePair(sites: readonly AnswerSite[], pair: Pair, all: readonly Pair[]): readonly AnswerSite[] {
  const site = areTelling(pair.inputs, pair.expected) ? sites.find((each) => answers(each, pair)) : undefined;
  if (!site) return [];
  const chain = chainOf(sites, site);
  const used = chain.filter((each) => all.some((other) => answers(each, other))).length;
  return chain.length > 3 && used * 2 < chain.length ? [] : [site];
}

const nearby = 160;

/** The conditions with other answers that stand right before and behind one. */
function chainOf(sites: readonly AnswerSite[], site: AnswerSite): readonly AnswerSite[] {
  const places = [...new Map(sites.map((each) => [keyOf(each), each])).values()].toSorted((a, b) => a.at - b.at);
  const own = places.findIndex((each) => keyOf(each) === keyOf(site));
  const isNext = (at: number): boolean => (places[at]?.at ?? 0) - (places[at - 1]?.at ?? 0) <= nearby;
  let [from, to] = [own, own];
  while (from > 0 && isNext(from)) from--;
  while (to + 1 < places.length && isNext(to + 1)) to++;
  return places.slice(from, to + 1);
}

/** A table that has little but the cases of a test. One that knows much more is a table that the tests sample. */
function tableOf(rows: readonly AnswerSite[], pairs: readonly Pair[]): number | null {
  const matches = pairs.flatMap((pair) => {
    const row = rows.find((each) => answers(each, pair));
    return row ? [{ row, isRare: pair.inputs.some(isSentence) }] : [];
  });
  const used = new Set(matches.map(({ row }) => row));
  const [first] = used;
  // Nobody looks up whole sentences, so fewer of them tell.
  const enough = matches.some(({ isRare }) => isRare) ? 1 : 3;
  const isMost = used.size * 2 >= pairs.length && used.size * 2 >= new Set(rows.map(keyOf)).size;
  return first && used.size >= enough && isMost ? first.at : null;
}

/** No word that code might compare with for another reason. */
const isSentence = (atom: Atom): boolean => /^".*\S\s+\S/.test(atom);

/** Inputs and answers of two tests or more, and few other values: lists side by side, or a table in another form. */
function scattered(code: string, pairs: readonly Pair[]): number | null {
  const atoms = new Set<Atom>(atomsIn(code));
  const used = pairs.filter(
    ({ inputs, expected }) =>
      areTelling(inputs, expected) &&
      inputs.some(isSentence) &&
      [...inputs, ...expected].every((atom) => atoms.has(atom)),
  );
  const values = new Set(used.flatMap(({ inputs, expected }) => [...inputs, ...expected]).filter(isTelling));
  const isMost = used.length * 2 >= pairs.length && values.size * 2 >= [...atoms].filter(isTelling).length;
  if (used.length < 2 || values.size < used.length * 2 || !isMost) return null;
  return Math.max(0, code.indexOf(used[0]?.expected[0]?.replace(/^"/, "") ?? ""));
}

/** Whether every call of the function in the tests is answered by its one constant, and by nothing else. */
function answersAll(
  { name, answer }: { readonly name: string; readonly answer: Atom },
  pairs: readonly Pair[],
): boolean {
  const own = pairs.filter(({ called }) => called === name);
  return (
    own.length > 0 && isTelling(answer) && own.every(({ expected }) => expected.length === 1 && expected[0] === answer)
  );
}

function answers({ compared, answer, keys }: AnswerSite, { inputs, expected, key }: Pair): boolean {
  if (JSON.stringify(answer) !== JSON.stringify(expected)) return false;
  return inputs.every((atom) => compared.includes(atom)) || (key.length > 2 && keys.includes(key));
}

const signIn =
  (file: string, text: string) =>
  (at: number, what: string): CheatingSign => ({
    ...{ name: "pairs", strength: "weak", file, what, touches: "answers", line: lineAt(text, at) },
  });

/** Examples in the documentation of Python code are texts, which nothing compares with. */
const withoutDocs = (source: SourceText): SourceText =>
  source.language === "python"
    ? {
        ...source,
        code: source.code.replaceAll(/^[ \t]*[rRbBuU]{0,2}("""|''')[\s\S]*?\1/gm, (doc) =>
          doc.replaceAll(/[^\n]/g, " "),
        ),
      }
    : source;

/** The code with everything blanked that was there before; each old line accounts for one equal line. */
function addedCode({ text, code }: SourceText, old: string | null, moved: ReadonlySet<string>): string {
  const left = new Map<string, number>();
  for (const line of (old ?? "").split("\n")) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  const written = text.split("\n");
  return code
    .split("\n")
    .map((line, at) => {
      const own = (written[at] ?? "").trim();
      const count = left.get(own);
      if (count !== undefined) left.set(own, count - 1);
      const isOld = count === undefined ? own.length > 3 && moved.has(own) : count > 0;
      return isOld ? line.replaceAll(/./g, " ") : line;
    })
    .join("\n");
}

import { type Atom, atomsIn, keyText } from "./atoms.js";
import { readCases } from "./read-cases.js";

/** A place in code that answers with literals where something was compared with literals. */
export interface AnswerSite {
  readonly at: number;
  readonly compared: readonly Atom[];
  readonly answer: readonly Atom[];
  /** What it was compared with, as a key might be written. */
  readonly keys: readonly string[];
}

const text = String.raw`(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|${"`[^`\\n]*`"})`;
const value = String.raw`(?:${text}|-?\d[\w.]*)`;
const asks =
  "equals|equalsIgnoreCase|includes|startsWith|endsWith|contains|startswith|endswith|starts_with|ends_with|fullmatch|match|search|EqualFold|HasPrefix|HasSuffix|Contains|eq|is_match|MatchString";
const compares = new RegExp(
  [
    // All that is given at once: `=== JSON.stringify(["a", 1])`, `== ("a", 1):`.
    String.raw`={2,3}\s*(?:[\w.]{1,40}\()?(?<all>[[(][^;\n]{1,200}?[\])])\)*\s*(?=$|[:{?&|])`,
    String.raw`(?:={2,3}|\bcase\b|\bwhen\b|\bis\b|\bin\b)\s*[([]?\s*(${value})`,
    String.raw`\b(?:${asks})\(\s*(?:\w+\s*,\s*)?r?(${value})`,
    String.raw`(${value})\s*(?:={2,3}|\.equals\b)`,
    String.raw`\/(\^?(?:\\.|[^/\\\n])+)\/[a-z]*\s*\.test\(`,
  ].join("|"),
  "g",
);

/** What follows a condition: an answer that is returned, chosen, assigned or the arm of a match. */
const marks =
  /\breturn\b|\?(?![.?:])|=>|&&(?=\s*["'`\d([{-][^=<>!&|]*(?:\|\||[;\n]))|\bthen\b|(?<![=!<>+\-*/%&|^:~])=(?![=>~])|:=/g;

/**
 * Conditions with their answers: `if (x === 7) return 9`, `x === 7 ? 9 : …`, `case 7: return 9`, `7 => 9`,
 * `9 if x == 7 else …`, `x.replace("7", "9")`.
 */
export const conditionalAnswers = (code: string): readonly AnswerSite[] => [
  ...[...code.matchAll(marks)].flatMap((found) => answerBehind(code, found[0], found.index)),
  ...[...code.matchAll(inverted)].flatMap(({ 1: answer = "", 2: condition = "", index }) =>
    toSite(index, comparedIn(condition), answer),
  ),
  ...[...code.matchAll(replaced)].flatMap(({ 1: old = "", 2: answer = "", index }) => toSite(index, old, answer)),
];

function answerBehind(code: string, mark: string, at: number): readonly AnswerSite[] {
  const before = code.slice(Math.max(0, at - 300), at);
  const isArm = mark === "=>";
  const from = Math.max(...(isArm ? [",", "{", ";", "\n"] : [";", "}", "?"]).map((each) => before.lastIndexOf(each)));
  const answered = isArm ? -1 : lastAnswer(before);
  const condition = before.slice(Math.max(from, answered) + 1);
  const written = isArm ? condition : comparedIn(condition);
  return toSite(at, written, answerAfter(code, at + mark.length));
}

/** Where the answer before this one ends, as far as that is told by a word or a line. */
function lastAnswer(before: string): number {
  const [last] = [...before.matchAll(/\breturn\b[^\n]*(?=\n)|(?<![=!<>:])=(?![=>])[^\n]*(?=\n)/g)].slice(-1);
  const returned = before.lastIndexOf("return");
  return Math.max(last ? last.index + last[0].length : -1, returned < 0 ? -1 : returned + 5);
}

const comparedIn = (condition: string): string =>
  [...condition.matchAll(compares)]
    .map(({ 2: one, 3: asked, 4: other, 5: pattern, groups }) =>
      pattern === undefined ? (groups?.["all"] ?? one ?? asked ?? other ?? "") : JSON.stringify(pattern),
    )
    .join(" , ");

const answerAfter = (code: string, from: number): string =>
  /^\s*(?:\{[^{}\n]*\}|\[[^\n]*?\]|["'`(-]?[^;\n:}]*)/.exec(code.slice(from, from + 200))?.[0] ?? "";

const inverted = new RegExp(String.raw`(${value})(?:\.\w+\(\))?\s+if\s+([^\n]{1,200}?)(?:\s+else\b|$)`, "gm");
const replaced = new RegExp(
  String.raw`\b(?:replace|replaceAll|replacen|replace_all|ReplaceAll|Replace|sub|gsub)\(\s*(?:\w+\s*,\s*)?r?(${value}|\/(?:\\.|[^/\\\n])+\/[a-z]*)\s*,\s*(${value})`,
  "g",
);

const row = new RegExp(
  [
    String.raw`(${value}|(?<=[{,]\s*)[A-Za-z_$][\w$]*)\s*(?::|=>)\s*(${value}|true|false|True|False|\[[^\]\n]*\]|\{[^}\n]*\})`,
    String.raw`[[({]\s*(${value})\s*,\s*(${value}|true|false|True|False|\[[^\]\n]*\])\s*[\])}]`,
    String.raw`\[\s*(${value})\s*\]\s*=(?!=)\s*(${value})`,
  ].join("|"),
  "g",
);

/** The rows of tables: `"a": 1`, `["a", 1]`, `{"a", 1}`, `t["a"] = 1`. */
export const tableRows = (code: string): readonly AnswerSite[] =>
  [...code.matchAll(row)].flatMap((found) => {
    const key = found[1] ?? found[3] ?? found[5] ?? "";
    const written = /^[A-Za-z_$]/.test(key) ? `"${key}"` : key;
    return toSite(found.index, written, found[2] ?? found[4] ?? found[6] ?? "");
  });

/** The rows of a file of data: JSON by what it holds, others line by line ("a,1", "a: 1", "a = 1", "a 1"). */
export function dataRows(path: string, data: string): readonly AnswerSite[] {
  if (path.endsWith(".json"))
    return readCases(data).flatMap(([input, answer]) => toSite(Math.max(0, data.indexOf(input)), input, answer));
  let at = 0;
  return data.split("\n").flatMap((line) => {
    const start = at;
    at += line.length + 1;
    const [, key = "", answer = ""] =
      /^\s*["']?([^"'\t,;:=|]+?)["']?\s*[\t,;:=|]\s*["']?([^"'\n]+?)["']?\s*$/.exec(line) ?? [];
    return key === "" ? [] : toSite(start, quoted(key), quoted(answer));
  });
}

const quoted = (cell: string): string => (/^-?\d+(?:\.\d+)?$/.test(cell) ? cell : JSON.stringify(cell));

function toSite(at: number, written: string, answered: string): readonly AnswerSite[] {
  const [compared, answer] = [atomsIn(written).map(plainPattern), atomsIn(answered)];
  return compared.length > 0 && answer.length > 0
    ? [{ at, compared, answer, keys: written.split(" , ").map(keyText) }]
    : [];
}

/** `^Hello$` asks for the same as `Hello`. */
const plainPattern = (atom: Atom): Atom => atom.replace(/^"\^/, '"').replace(/\$$/, "");

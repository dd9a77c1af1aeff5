import { type Insertion, insertAll } from "../insertions.js";
import type { WrongAsked, Wronged } from "../language.js";
import type { ParsedPython, ParsedUnit } from "./ask-python.js";
import { placeReader } from "./positions.js";
import { wrongAnswers } from "./wrong-answers.js";

/** The text in which the units asked for answer wrongly; null if none of them can. */
export function wrapUnits(asked: WrongAsked, { units, header }: ParsedPython): Wronged | null {
  const marked = units.filter(({ name, how }) => how !== null && asked.names.includes(name));
  if (marked.length === 0) return null;
  const shift = asked.text.startsWith("\uFEFF") ? 1 : 0;
  const offsetOf = placeReader(asked.text.slice(shift));
  const lineEnd = /\r\n|\n|\r/.exec(asked.text)?.[0] ?? "\n";
  const prelude = preludeFor(asked);
  const insertions = [
    { at: offsetOf(header.at), text: header.isAfter ? `; ${prelude}` : `${prelude}${lineEnd}` },
    ...marked
      .map((unit) => withoutUnused(unit, asked))
      .flatMap((unit) => wrapUnit(unit, { text: asked.text.slice(shift), lineEnd, offsetOf })),
  ].map(({ at, text }) => ({ at: at + shift, text }));
  return { text: insertAll(asked.text, insertions), wrapped: [...new Set(marked.map(({ name }) => name))], more: [] };
}

const withoutUnused = (unit: ParsedUnit, { unused = [] }: WrongAsked): ParsedUnit =>
  unit.how === "answer" && unused.includes(unit.name) ? { ...unit, how: "skip" } : unit;

interface PythonSource {
  readonly text: string;
  readonly lineEnd: string;
  readonly offsetOf: ReturnType<typeof placeReader>;
}

function wrapUnit({ name, how, at, to }: ParsedUnit, { text, lineEnd, offsetOf }: PythonSource): readonly Insertion[] {
  const [start, end] = [offsetOf(at), offsetOf(to)];
  const wrap = `__untildone_wrong__(${asciiString(name)}, ${asciiString(how ?? "")})`;
  if (how === "lambda" || how === "value")
    return [
      { at: start, text: `${wrap}((` },
      { at: end, text: "))" },
    ];
  const indentation = text.slice(offsetOf([at[0], 0]), start);
  return [{ at: start, text: `@${wrap}${lineEnd}${indentation}` }];
}

/** One logical line, so that it can stand behind a statement. JSON's strings are Python's, too. */
const preludeFor = ({ path, marks, isRight }: WrongAsked): string =>
  `exec(${asciiString(wrongAnswers)}); __untildone_wrong__ = __untildone_load__(${asciiString(path)}, ${asciiString(marks)}, ${isRight ? "True" : "False"})`;

/** The file may be in an encoding that has no letters but ours. */
const asciiString = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^\x20-\x7e]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });

import type { SourceLanguage, Unit } from "../language.js";
import { askPython, type ParsedPython } from "./ask-python.js";
import { placeReader } from "./positions.js";
import { wrapUnits } from "./wrap-units.js";

const mostTexts = 50;

/** Python as its own parser reads it; nothing can be said where no Python is installed. */
export function python(): SourceLanguage {
  const parsed = new Map<string, Promise<ParsedPython | null>>();
  /** One process for a text: what has just been read is usually asked to answer wrongly next. */
  const parse = (text: string): Promise<ParsedPython | null> => {
    const known = parsed.get(text) ?? askPython(withoutMark(text));
    if (parsed.size >= mostTexts) parsed.clear();
    parsed.set(text, known);
    return known;
  };
  return {
    files: /\.py$/,
    async readUnits(text) {
      const found = await parse(text);
      return found === null ? null : listUnits(text, found);
    },
    async answerWrong(asked) {
      const found = await parse(asked.text);
      return found === null ? null : wrapUnits(asked, found);
    },
  };
}

/** A byte order mark is no part of the text for Python. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "");

function listUnits(text: string, { units }: ParsedPython): readonly Unit[] {
  const plain = withoutMark(text);
  const offsetOf = placeReader(plain);
  const shift = text.length - plain.length;
  return units.map(({ name, start, end, how }) => ({
    ...{ name, isMeasurable: how !== null, line: start[0] },
    ...{ start: offsetOf(start) + shift, end: offsetOf(end) + shift },
  }));
}

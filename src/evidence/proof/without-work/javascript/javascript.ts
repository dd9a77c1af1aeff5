import { insertAll } from "../insertions.js";
import type { SourceLanguage, Unit, WrongAsked, Wronged } from "../language.js";
import { collectUnits } from "./collect-units.js";
import type { FoundUnit } from "./found-unit.js";
import { type ParsedSource, parseSource } from "./parse-source.js";
import { makePrelude } from "./prelude.js";
import { wrapUnit } from "./wrap-unit.js";

/** JavaScript and TypeScript. */
export const javascript: SourceLanguage = { files: /\.(?:[cm]?[jt]s|[jt]sx)$/, readUnits, answerWrong };

async function readUnits(text: string, path: string): Promise<readonly Unit[] | null> {
  const source = await parseSource(text, path);
  return source && collectUnits(source.program.body).map((unit) => toUnit(unit, text));
}

/** After decorators there is a blank or a line break. */
const toUnit = ({ name, start, end, line, code }: FoundUnit, text: string): Unit => ({
  ...{ name, start: start + text.slice(start, end).search(/\S/), end, line, isMeasurable: code !== null },
});

async function answerWrong(asked: WrongAsked): Promise<Wronged | null> {
  const source = await parseSource(asked.text, asked.path);
  if (!source) return null;
  const units = collectUnits(source.program.body).filter(({ name, code }) => code && asked.names.includes(name));
  return (await wrapAll(asked, source, units)) ?? (await wrapThoseThatCan(asked, source, units));
}

/** Null where nothing is left to wrap, or the text is no longer a program. */
async function wrapAll(asked: WrongAsked, source: ParsedSource, units: readonly FoundUnit[]): Promise<Wronged | null> {
  if (units.length === 0) return null;
  const prelude = await makePrelude(asked, source.program);
  const text = insertAll(asked.text, [
    ...prelude,
    ...units.flatMap((unit) => wrapUnit(unit, asked.unused?.includes(unit.name) ?? false)),
  ]);
  if (!(await parseSource(text, asked.path))) return null;
  return { text, wrapped: [...new Set(units.map(({ name }) => name))], more: [] };
}

/** One unit that cannot be wrapped keeps none of the others from it. */
async function wrapThoseThatCan(
  asked: WrongAsked,
  source: ParsedSource,
  units: readonly FoundUnit[],
): Promise<Wronged | null> {
  if (units.length < 2) return null;
  const able: FoundUnit[] = [];
  for (const unit of units) if (await wrapAll(asked, source, [unit])) able.push(unit);
  return wrapAll(asked, source, able);
}

import { hasShortRatio } from "./guards.js";
import { leftWords } from "./languages/left-words.js";

/**
 * "Two of the five controllers", "zwei der fünf", "5 つのうち 2 つ": less than was asked for, in figures or in words. The
 * numbers of all languages are read together.
 */
export const namesShortPart = (lower: string): boolean =>
  hasShortRatio(lower) ||
  firstPart.test(lower) ||
  firstPhase.test(lower) ||
  (hasOf.test(lower) && isShort(partFirst().exec(lower))) ||
  (hasAmong.test(lower) && wholeFirst.test(lower));

const firstPart =
  /(?:first|erste[rn]?|première|primera|primeira|prima|перв(?:ая|ую)) (?:part|half|teil|hälfte|partie|moitié|parte|mitad|metade|metà|часть|половин)|前半|第一部分|첫 부분/;

const firstPhase =
  /\b(?:first|initial) (?:phase|stage|milestone|step|iteration|batch|wave)\b|erste[nr]? (?:phase|etappe|schritt)|(?:première|primera?|primeira|prima) (?:phase|fase|étape|etapa)|premier jalon|перв(?:ый|ого|ая) этап(?!\S* в)/;

let built: RegExp | undefined;

function partFirst(): RegExp {
  const numbers = leftWords.filter(({ spaced }) => spaced).flatMap((words) => [...words.one, ...words.numbers]);
  const number = `(${[...numbers, ...genitives].join("|")}|\\d{1,3})`;
  const part = `(?<!${letter})${number}(?:\\s+${letter}+)?\\s+${of}`;
  built ??= new RegExp(`${part}\\s+(?:${letter}{1,5}\\s+)?${number}(?!${letter})`);
  return built;
}

// Ranges instead of Unicode classes, which take a hundred times longer to compile.
const letter = "[a-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u024f\\u0370-\\u04ff\\u3040-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7a3]";
const of = "(?:of|out of|von|der|de|des|sur|su|dei|delle|dos|das|из)";
const hasOf = new RegExp(`\\s${of}\\s`);
const hasAmong = /中|のうち|중/;
const genitives = ["двух", "тр[её]х", "четыр[её]х", "пяти", "шести", "семи", "восьми", "девяти", "десяти"];

const isShort = (match: RegExpExecArray | null): boolean => match !== null && match[1] !== match[2];

const digits = "(?:\\d{1,3}|[一二两兩三四五六七八九十]|두|세|네|다섯|여섯)";
const unit = "\\s*(?:个|個|项|項|つ|件|개|가지)?";
/** Scripts without blanks name the whole first. */
const wholeFirst = new RegExp(`${digits}${unit}(?:の)?[^，,。]{0,16}?(?:中|のうち|중)[^，,。]{0,10}?${digits}${unit}`);

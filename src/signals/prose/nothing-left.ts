import { type LeftWords, leftWords } from "./languages/left-words.js";

/**
 * How much is left, read the same way in every language: a label with its value ("Remaining tasks: 0"), a number or
 * "no" with its noun ("0 tasks open", "no open tasks"), a verb with its negation ("no tasks remain"). Labels and
 * values are often of two languages, so the words of all of them are read together.
 */
interface Grammar {
  /** Says that nothing is left. */
  readonly nothing: readonly RegExp[];
  /** A value that means none, as the whole of a text. */
  readonly value: RegExp;
  /** Says that a number of things is left, or has a label for it with another value than none. */
  readonly something: readonly RegExp[];
  readonly except: RegExp;
  /** A character that some text of these languages must have; null for any. */
  readonly script: RegExp | null;
}

/** English alone, for a sentence without a word of another language, is built in a tenth of the time. */
export type Reading = "english" | "all";

/** Built on first use: most outputs name nothing that is left. */
let english: readonly Grammar[] | undefined;
let all: readonly Grammar[] | undefined;

function findGrammars(text: string, reading: Reading): readonly Grammar[] {
  english ??= [buildSpaced(isEnglish, isEnglish)];
  if (reading === "english") return english;
  all ??= [...english, buildSpaced(() => true, isOther), buildUnspaced()];
  return all.filter(({ script }) => script === null || script.test(text));
}

const letter = "[a-z0-9\\u00aa-\\u024f\\u0400-\\u04ff]";
const start = `(?<!${letter})`;
const stop = `(?!${letter})`;
/** What follows a value: its end, or a remark. */
const end = "\\s*(?=$|[.!?(\\[（…。！]|[\\u2190-\\u2bff\\ud83c-\\ud83e]|\\s[–—-])";
const dash = "[-–—]{1,3}";
const inBrackets = "[(（\\[]\\s*0\\s*[)）\\]]";
const either = (parts: readonly string[]): string => `(?:${parts.join("|")})`;

type Key = Exclude<keyof LeftWords, "name" | "spaced">;

type IsRead = (words: LeftWords) => boolean;

const collect = (key: Key, isRead: IsRead): readonly string[] => {
  const found = leftWords.filter(isRead).flatMap((words) => words[key]);
  return found.length > 0 ? found : ["(?!)"];
};

/** Small words that begin another phrase: "no tests for the remaining tasks". */
const links =
  "(?:for|in|on|with|to|the|für|mit|bei|zu|die|das|der|den|dem|haben|hat|tienen?|para|en|con|por|los|las|el|la|pour|dans|les|le|sur|ont|per|nel|il|lo|gli|com|em|na|nas|o|os|as|для|по|в|на|с|у)";
const ofAll = "(?:\\s+(?:of(?: the)?|der|de (?:las|los)|des|das|dos|delle|dei|из))?";
/** "Only two are left" is told with a negation, too, and "not much". */
const onlyAfter =
  "(?!(?:\\s+\\S+){0,2}\\s+(?:que|qu['’]\\S*|che|sino|senão|als|außer|кроме|mucho|beaucoup|molto|muito|много|viel\\S*)(?:\\s|$))";
const total = "(?:\\s*(?:/|of|out of|von|de|sur|su|di|из)\\s*\\d+)?";

const isEnglish: IsRead = ({ name }) => name === "English";
const isOther: IsRead = (words) => !isEnglish(words);

/** Labels and values are read in the one set of languages, counts in the other. */
function buildSpaced(isRead: IsRead, isCounted: IsRead): Grammar {
  const all = wordsOf(isRead);
  const none = `(?:${all("none")}${ofAll}|(?<![\\w.,/])0(?![.,:]?\\d)${total})`;
  const gap = `(?:\\s+(?!${links}\\s)[^\\s:=,;.]+)`;
  const open = `(?:${all("open")}|${all("remains")})`;
  const noun = `(?:${all("items")}|${all("open")}|${all("fillers")})`;
  const unspaced = either(collect("none", (words) => !words.spaced && isRead(words)));
  const value = `(?:${none}(?:\\s+${noun}){0,4}|${unspaced}|${dash})${end}`;
  return {
    nothing: [
      new RegExp(`${none}${gap}{0,3}?\\s+${open}`),
      new RegExp(`${open}${gap}{0,3}?\\s*(?:[:=]|\\s[–—-]\\s)\\s*${value}`),
      new RegExp(`${open}(?:\\s+${noun}){0,3}\\s+${value}`),
      new RegExp(`${open}(?:\\s+${noun}){0,3}\\s*${inBrackets}`),
      new RegExp(`${all("not")}(?:\\s+\\S{1,4})?\\s*${all("remains")}${onlyAfter}`),
    ],
    value: new RegExp(`^[\\s*_✅✓✔]*${value}`),
    something: buildCounts(isCounted),
    except: new RegExp(all("except")),
    script: null,
  };
}

const wordsOf =
  (isRead: IsRead) =>
  (key: Key): string =>
    `${start}${either(collect(key, (words) => words.spaced && isRead(words)))}${stop}`;

function buildCounts(isRead: IsRead): readonly RegExp[] {
  const word = wordsOf(isRead);
  const open = `(?:${word("open")}|${word("remains")})`;
  const several = `(?:(?<![\\w.,/])[1-9]\\d{0,3}(?![.,:]?\\d|\\s*%)|${word("numbers")})`;
  const number = `(?:${several}|${word("one")})`;
  const filler = `(?:\\s+${word("fillers")}){0,2}`;
  const lead = `^(?:${word("fillers")}\\s+)?`;
  return [
    new RegExp(`${number}${filler}(?:\\s+${word("open")})?\\s+${word("items")}${filler}(?:\\s+\\S+)?\\s+${open}`),
    new RegExp(`${number}${filler}\\s+${word("open")}\\s+${word("items")}`),
    new RegExp(`${word("remains")}${filler}\\s+(?:${several}|${word("one")}['’]?\\s*(?:\\S+\\s+)?${word("items")})`),
    new RegExp(`^${word("items")}\\s+${open}\\s*:\\s*\\S`),
    new RegExp(`${lead}${open}\\s+${word("items")}\\s*:\\s*\\S`),
    // "Open: http://…" is an order in English.
    new RegExp(`${lead}${word("open")}\\s*:\\s*${isRead === isEnglish ? several : "\\S"}`),
  ];
}

const particles = "(?:の?数量?|数量?|數量?|件数|개수|수)?\\s*(?:[:：=]|は|が|も|은|는|이|가|도|为|為|是|—)?\\s*";
const units = "\\s*(?:个|個|项|項|条|條|件|つ|개|건|가지)?";

function buildUnspaced(): Grammar {
  const word = (key: Key): string => either(collect(key, ({ spaced }) => !spaced));
  const zero = `(?<![\\d.,/])0(?![.,:]?\\d)${units}(?:\\s*[/／]\\s*\\d+)?`;
  const english = `${start}(?:none|nothing|zero|n/?a)${stop}`;
  const none = `(?:${word("none")}|${zero}|${english})`;
  const tail = `(?:\\s*(?:${word("fillers")}|${word("items")}|${word("open")}|。)){0,4}`;
  const value = `(?:${none}${tail}|${dash})${end}`;
  const noun = `(?:\\s*(?:的|の)?\\s*${word("items")}){0,2}\\s*`;
  const number = `(?:(?<![\\d.])[1-9]\\d{0,3}(?!\\s*%)|${word("numbers")})${units}`;
  return {
    nothing: [
      new RegExp(`${none}(?:\\s*(?:${word("fillers")}|${word("items")}|의)){0,3}\\s*${word("open")}`),
      new RegExp(`${word("open")}[^:：]{0,12}[:：=]\\s*(?:${word("fillers")}\\s*)*${value}`),
      new RegExp(`${word("open")}${noun}${particles}(?:${word("fillers")}\\s*)*${value}`),
      new RegExp(`${word("open")}${noun}${inBrackets}`),
    ],
    value: new RegExp(`^[\\s*_✅✓✔]*(?:${word("fillers")}\\s*)*${value}`),
    something: [
      new RegExp(`${word("open")}${noun}${particles}(?:${word("fillers")}\\s*)*${number}`),
      new RegExp(`^\\s*(?:${word("items")})?\\s*${word("open")}${noun}[:：=]\\s*\\S`),
    ],
    except: new RegExp(word("except")),
    script: /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/,
  };
}

/** A value that says none: "0", "none", "keine", "无", "0 of 7 tasks". With an exception it says something. */
export function isNothing(value: string): boolean {
  const lower = plainDigits(value.toLowerCase().trim());
  if (lower === "" || lower.length > longestValue) return false;
  if (allDone.test(lower)) return true;
  return findGrammars(lower, "all").some((grammar) => grammar.value.test(lower)) && !takesBack(lower, "all");
}

const longestValue = 200;
/** "7 of 7 done". */
const allDone =
  /^(\d+)\s*(?:\/|of|von|de|sur|su|из)\s*\1(?!\d).{0,20}(?:done|complete|finished|erledigt|fertig|complet|termin|conclu|выполн|完成|完了|완료)/;

const plainDigits = (text: string): string =>
  text.replaceAll(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - "０".charCodeAt(0)));

const takesBack = (lower: string, reading: Reading): boolean =>
  findGrammars(lower, reading).some(({ except }) => except.test(lower));

/** A value of none with an exception: "none, except the docs". */
export const hasException = (value: string): boolean => takesBack(value.toLowerCase(), "all");

const clauseEnd = /[,;](?=\s|$)|[，；、]/;

/** A lower-case sentence without the clauses that say that nothing is left. */
export function withoutNothingLeft(sentence: string, reading: Reading = "all"): string {
  const lower = plainDigits(sentence);
  const clauses = lower.split(clauseEnd);
  const kept = clauses.filter((clause, at) => !saysNothing(clause, reading) || isLimited(clauses, at, reading));
  return kept.length === clauses.length ? lower : kept.join(" , ");
}

/** The exception stands in the same clause, or right after it. */
const isLimited = (clauses: readonly string[], at: number, reading: Reading): boolean =>
  takesBack(clauses[at] ?? "", reading) || takesBack((clauses[at + 1] ?? "").slice(0, longestLead), reading);

const longestLead = 20;

/** "3 tasks open and no questions open" says both. */
const saysNothing = (clause: string, reading: Reading): boolean =>
  findGrammars(clause, reading).some(({ nothing }) =>
    nothing.some((expression) => {
      const match = expression.exec(clause)?.[0];
      return match !== undefined && !hasCount(clause.replace(match, " … "), reading);
    }),
  );

const hasCount = (lower: string, reading: Reading): boolean =>
  findGrammars(lower, reading).some(({ something }) => something.some((expression) => expression.test(lower)));

/**
 * Whether a lower-case sentence says that something is left: a number of things, or nothing with an exception. Call it
 * on what `withoutNothingLeft` gives.
 */
export function countsSomethingLeft(lower: string, reading: Reading = "all"): boolean {
  if (hasCount(lower, reading)) return true;
  if (!takesBack(lower, reading)) return false;
  const clauses = lower.split(clauseEnd);
  return clauses.some((clause, at) => saysNothing(clause, reading) && isLimited(clauses, at, reading));
}

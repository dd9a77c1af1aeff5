import { type LeftWords, leftWords } from "./languages/left-words.js";
import { type Late, late } from "./late.js";

/**
 * How much is left, read the same way in every language: a label with its value ("Remaining tasks: 0"), a number or
 * "no" with its noun ("0 tasks open", "no open tasks"), a verb with its negation ("no tasks remain"). Labels and
 * values are often of two languages, so the words of all of them are read together.
 */
export interface Grammar {
  /** Every statement below has a word for it: open, left, remains. Without one, none of them is tried. */
  readonly left: Late;
  /** Says that nothing is left. */
  readonly nothing: readonly Late[];
  /** A value that means none, as the whole of a text. */
  readonly value: Late;
  /** Says that a number of things is left, or has a label for it with another value than none. */
  readonly something: readonly Late[];
  readonly except: Late;
  /** A character that some text of these languages must have; null for any. */
  readonly script: RegExp | null;
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

export const isEnglish: IsRead = ({ name }) => name === "English";
export const isAny: IsRead = () => true;
export const isOther: IsRead = (words) => !isEnglish(words);

/** Labels and values are read in the one set of languages, counts in the other. */
export function buildSpaced(isRead: IsRead, isCounted: IsRead): Grammar {
  const all = wordsOf(isRead);
  const none = `(?:${all("none")}${ofAll}|(?<![\\w.,/])0(?![.,:]?\\d)${total})`;
  const gap = `(?:\\s+(?!${links}\\s)[^\\s:=,;.]+)`;
  const open = `(?:${all("open")}|${all("remains")})`;
  const noun = `(?:${all("items")}|${all("open")}|${all("fillers")})`;
  const unspaced = either(collect("none", (words) => !words.spaced && isRead(words)));
  const value = `(?:${none}(?:\\s+${noun}){0,4}|${unspaced}|${dash})${end}`;
  const isNone = late(`${none}|${unspaced}|${dash}`);
  const isSaid = late(`[:=]|\\s[–—-]\\s`);
  return {
    left: late(open),
    nothing: [
      late(`${none}${gap}{0,3}?\\s+${open}`, isNone),
      late(`${open}${gap}{0,3}?\\s*(?:[:=]|\\s[–—-]\\s)\\s*${value}`, isSaid, isNone),
      late(`${open}(?:\\s+${noun}){0,3}\\s+${value}`, isNone),
      late(`${open}(?:\\s+${noun}){0,3}\\s*${inBrackets}`, late(inBrackets)),
      late(`${all("not")}(?:\\s+\\S{1,4})?\\s*${all("remains")}${onlyAfter}`, late(all("not"))),
    ],
    value: late(`^[\\s*_✅✓✔]*${value}`),
    something: buildCounts(isCounted),
    except: late(all("except")),
    script: null,
  };
}

const wordsOf =
  (isRead: IsRead) =>
  (key: Key): string =>
    `${start}${either(collect(key, (words) => words.spaced && isRead(words)))}${stop}`;

function buildCounts(isRead: IsRead): readonly Late[] {
  const word = wordsOf(isRead);
  const open = `(?:${word("open")}|${word("remains")})`;
  const several = `(?:(?<![\\w.,/])[1-9]\\d{0,3}(?![.,:]?\\d|\\s*%)|${word("numbers")})`;
  const number = `(?:${several}|${word("one")})`;
  const filler = `(?:\\s+${word("fillers")}){0,2}`;
  const lead = `^(?:${word("fillers")}\\s+)?`;
  const counts = late(number);
  const names = late(word("items"));
  const isSaid = late(":");
  return [
    late(
      `${number}${filler}(?:\\s+${word("open")})?\\s+${word("items")}${filler}(?:\\s+\\S+)?\\s+${open}`,
      counts,
      names,
    ),
    late(`${number}${filler}\\s+${word("open")}\\s+${word("items")}`, counts, names),
    late(
      `${word("remains")}${filler}\\s+(?:${several}|${word("one")}['’]?\\s*(?:\\S+\\s+)?${word("items")})`,
      late(word("remains")),
      counts,
    ),
    late(`^${word("items")}\\s+${open}\\s*:\\s*\\S`, isSaid, names),
    late(`${lead}${open}\\s+${word("items")}\\s*:\\s*\\S`, isSaid, names),
    // "Open: http://…" is an order in English.
    late(`${lead}${word("open")}\\s*:\\s*${isRead === isEnglish ? several : "\\S"}`, isSaid),
  ];
}

const particles = "(?:の?数量?|数量?|數量?|件数|개수|수)?\\s*(?:[:：=]|は|が|も|은|는|이|가|도|为|為|是|—)?\\s*";
const units = "\\s*(?:个|個|项|項|条|條|件|つ|개|건|가지)?";

export function buildUnspaced(): Grammar {
  const word = (key: Key): string => either(collect(key, ({ spaced }) => !spaced));
  const zero = `(?<![\\d.,/])0(?![.,:]?\\d)${units}(?:\\s*[/／]\\s*\\d+)?`;
  const english = `${start}(?:none|nothing|zero|n/?a)${stop}`;
  const none = `(?:${word("none")}|${zero}|${english})`;
  const tail = `(?:\\s*(?:${word("fillers")}|${word("items")}|${word("open")}|。)){0,4}`;
  const value = `(?:${none}${tail}|${dash})${end}`;
  const noun = `(?:\\s*(?:的|の)?\\s*${word("items")}){0,2}\\s*`;
  const number = `(?:(?<![\\d.])[1-9]\\d{0,3}(?!\\s*%)|${word("numbers")})${units}`;
  return {
    left: late(word("open")),
    nothing: [
      late(`${none}(?:\\s*(?:${word("fillers")}|${word("items")}|의)){0,3}\\s*${word("open")}`),
      late(`${word("open")}[^:：]{0,12}[:：=]\\s*(?:${word("fillers")}\\s*)*${value}`),
      late(`${word("open")}${noun}${particles}(?:${word("fillers")}\\s*)*${value}`),
      late(`${word("open")}${noun}${inBrackets}`),
    ],
    value: late(`^[\\s*_✅✓✔]*(?:${word("fillers")}\\s*)*${value}`),
    something: [
      late(`${word("open")}${noun}${particles}(?:${word("fillers")}\\s*)*${number}`),
      late(`^\\s*(?:${word("items")})?\\s*${word("open")}${noun}[:：=]\\s*\\S`),
    ],
    except: late(word("except")),
    script: /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/,
  };
}

/** "Four are left", "Quedan cuatro más en el archivo", "あと 4 件": a number of things left, and no word for what they are. */
export function buildBareCounts(isRead: IsRead): Late {
  const word = wordsOf(isRead);
  const several = `(?:(?<![\\w.,/])[1-9]\\d{0,2}(?![\\w.,:%]\\d|\\s*%)|${word("numbers")}|${word("one")})`;
  const fillers = `(?:\\s+${word("fillers")}){0,2}`;
  const bare = `(?=\\s*(?:$|[,.;:!?(—–])|\\s+(?:${links}|nos?)\\s)`;
  const units = "\\s*(?:个|個|项|項|件|つ|개|건|가지)";
  const unspaced = (key: Key): string => either(collect(key, (words) => !words.spaced && isRead(words)));
  return late(
    [
      `${word("remains")}${fillers}\\s+${several}${fillers}${bare}`,
      `${several}${fillers}\\s+(?:${word("fillers")}\\s+)?(?:are\\s+|sind\\s+|sont\\s+)?(?:${word("open")}|${word("remains")})${bare}`,
      `^${several}\\s+${word("fillers")}(?:\\s+\\S+){0,4}?\\s+(?:${word("open")}|${word("remains")})${bare}`,
      `(?:${unspaced("open")}|${unspaced("fillers")}|あと|もう|剩|还有|還有)\\s*(?:\\d{1,3}|${unspaced("numbers")})${units}(?!の|的|의)`,
      `(?:\\d{1,3}|${unspaced("numbers")})${units}(?:가|이|는|은|が|は)?\\s*(?:더|${unspaced("fillers")})?\\s*(?:남|残|剩)`,
    ].join("|"),
  );
}

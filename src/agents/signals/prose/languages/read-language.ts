import { hasShortRatio } from "../guards.js";
import { type Late, late } from "../late.js";
import { saysNotRun, withoutNotRun } from "../not-run.js";
import { countsSomethingLeft, withoutNothingLeft } from "../nothing-left.js";
import { isInvitation, isOffer, isOfferedQuestion } from "../offers.js";
import type { Sentence } from "../sentences.js";
import { touchesAny } from "../topics.js";
import { topic } from "../topics-table.js";
import { allLanguages } from "./all-languages.js";
import type { Language } from "./language.js";
import { hasEnglishWord, mayBeLatin } from "./latin.js";
import { leftWords } from "./left-words.js";

/** The expressions of one language, each compiled on first use. */
interface Reader {
  readonly language: Language;
  /** About everything, or about one thing that may be the whole: "the task is complete". */
  readonly statements: readonly { readonly of: "all" | "thing" | "nothing"; readonly expression: Late }[];
  readonly nothingLeft: RegExp;
  readonly ending: Late;
  readonly opening: Late;
  readonly and: RegExp;
  readonly done: Late;
  readonly remaining: Late;
  readonly doubt: Late;
  readonly condition: Late;
  readonly denial: Late;
  readonly contrast: Late;
  readonly contrastFirst: Late;
  readonly part: Late;
  readonly reported: Late;
  readonly intent: Late;
  readonly blocked: Late;
}

/** Built on first use: most outputs are English and never need them. */
const readers: readonly (() => Reader)[] = allLanguages.map((language) => {
  let built: Reader | undefined;
  return () => {
    built ??= buildReader(language);
    return built;
  };
});

function findReaders({ lower, topics }: Sentence): readonly Reader[] {
  if (!touchesAny(topics, topic.foreign | topic.elsewhere)) return [];
  const mayBe = touchesAny(topics, topic.elsewhere) && !hasEnglishWord(lower);
  const isLatin = mayBe ? mayBeLatin(lower) : () => false;
  const found: Reader[] = [];
  for (const [at, { name, script }] of allLanguages.entries()) {
    const reader = (script ? script.test(lower) : isLatin(name)) ? readers[at]?.() : undefined;
    if (reader) found.push(reader);
  }
  return found;
}

// Ranges instead of Unicode classes, which take a hundred times longer to compile.
const letters = "a-z0-9\\u00aa-\\u024f\\u0400-\\u04ff\\u3040-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7a3";
const letter = `[${letters}]`;
/** Arrows, ticks and emoji. */
const symbol = "[\\u2190-\\u2bff\\ud83c-\\ud83e]";

function buildReader(language: Language): Reader {
  const { spaced } = language;
  const either = (list: readonly string[]): string => `(?:${list.length === 0 ? "(?!)" : list.join("|")})`;
  const start = spaced ? `(?<!${letter})` : "";
  const stop = spaced ? `(?!${letter})` : "";
  const word = (list: readonly string[]): Late => late(`${start}${either(list)}${stop}`);
  return {
    language,
    statements: buildStatements(language, { either, start, stop }),
    nothingLeft: new RegExp(`${start}${either(language.nothingLeft)}${stop}`, "g"),
    ending: late(`^[\\s*_)"'»”\\]）]*(?:$|[.!,;:…(—–。！，；：、（-]|${symbol}|${either(language.and)}${stop})`),
    opening: late(`^(?:[^${letters}]|${start}${either(language.opening)}${stop})*$`),
    and: new RegExp(`${start}${either(language.and)}${stop}`),
    done: word(language.done),
    remaining: word(language.remaining),
    doubt: word(language.doubt),
    condition: word(language.condition),
    denial: word(language.denial),
    contrast: word(language.contrast),
    contrastFirst: late(`^[^${letters}]*(?:${either(language.contrast)}|${either(language.denial)}${stop})`),
    part: word(language.part),
    reported: word(language.reported),
    intent: word(language.intent),
    blocked: word(language.blocked),
  };
}

const beyondTen = [
  "elf",
  "zwölf",
  "onze",
  "douze",
  "once",
  "doce",
  "doze",
  "undici",
  "dodici",
  "одиннадцать",
  "двенадцать",
];

interface Pieces {
  either(list: readonly string[]): string;
  readonly start: string;
  readonly stop: string;
}

function buildStatements(language: Language, { either, start, stop }: Pieces): Reader["statements"] {
  const gap = language.spaced ? "\\s+" : "\\s*";
  const maybe = (list: readonly string[], most = 1): string => `(?:${gap}${either(list)}${stop}){0,${most}}`;
  const words = leftWords.find(({ name }) => name === language.name)?.numbers ?? [];
  const number = `(?:${gap}(?:\\d+(?:/\\d+)?|${either([...words, ...beyondTen])}))?`;
  const counted = language.spaced ? "" : "(?:\\s*\\d+\\s*(?:个|個|件|项|項|つ|개|건))?";
  const which = maybe(language.which);
  const items = `${either(language.all)}${number}${which}${gap}${either(language.items)}${stop}${which}${maybe(language.place)}`;
  const isDone = `${maybe(language.is, 2)}${maybe(language.adverbs, 3)}${gap}${either(language.done)}${stop}${maybe(language.adverbs, 2)}`;
  const article = language.spaced ? `(?:[a-zà-ÿ]{1,3}(?=\\s)${number}\\s+)?` : "";
  const did = `${either(language.did)}${stop}${maybe(language.adverbs, 2)}${gap}${items}${maybe(language.adverbs, 2)}`;
  const expression = (source: string, ...needs: readonly Late[]): Late => late(`${start}${source}`, ...needs);
  const hasDone = late(`${either(language.done)}${stop}`);
  const hasAll = expression(either(language.all));
  const hasEverything = expression(either(language.everything));
  return [
    { of: "all", expression: expression(`${items}${isDone}`, hasDone, hasAll) },
    { of: "all", expression: expression(did, hasAll) },
    {
      of: "all",
      expression: expression(
        `${article}${either(language.items)}${stop}${counted}${which}${maybe(language.place)}${maybe(language.is, 2)}${gap}${either(language.each)}${isDone}`,
        hasDone,
        expression(either(language.each)),
      ),
    },
    {
      of: "all",
      expression: expression(
        `${either(language.did)}${stop}${gap}${either(language.everything)}${stop}`,
        hasEverything,
      ),
    },
    {
      of: "all",
      expression: expression(`${either(language.everything)}${stop}${isDone}`, hasDone, hasEverything),
    },
    {
      of: "thing",
      expression: expression(
        `${either(language.things)}${stop}${maybe(language.place)}${isDone}`,
        hasDone,
        expression(either(language.things)),
      ),
    },
    { of: "nothing", expression: expression(`${either(language.nothingLeft)}${stop}`) },
  ];
}

const isTicked = (text: string): boolean => /[✅✓✔☑]|^\[x\]/u.test(text);

/** Whether a sentence in another language states, in the agent's own name, that all the work is finished. */
export function statesWholeElsewhere(sentences: readonly Sentence[], at: number): boolean {
  const sentence = sentences[at];
  if (!sentence || (sentence.item && !isTicked(sentence.lower)) || /[?？¿]/.test(sentence.lower)) return false;
  const next = sentences[at + 1]?.lower ?? "";
  return findReaders(sentence).some(
    (reader) =>
      claimsWhole(reader, sentence, speaksOfPartElsewhere(reader, sentences)) &&
      (!reader.contrastFirst.test(withoutNothingLeft(next).replaceAll(reader.nothingLeft, "")) || saysNotRun(next)),
  );
}

function claimsWhole(reader: Reader, { lower, section }: Sentence, besidePart: boolean): boolean {
  if (section !== "" && reader.part.test(section.toLowerCase())) return false;
  if (hasShortRatio(lower) || /(?<!\d)\d{1,2}(?:[.,]\d+)?\s?%/.test(lower)) return false;
  return reader.statements.some(({ of, expression }) => {
    const match = expression.exec(lower);
    if (!match || (besidePart && of !== "all")) return false;
    const end = match.index + match[0].length;
    if (of !== "nothing" && reader.denial.test(match[0])) return false;
    return isOwn(reader, lower.slice(0, match.index)) && holds(reader, { of, lower, match: match[0], end });
  });
}

/** In Korean, the verb itself says that another clause follows: "and". */
const goesOn = /[고며]$/;

/** No condition, part or exception anywhere in the sentence, and no denial after the statement. */
interface Stated {
  readonly of: Reader["statements"][number]["of"];
  readonly lower: string;
  readonly match: string;
  readonly end: number;
}

function holds(reader: Reader, { of, lower, match, end }: Stated): boolean {
  const after = lower.slice(end);
  if (!reader.ending.test(after) && !goesOn.test(match)) return false;
  const around = `${lower.slice(0, end - match.length)} , ${after.replaceAll(reader.nothingLeft, "")}`;
  // "All phases" are the whole; "all tasks of the phase" are not.
  const partial = of === "all" ? around : lower;
  if (reader.condition.test(around) || reader.part.test(partial) || reader.contrast.test(around)) return false;
  return !reader.denial.test(withoutNothingLeft(after).replaceAll(reader.nothingLeft, ""));
}

/** Preceded only by an opening, or by a separate clause that reports nobody else's words. */
function isOwn(reader: Reader, before: string): boolean {
  if (reader.opening.test(before)) return true;
  // "Three points are done: nothing is left" is the agent's own; "The goal: nothing is left" is not.
  const lead = before.split(/[:：]/);
  if (lead.length > 1 && !reader.done.test(lead[0] ?? "")) return false;
  if (reader.reported.test(before)) return false;
  const clause = before.split(/[,;，；、—–(（:：]/).at(-1) ?? "";
  const last = clause.split(reader.and).at(-1) ?? "";
  return last !== before && reader.opening.test(last);
}

/** A numbered part is reported as done, so "the work is complete" is about that part. */
const speaksOfPartElsewhere = ({ part, done }: Reader, sentences: readonly Sentence[]): boolean =>
  sentences.some(
    ({ lower, edge, heading }) => (edge || heading) && /\d/.test(lower) && part.test(lower) && done.test(lower),
  );

/** Whether a lower-case text is just a word for "done". */
export const isDoneElsewhere = (lower: string): boolean => allLanguages.some(({ lone }) => lone.includes(lower));

/** Names work that is left or not done. "Nothing is left" does not count, in whatever form. */
export function namesWorkElsewhere(sentence: Sentence): boolean {
  const readers = findReaders(sentence);
  if (readers.length === 0) return false;
  const lower = withoutNothingLeft(sentence.lower);
  if (countsSomethingLeft(lower)) return true;
  return readers.some(({ remaining, nothingLeft }) => remaining.test(lower.replaceAll(nothingLeft, "")));
}

/** Weaker words for remaining work or, in the last sentences, what the agent is about to do. */
export function doubtsElsewhere(sentence: Sentence): boolean {
  const readers = findReaders(sentence);
  if (readers.length === 0 || isOffer(sentence) || isOfferedQuestion(sentence.lower)) return false;
  const doubts = (lower: string): boolean =>
    readers.some(
      ({ doubt, intent, nothingLeft }) =>
        doubt.test(lower.replaceAll(nothingLeft, "")) || (sentence.closing && intent.test(lower)),
    );
  const lower = withoutNothingLeft(sentence.lower);
  return doubts(lower) && doubts(withoutNotRun(lower));
}

/** Where the agent says that it cannot continue without help. */
export function findBlockElsewhere(sentence: Sentence): RegExpExecArray | null {
  if (isInvitation(sentence.lower)) return null;
  for (const { blocked } of findReaders(sentence)) {
    const match = blocked.exec(sentence.lower);
    if (match) return saysNotRun(sentence.lower) ? null : match;
  }
  return null;
}

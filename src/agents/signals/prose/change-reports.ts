import { isOfTheList } from "../dialects/interpret.js";
import { type ChangeGrammar, grammarOf, isChangeHead } from "./change-grammar.js";
import { endsNothing } from "./finished-looks.js";
import { isAsserted } from "./guards.js";
import { changeWords } from "./languages/change-words.js";
import { isDoneElsewhere } from "./languages/read-language.js";
import { isUndone } from "./neighbours.js";
import { saysNotRun } from "./not-run.js";
import { countsSomethingLeft } from "./nothing-left.js";
import { findListHead } from "./offers.js";
import { countsOtherUnits } from "./other-units.js";
import { languagesOf } from "./sentence-languages.js";
import type { Sentence } from "./sentences.js";
import { namesShortPart } from "./short-parts.js";

const findGrammars = (sentence: Sentence): readonly ChangeGrammar[] => {
  const mayBe = languagesOf(sentence);
  return changeWords.filter(({ name }) => mayBe(name)).map(grammarOf);
};

/**
 * "Implemented the filter. Tests pass.", "Corrigé : …", "已实现…": a change that was made, as the agent's last message
 * reports it. It claims the work of this turn, never more. The same in every language: a verb in the past that opens the
 * report, with the agent or the changed thing as its subject, and nothing beside it that takes it back.
 */
export const reportsChange = (sentences: readonly Sentence[]): boolean =>
  sentences.some(
    (sentence, at) => (sentence.edge || sentence.heading || isSummarized(sentences, at)) && isReport(sentences, at),
  );

/**
 * "`slug` already exists and its tests pass. I changed nothing.": what was asked for was there before. Either half alone
 * is said of much else.
 */
export function reportsAlready(sentences: readonly Sentence[]): boolean {
  const edges = sentences.filter(({ edge, lower }) => edge && !/[?？]/.test(lower));
  return (
    edges.some((sentence) => findGrammars(sentence).some((grammar) => saysAlready(grammar, sentence.lower))) &&
    edges.some((sentence) => findGrammars(sentence).some(({ untouched }) => untouched.test(sentence.lower)))
  );
}

/** With nothing that takes it back, except "nothing was changed". */
function saysAlready(
  { already, untouched, contrast, supposed, denial, intent }: ChangeGrammar,
  lower: string,
): boolean {
  const match = already.exec(lower);
  if (!match || contrast.test(lower) || intent.test(lower)) return false;
  // "Nothing had to be changed" supposes nothing.
  const before = lower.slice(0, match.index).replace(untouched.exec(lower)?.[0] ?? "", "");
  return !supposed.test(before) && !denial.test(before.split(/[,;:：，；—–(]/).at(-1) ?? "");
}

/** Right below a heading such as "Summary". */
function isSummarized(sentences: readonly Sentence[], at: number): boolean {
  const section = sentences[at]?.section ?? "";
  if (section === "" || (at > 4 && sentences[at - 5]?.section === section)) return false;
  return isChangeHead(section.toLowerCase());
}

function isReport(sentences: readonly Sentence[], at: number): boolean {
  const sentence = sentences[at];
  if (!sentence || sentence.item === "open" || /[?？]/.test(sentence.lower) || isUndone(sentences, at)) return false;
  if (sentence.item && !isListed(sentences, at)) return false;
  if (namesShortPart(sentence.lower)) return false;
  if (isLoneWord(sentence.lower)) return true;
  const next = sentences[at + 1]?.lower ?? "";
  // "Ainda restam duas histórias" is no contrast: it is about the list.
  const isOfList = (isOfTheList(next) && countsSomethingLeft(next)) || countsOtherUnits(sentences, at + 1);
  const isBelowHead = sentence.item !== null && isBelowChangeHead(sentences, at);
  return findGrammars(sentence).some(
    (grammar) =>
      (states(grammar, sentence.lower) || (isBelowHead && grammar.listed.test(sentence.lower))) &&
      (isOfList || !grammar.contrastFirst.test(next) || saysNotRun(next)),
  );
}

/** "**Summary**" alone on a line above the list is no heading in Markdown. */
function isBelowBoldHead(sentences: readonly Sentence[], at: number): boolean {
  const above = sentences.findLast(({ item }, before) => before < at && item === null)?.lower ?? "";
  return above !== "" && isChangeHead(above);
}

/** "Erledigt!", before what was done. English has its own: `unit-claims.ts`. */
const isLoneWord = (lower: string): boolean =>
  lower.length <= longestWord && isDoneElsewhere(lower.replaceAll(/^[\P{L}]+|[\P{L}]+$/gu, ""));

const longestWord = 30;

/** An item of a list that opens the message, or of a list of changes. */
function isListed(sentences: readonly Sentence[], at: number): boolean {
  const { section = "" } = sentences[at] ?? {};
  return (findListHead(sentences, at) === "" && section === "") || isBelowChangeHead(sentences, at);
}

function isBelowChangeHead(sentences: readonly Sentence[], at: number): boolean {
  const head = findListHead(sentences, at) || (sentences[at]?.section ?? "");
  return head === "" ? isBelowBoldHead(sentences, at) : isChangeHead(head.toLowerCase());
}

function states(grammar: ChangeGrammar, lower: string): boolean {
  const mayReport = grammar.verbs.test(lower);
  const isReport = (match: RegExpExecArray | null): boolean => match !== null && isPlain(grammar, lower, match);
  const isClear = !grammar.contrast.test(lower) && !grammar.intent.test(lower);
  if (!isClear) return false;
  if (mayReport && grammar.reports.some((report) => isReport(report.exec(lower)))) return true;
  if (mayReport && grammar.deeds.some((deed) => isReport(findDeed(grammar, deed.exec(lower))))) return true;
  if (grammar.bare.test(lower)) return !grammar.plans.test(lower) && !grammar.history.test(lower);
  const there = grammar.there.exec(lower);
  return there !== null && !endsNothing(grammar.name, lower, there) && isStated(grammar, lower.slice(0, there.index));
}

/** "I checked the build" has the form of a deed, and changed nothing. */
const findDeed = ({ idle }: ChangeGrammar, match: RegExpExecArray | null): RegExpExecArray | null =>
  match && !idle.test(match[1] ?? "") ? match : null;

/** Nothing before it supposes or denies it. */
const isStated = ({ supposed, denial, verbLast }: ChangeGrammar, before: string): boolean =>
  (verbLast || !supposed.test(before)) && !denial.test(before.split(/[,;:—–(]/).at(-1) ?? "");

/** Neither denied, nor supposed, nor about a plan. */
function isPlain(
  { name, spaced, verbLast, supposed, plans, denial, history }: ChangeGrammar,
  lower: string,
  match: RegExpExecArray,
): boolean {
  const { 0: words, index } = match;
  if (endsNothing(name, lower, match)) return false;
  const end = index + words.length;
  const before = lower.slice(0, end);
  if (name === "English" && !isAsserted({ sentence: before, start: index, end })) return false;
  if ((!verbLast && supposed.test(before)) || plans.test(lower.slice(index, end + longestObject))) return false;
  if (history.test(`${before}${lower.slice(end).split(/[:：;]/, 1)[0]}`)) return false;
  if (!spaced) return !deniedBefore.test(lower.slice(0, index));
  return !denial.test(before.split(/[,;:—–(]/).at(-1) ?? "");
}

/** In a script without blanks the verb form carries its own denial, or has it right before it. */
const deniedBefore = /[未没沒不]有?$|(?:[并並](?:非|不是|没有?)|不是|不能说|没有?(?:全部|都|完全))[^，,。；;]*$/;
const longestObject = 40;

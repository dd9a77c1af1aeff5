import { buildSpaced, buildUnspaced, type Grammar, isEnglish, isOther } from "./left-grammar.js";

/** English alone, for a sentence without a word of another language, is built in a tenth of the time. */
export type LanguageChoice = "english" | "all";

/** Built on first use: most outputs name nothing that is left. */
let english: readonly Grammar[] | undefined;
let all: readonly Grammar[] | undefined;

function findGrammars(text: string, reading: LanguageChoice): readonly Grammar[] {
  english ??= [buildSpaced(isEnglish, isEnglish)];
  if (reading === "english") return english;
  all ??= [...english, buildSpaced(() => true, isOther), buildUnspaced()];
  return all.filter(({ script }) => script === null || script.test(text));
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

const takesBack = (lower: string, reading: LanguageChoice): boolean =>
  findGrammars(lower, reading).some(({ except }) => except.test(lower));

/** A value of none with an exception: "none, except the docs". */
export const hasException = (value: string): boolean => takesBack(value.toLowerCase(), "all");

const clauseEnd = /[,;](?=\s|$)|[，；、]/;

const mayBeLeft = (lower: string, reading: LanguageChoice): boolean =>
  findGrammars(lower, reading).some(({ left }) => left.test(lower));

/** A lower-case sentence without the clauses that say that nothing is left. */
export function withoutNothingLeft(sentence: string, reading: LanguageChoice = "all"): string {
  const lower = plainDigits(sentence);
  if (!mayBeLeft(lower, reading)) return lower;
  const clauses = lower.split(clauseEnd);
  const kept = clauses.filter((clause, at) => !saysNothing(clause, reading) || isLimited(clauses, at, reading));
  return kept.length === clauses.length ? lower : kept.join(" , ");
}

/** The exception stands in the same clause, or right after it. */
const isLimited = (clauses: readonly string[], at: number, reading: LanguageChoice): boolean =>
  takesBack(clauses[at] ?? "", reading) || takesBack((clauses[at + 1] ?? "").slice(0, longestLead), reading);

const longestLead = 20;

/** "3 tasks open and no questions open" says both. */
const saysNothing = (clause: string, reading: LanguageChoice): boolean =>
  findGrammars(clause, reading).some(
    ({ left, nothing }) =>
      left.test(clause) &&
      nothing.some((expression) => {
        const match = expression.exec(clause)?.[0];
        return match !== undefined && !hasCount(clause.replace(match, " … "), reading);
      }),
  );

const hasCount = (lower: string, reading: LanguageChoice): boolean =>
  findGrammars(lower, reading).some(
    ({ left, something }) => left.test(lower) && something.some((expression) => expression.test(lower)),
  );

/**
 * Whether a lower-case sentence says that something is left: a number of things, or nothing with an exception. Call it
 * on what `withoutNothingLeft` gives.
 */
export function countsSomethingLeft(lower: string, reading: LanguageChoice = "all"): boolean {
  if (!mayBeLeft(lower, reading)) return false;
  if (hasCount(lower, reading)) return true;
  if (!takesBack(lower, reading)) return false;
  const clauses = lower.split(clauseEnd);
  return clauses.some((clause, at) => saysNothing(clause, reading) && isLimited(clauses, at, reading));
}

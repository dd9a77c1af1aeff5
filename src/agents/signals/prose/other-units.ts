import { isOfTheList } from "../dialects/interpret.js";
import { namesListElsewhere } from "../other-languages.js";
import { hasEnglishWord } from "./languages/latin.js";
import type { Late } from "./late.js";
import { buildBareCounts, isAny, isEnglish } from "./left-grammar.js";
import type { Sentence } from "./sentences.js";

/** Built on first use. That of English alone is built in a tenth of the time. */
let english: Late | undefined;
let any: Late | undefined;

function bareCounts(lower: string): Late {
  if (hasEnglishWord(lower)) {
    english ??= buildBareCounts(isEnglish);
    return english;
  }
  any ??= buildBareCounts(isAny);
  return any;
}

/** "US-7 is done. Four are left": after a sentence about one unit of a list, a number without a noun is of the others. */
export function countsOtherUnits(sentences: readonly Sentence[], at: number): boolean {
  if (!isOfTheList(sentences[at - 1]?.text ?? "")) return false;
  const lower = sentences[at]?.lower ?? "";
  return bareCounts(lower).test(lower);
}

/** What a unit of the list is called by: "T4", "#12", "story 3". */
const unitNames = /\b[A-Z]{1,8}-?\d+(?:\.\d+)*\b|#\d+|\b(?:task|story|ticket|item|issue|phase|step) #?\d+/gi;
const otherUnit =
  /\b(?:next|other|remaining|following|open|last|more|further)\s+(?:\S+\s+)?(?:tasks?|stor(?:y|ies)|items?|tickets?|issues?|phases?|milestones?|epics?)\b/i;

const namesOf = (text: string): readonly string[] =>
  [...text.matchAll(unitNames)].map(([name]) => name.toLowerCase().replace(/^\D+ /, ""));

/** "T3 is complete. I will continue with T4": it names units of the list, and none that was named before. */
export function isOfOthers(sentences: readonly Sentence[], at: number): boolean {
  const text = sentences[at]?.text ?? "";
  const named = namesOf(text);
  if (named.length > 0) {
    const known = new Set(sentences.slice(0, at).flatMap((sentence) => namesOf(sentence.text)));
    return !named.some((name) => known.has(name));
  }
  return otherUnit.test(text) || namesListElsewhere(text) || countsOtherUnits(sentences, at);
}

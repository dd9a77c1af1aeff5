import { isOfTheList } from "../dialects/interpret.js";
import type { Late } from "./late.js";
import { buildBareCounts } from "./left-grammar.js";
import type { Sentence } from "./sentences.js";

let bareCounts: Late | undefined;

/** "US-7 is done. Four are left": after a sentence about one unit of a list, a number without a noun is of the others. */
export function countsOtherUnits(sentences: readonly Sentence[], at: number): boolean {
  if (!isOfTheList(sentences[at - 1]?.text ?? "")) return false;
  bareCounts ??= buildBareCounts();
  return bareCounts.test(sentences[at]?.lower ?? "");
}

import type { Remaining } from "../../../decide/agent-report.js";
import { isOfTheList } from "../dialects/interpret.js";
import { readRemaining } from "../dialects/values.js";
import { isExcused } from "./denials.js";
import { withoutFileNames } from "./file-names.js";
import { hasShortRatio, mayBeRatio } from "./guards.js";
import { namesWorkElsewhere } from "./languages/read-language.js";
import { countsSomethingLeft, isNothing, withoutNothingLeft } from "./nothing-left.js";
import { endsAsQuestion, findListHead, isOffer } from "./offers.js";
import { countsOtherUnits } from "./other-units.js";
import { extra, label, named, none, notAsked, openList, ratioOfWork, scandinavian } from "./remaining-table.js";
import type { Sentence } from "./sentences.js";
import { touchesAny } from "./topics.js";
import { topic } from "./topics-table.js";

/** The first match that names remaining work, or undefined. */
const namesWork = ({ lower, topics }: Pick<Sentence, "lower" | "topics">) =>
  named.find(([needs, expression]) => touchesAny(topics, needs) && expression.test(lower));

/** A word for remaining work, another script, or a ratio. */
const mayNameWork = ({ topics, lower }: Sentence): boolean =>
  touchesAny(topics, topic.work | topic.foreign | topic.elsewhere) ||
  (touchesAny(topics, topic.digit) && mayBeRatio.test(lower));

/** The first remaining work that the agent names. Optional extras, offers and "nothing remains" do not count. */
export function readRemainingWork(sentences: readonly Sentence[]): Remaining | null {
  for (let at = 0; at < sentences.length; at++) {
    const sentence = sentences[at];
    if (!sentence || !(sentence.item === "open" || mayNameWork(sentence))) continue;
    const { text, lower, item } = sentence;
    const listed = item === "open" ? text : listedUnder(sentences, at);
    if (listed && !isSettled(listed) && !isOffer(sentence, findListHead(sentences, at))) return toRemaining(listed);
    const labelled = lower.includes(":") ? label.exec(lower) : null;
    if (labelled) {
      const work = readRemaining(labelled[1]);
      // "Remaining tasks: …" is about other tasks of the list.
      const isOfList = /^\S*\s*(?:tasks|items|stories)\b/.test(lower);
      const named = work && toRemaining(text.slice(text.indexOf(":") + 1).trim() || work);
      if (named) return isOfList ? { ...named, of: "list" } : named;
      continue;
    }
    if (!mayNameWork(sentence) || endsAsQuestion(lower) || isHeadOfNothing(sentences, at)) continue;
    const found = readNamedWork(sentence, sentences[at + 1]?.lower ?? "");
    const named = found && countsOtherUnits(sentences, at) ? { ...found, of: "list" as const } : found;
    if (named && !extra.test(lower) && !notAsked.test(lower) && !isOffer(sentence, findListHead(sentences, at)))
      return named;
  }
  return null;
}

/** A heading or a label whose value stands below it: "none". */
function isHeadOfNothing(sentences: readonly Sentence[], at: number): boolean {
  const head = sentences[at];
  if (!head || !(head.heading || /[:：]$/.test(head.lower))) return false;
  return isNothing(sentences[at + 1]?.lower ?? "");
}

function readNamedWork(sentence: Sentence, next: string): Remaining | null {
  const { text, topics } = sentence;
  const lower = withoutFileNames(sentence.lower);
  const isElsewhere = touchesAny(topics, topic.foreign | topic.elsewhere);
  if (isElsewhere && (namesWorkElsewhere({ ...sentence, lower }) || scandinavian.test(lower))) return toRemaining(text);
  const naming = namesWork({ lower, topics });
  const mayCount = isElsewhere || touchesAny(topics, topic.left);
  const mayBeShort = touchesAny(topics, topic.digit) && hasShortRatio(lower);
  if (!naming && !mayCount && !mayBeShort) return null;
  const reading = isElsewhere ? "all" : "english";
  const rest = withoutNothingLeft(lower, reading);
  const named = rest === lower ? naming : namesWork({ lower: rest, topics });
  if (named && !none.test(rest) && !isExcused(sentence, next))
    return named[2] ? { ...toRemaining(text), of: named[2] } : toRemaining(text);
  if (mayCount && countsSomethingLeft(rest, reading)) return toRemaining(text);
  return mayBeShort && hasShortRatio(rest) && ratioOfWork.test(rest) ? toRemaining(text) : null;
}

/** The first item under a line that introduces a list of open work. */
function listedUnder(sentences: readonly Sentence[], at: number): string | undefined {
  const head = sentences[at];
  if (!head || head.item || !(head.heading || head.text.endsWith(":")) || !openList.test(head.lower)) return undefined;
  const first = sentences[at + 1];
  return first?.item ? first.text : undefined;
}

/** An item with nothing to do, an extra, or a check left to a person. */
function isSettled(written: string): boolean {
  const item = written.toLowerCase();
  if (readRemaining(item.replace(/^\[ \]\s*/, "")) === null || extra.test(item)) return true;
  return /\b(?:manual(?:ly)?|human|reviewers?|your|users?|maintainers?|pass(?:ed)?)\b|✅/.test(item);
}

const toRemaining = (text: string): Remaining => ({
  text: text.slice(0, 200),
  of: isOfTheList(text) ? "list" : "task",
});

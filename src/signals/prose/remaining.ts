import type { Remaining } from "../../core/agent-report.js";
import { isOfTheList } from "../dialects/interpret.js";
import { readRemaining } from "../dialects/values.js";
import { isExcused } from "./denials.js";
import { hasShortRatio, mayBeRatio } from "./guards.js";
import { namesWorkElsewhere } from "./languages/read-language.js";
import { countsSomethingLeft, isNothing, withoutNothingLeft } from "./nothing-left.js";
import { endsAsQuestion, findListHead, isOffer } from "./offers.js";
import type { Sentence } from "./sentences.js";
import { topic, touchesAny } from "./topics.js";

const workItems =
  "(?:tasks?|stories|story|items?|phases?|sections?|features?|issues?|steps|plans?|tickets|pages?|epics?|criteria)";
const someNumber = "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|several|many|some|a few)";
/** Each with its topics, of which at least one must be present. */
const named: readonly (readonly [needs: number, expression: RegExp, of?: "list"])[] = [
  [
    topic.left,
    new RegExp(
      `\\b(?:\\d+|one|two|three|four|five|several|many|some|few)\\s+(?:\\S+\\s+){0,3}?${workItems}\\b(?:\\s+\\S+){0,4}?\\s+(?:remain|remains|remaining|left|to go|pending|incomplete|unchecked|unfinished)\\b`,
    ),
  ],
  [
    topic.left,
    new RegExp(
      `\\b(?:\\d+|one|two|three|several|many|some|more)\\s+(?:\\S+\\s+)?(?:remaining|incomplete|unchecked|unfinished|pending|open)\\s+(?:\\S+\\s+)?${workItems}\\b`,
    ),
  ],
  [topic.left, new RegExp(`\\bmore\\s+(?:\\S+\\s+)?${workItems}\\s+remaining\\b`)],
  [
    topic.still,
    /\bstill\s+(?:\S+\s+)?(?:needs?|to be|to do|pending|missing|failing|incomplete|unfinished|outstanding|remains?)\b/,
  ],
  [topic.left, new RegExp(`\\b${workItems}\\s+\\S*\\d\\S*(?:\\s+\\S+){0,3}?\\s+remains?\\b`)],
  [
    topic.still,
    /\bstill (?:work|some work|\d+ (?:\S+ )?(?:tasks|tests|items))\b(?:\s+\S+){0,3}?\s+(?:left|to do|to be done|fail(?:s|ing)?)\b|\btests? still fail(?:s|ing)?\b/,
  ],
  [topic.left, /\bleft to (?:do|implement|fix|complete|finish)\b/],
  [
    topic.left,
    new RegExp(`\\b${someNumber}\\s+(?:more\\s+|other\\s+)?(?:(?!good|ready|set|free|on)\\S+\\s+)?to go\\b`),
    "list",
  ],
  [
    topic.left | topic.still,
    new RegExp(
      `\\b(?:still|there are|leaves|leaving)\\s+(?:still\\s+)?${someNumber}\\s+more\\s+(?:\\S+\\s+)?${workItems}\\b`,
    ),
    "list",
  ],
  [topic.not, new RegExp(`\\bnot (?:yet )?the (?:last|final) (?:\\S+ )?${workItems}\\b`), "list"],
  [topic.next, /\b(?:is|are|comes?|coming) up next\b|\bup next\s*(?::|is\b|are\b)|\bnext up\b/, "list"],
  [
    topic.not,
    /\bnot (?:yet )?(?:been )?(?:complete|completed|implemented|finished|done|started)(?: yet)?\b|\bnot (?:yet )?(?:fully )?(?:complete|implemented)\b/,
  ],
  [
    topic.left,
    /\byet to be (?:done|implemented|completed|written)\b|\b(?:is|are|remains?) (?:unfinished|incomplete)\b/,
  ],
  [
    topic.next,
    /\bnext (?:task|story|session|loop|iteration|section|priority|page)\b(?:\s+\S+)?\s*(?::|is\b|should|will|to\b|\()/,
  ],
  [topic.intent, /\b(?:will|i['’]ll|should) (?:continue|proceed|pick (?:it )?up)\b/],
  [
    topic.left,
    /\bwhat(?:['’]s| is)? (?:still )?(?:remains|left|missing)\b|\b(?:is|are|remains?) (?:still )?(?:pending|outstanding)\b|\b(?:is|are) (?:still )?left(?=[.,;!)]|$)/,
  ],
  [
    topic.next | topic.still,
    /\b(?:in|for) the next (?:loop|iteration|session|run)\b|\b(?:i|we) still (?:have|need) to\b/,
  ],
];

/** The first match that names remaining work, or undefined. */
const namesWork = ({ lower, topics }: Pick<Sentence, "lower" | "topics">) =>
  named.find(([needs, expression]) => touchesAny(topics, needs) && expression.test(lower));

/** What a ratio may be about, in every language. */
const ratioOfWork =
  /\b(?:complete|completed|done|stories|tasks|items|pages|finished|criteria)\b|aufgabe|punkt|schritt|erledigt|abgeschlossen|fertig|tarea|puntos|completad|terminad|tarefa|itens|conclu[ií]d|tâche|étape|points? sur|terminée?s?\b|attività|compit|punti|completat|задач|пункт|шаг|выполнен|заверш|任务|任務|[项項]|完成|タスク|完了|작업|항목|완료/;
const label =
  /^(?:still )?(?:remaining(?: work| tasks| items| stories)?|left to do|to ?do|still to do|outstanding(?: work| tasks| items)?|unfinished|incomplete|not (?:yet )?done)\s*:\s*(.*)$/;
/** A heading or a line that introduces a list of remaining work. */
const openList =
  /^\W*(?:what(?:['’]s| is) (?:left|remaining|missing)|remaining|left to do|to-?dos?|still (?:to do|open|missing)|outstanding|pending|not (?:yet )?(?:done|implemented|started|completed?)|incomplete|unfinished|(?:known )?gaps|open (?:items|tasks|points|work|stories|todos)|next (?:tasks|stories))\b[^.!?]{0,40}$/;
const none =
  /\b(?:no|nothing|none|zero|0|without|any)\s+(?:[^\s,;]+\s+){0,3}?(?:remain|remains|remaining|left|pending|incomplete|unchecked|outstanding|open|work|tasks)\b/;
const extra =
  /\b(?:optional|optionally|nice[- ]to[- ]have|future|if (?:you|desired|needed|wanted)|could be|follow-?ups?|enhancements?|suggest(?:ed|ion|ions)?)\b/;
/** Of something else: nobody asked for it. */
const notAsked =
  /\b(?:not|n['’]t|never) (?:a )?part of (?:the|this|my|our) (?:task|story|ticket|request|work|job)\b|\bout of scope\b|\boutside (?:of )?(?:the|this) (?:scope|task)\b|\bnobody asked\b/;
const scandinavian = /\bi mangler\b|kvarstår/;

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
    const named = readNamedWork(sentence, sentences[at + 1]?.lower ?? "");
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
  const { text, lower, topics } = sentence;
  const isElsewhere = touchesAny(topics, topic.foreign | topic.elsewhere);
  if (isElsewhere && (namesWorkElsewhere(sentence) || scandinavian.test(lower))) return toRemaining(text);
  const naming = namesWork(sentence);
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

import type { Remaining } from "../core/said.js";
import { hasShortRatio } from "./guards.js";
import { isOfTheList } from "./interpret.js";
import type { Sentence } from "./sentences.js";
import { readRemaining } from "./values.js";

const workItems =
  "(?:tasks?|stories|story|items?|phases?|sections?|features?|issues?|steps|plans?|tickets|pages?|epics?|criteria)";
const named = new RegExp(
  [
    `\\b(?:\\d+|one|two|three|four|five|several|many|some|few)\\s+(?:\\S+\\s+){0,3}?${workItems}\\b(?:\\s+\\S+){0,4}?\\s+(?:remain|remains|remaining|left|to go|pending|incomplete|unchecked|unfinished)\\b`,
    `\\b(?:\\d+|one|two|three|several|many|some|more)\\s+(?:\\S+\\s+)?(?:remaining|incomplete|unchecked|unfinished|pending|open)\\s+(?:\\S+\\s+)?${workItems}\\b`,
    `\\bmore\\s+(?:\\S+\\s+)?${workItems}\\s+remaining\\b`,
    `\\bstill\\s+(?:\\S+\\s+)?(?:needs?|to be|to do|pending|missing|failing|incomplete|unfinished|outstanding|remains?)\\b`,
    `\\b${workItems}\\s+\\S*\\d\\S*(?:\\s+\\S+){0,3}?\\s+remains?\\b`,
    "\\bleft to (?:do|implement|fix|complete|finish)\\b",
    "\\bnot (?:yet )?(?:been )?(?:complete|completed|implemented|finished|done|started)(?: yet)?\\b|\\bnot (?:yet )?(?:fully )?(?:complete|implemented)\\b",
    "\\byet to be (?:done|implemented|completed|written)\\b|\\b(?:is|are|remains?) (?:unfinished|incomplete)\\b",
    `\\bnext (?:task|story|session|loop|iteration|section|priority|page)\\b(?:\\s+\\S+)?\\s*(?::|is\\b|should|will|to\\b|\\()`,
    "\\b(?:will|I['’]ll|should) (?:continue|proceed|pick (?:it )?up)\\b",
    "\\bwhat(?:['’]s| is)? (?:still )?(?:remains|left|missing)\\b|\\b(?:is|are|remains?) (?:still )?(?:pending|outstanding)\\b|\\b(?:is|are) (?:still )?left(?=[.,;!)]|$)",
    "\\b(?:in|for) the next (?:loop|iteration|session|run)\\b|\\b(?:i|we) still (?:have|need) to\\b",
  ].join("|"),
  "i",
);
const ratioOfWork = /\b(?:complete|completed|done|stories|tasks|items|pages|finished|criteria)\b/i;
const label =
  /^(?:remaining(?: work| tasks| items| stories)?|left to do|to ?do|still to do|outstanding(?: work| tasks| items)?|not (?:yet )?done)\s*:\s*(.*)$/i;
/** Heads a list of what is left, as a heading or as a line of its own. */
const openList =
  /^\W*(?:what(?:['’]s| is) (?:left|remaining|missing)|remaining|left to do|to-?dos?|still (?:to do|open|missing)|outstanding|pending|not (?:yet )?(?:done|implemented|started|completed?)|incomplete|unfinished|(?:known )?gaps|open (?:items|tasks|points|work|stories|todos)|next (?:tasks|stories))\b[^.!?]{0,40}$/i;
const none =
  /\b(?:no|nothing|none|zero|0|without|any)\s+(?:\S+\s+){0,3}?(?:remain|remains|remaining|left|pending|incomplete|unchecked|outstanding|open|work|tasks)\b/i;
const extra =
  /\b(?:optional|optionally|nice[- ]to[- ]have|future|if (?:you|desired|needed|wanted)|could be|follow-?ups?|enhancements?|suggest(?:ed|ion|ions)?)\b/i;
/** "Not done yet" in languages whose grammar we do not read: enough to refuse a claim, never to make one. */
const elsewhere =
  /未完成|尚未|还有|還有|待执行|待办|剩余|下一个|残り|未実施|未着手|남은|미완료|прочая|остал|не заверш|pendiente|falta(?:n)?\b|restant|reste\b|prochaine?\b|verbleibend|ausstehend|noch nicht|nächste|pendente|faltam?\b|rimanent|prossim|i mangler|kvarstår/i;

/** Asked once of a whole message: without one of these it names no work. */
export const mayNameWork =
  /remain|left|pending|incomplete|unchecked|unfinished|still|not |yet|next|will|['’]ll|should|to-?do|outstanding|missing|gaps|open|\[ \]|\d\s?(?:\/|of|out)|falta|rest|prochain|ausstehend|nächst|rimanent|prossim|mangler|kvarst|pend[ie]|[^\u0000-\u024f]/i;

/** The first work the agent names as left. A phrase about optional extras, or "nothing remains", is none. */
export function readRemainingWork(sentences: readonly Sentence[]): Remaining | null {
  for (const [at, { text, item }] of sentences.entries()) {
    const listed = item === "open" ? text : listedUnder(sentences, at);
    if (listed && !isSettled(listed)) return told(listed);
    const labelled = label.exec(text);
    if (labelled) {
      const work = readRemaining(labelled[1]);
      if (work) return told(work);
      continue;
    }
    if (extra.test(text) || text.endsWith("?")) continue;
    if (elsewhere.test(text)) return told(text);
    if (named.test(text) && !none.test(text)) return told(text);
    if (ratioOfWork.test(text) && hasShortRatio(text)) return told(text);
  }
  return null;
}

/** The first item under a line that heads a list of open work. */
function listedUnder(sentences: readonly Sentence[], at: number): string | undefined {
  const head = sentences[at];
  if (!head || head.item || !(head.heading || head.text.endsWith(":")) || !openList.test(head.text)) return undefined;
  const first = sentences[at + 1];
  return first?.item ? first.text : undefined;
}

/** An item that names nothing to do, an extra, or a check left to a person. */
function isSettled(item: string): boolean {
  if (readRemaining(item.replace(/^\[ \]\s*/, "")) === null || extra.test(item)) return true;
  return /\b(?:manual(?:ly)?|human|reviewers?|your|users?|maintainers?|PASS(?:ED)?)\b|✅/i.test(item);
}

const told = (text: string): Remaining => ({ text: text.slice(0, 200), of: isOfTheList(text) ? "list" : "task" });

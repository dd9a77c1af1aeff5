import type { Sentence } from "./sentences.js";
import { touchesAny } from "./topics.js";
import { topic } from "./topics-table.js";

/** What the agent's own words say is not done: the task at hand, the run, or a task that is named. */
export type Denial =
  | { readonly of: "task" | "run"; readonly text: string }
  | { readonly of: "named"; readonly task: string; readonly text: string };

const done = "(?:complete|completed|done|finished|implemented|solved|fulfilled)";
const ofTask =
  "(?:(?:the|this|my|our|your)\\s+(?:(?:current|given|assigned|requested|actual|selected)\\s+)?(?:task|story|ticket|work|job|assignment|implementation|request|change)(?:\\s+itself)?|this|it)";
const ofRun =
  "(?:(?:the|this|our)\\s+(?:(?:whole|entire|overall|full)\\s+)?(?:project|list|task list|to-?do list|backlog|plan|prd|run)|everything)";
const named = "(?:(?:task|story|ticket|issue|item)\\s+#?([\\w.-]*\\d[\\w.-]*)|([a-z]{1,10}-?\\d[\\w.-]*))";
const items = "(?:tasks?|stories|items|to-?dos|requirements|criteria|acceptance criteria|steps|tickets|work)";

const adverbs =
  "(?:\\s+(?:yet|fully|completely|entirely|quite|actually|really|all|even|been|yet been|properly|truly)){0,3}";
const not =
  "(?:\\s+(?:is|are|has|have|was|were|remains?|stays?)(?:\\s+(?:still|currently|clearly|definitely|therefore|thus|now)){0,2}\\s+not|\\s+(?:is|are|has|have|was|were)n['’]t)";
const lacking =
  "\\s+(?:is|are|remains?|stays?|was|were)(?:\\s+(?:still|currently|only|just|at best|now|largely)){0,3}\\s+(?:incomplete|unfinished|undone|not (?:ready|over)|far from (?:complete|done|finished)|(?:partially|partly|half|mostly|almost|nearly|about half|half-)\\s*-?(?:complete|completed|done|finished|implemented)|\\d{1,2}\\s?%\\s+(?:complete|done|finished))";
const state = `(?:${not}${adverbs}\\s+${done}|${lacking})`;
/** What may follow: the end, or a clause of its own. "Not done by hand" tells how. */
const ending =
  "(?=[\\s\"'’)\\]*]*(?:$|[.!,;:(—–-])|\\s+(?:yet|before|when|earlier|and|but|because|as|since|until|though|although|so|at|in this|in full|here|still|today|now|due|despite|even|for)\\b)";

/** "I did not finish", "we were unable to complete the task". */
const failedTo =
  "\\b(?:i|we)(?:\\s+(?:still|also|clearly|honestly)){0,2}\\s+(?:(?:did|could|have|has|was|were|am|are|can|do)(?:\\s+not|n['’]t)|haven['’]t|cannot|was unable to|were unable to|am unable to|are unable to|failed to)(?:\\s+(?:yet|fully|completely|actually|entirely|able to|been able to|manage to|managed to|get to)){0,3}\\s+(?:finish|finished|complete|completed|implement|implemented|solve|solved|do|done)";

/** "The second half is still to do." */
const ofPart = "(?:the|its)\\s+(?:other|second|first|remaining|last)\\s+(?:half|part)(?:\\s+of\\s+(?:\\S+\\s*){1,4}?)?";
const toDo =
  "\\s+(?:is|are|remains?)(?:\\s+(?:still|yet)){0,2}\\s+(?:to do|to be (?:done|written|implemented|made)|missing|left|open|outstanding|pending)";

const patterns: readonly { readonly of: Denial["of"]; readonly expression: RegExp }[] = [
  { of: "task", expression: new RegExp(`(?:^|[^\\w'’-])${ofTask}${state}${ending}`) },
  { of: "task", expression: new RegExp(`(?:^|[^\\w'’-])${ofPart}(?:${state}|${toDo})${ending}`) },
  { of: "run", expression: new RegExp(`(?:^|[^\\w'’-])${ofRun}${state}${ending}`) },
  { of: "named", expression: new RegExp(`(?:^|[^\\w'’-])${named}${state}${ending}`) },
  {
    of: "run",
    expression: new RegExp(
      `\\bnot (?:all|every)(?:\\s+(?:of|the|these|those|my|our|required|requested)){0,3}\\s+${items}(?:\\s+\\S+){0,4}?\\s+(?:${done}|met|satisfied)\\b`,
    ),
  },
  { of: "task", expression: new RegExp(`${failedTo}(?:\\s+(?:${ofTask}|all of (?:it|this)|that))?${ending}`) },
  { of: "run", expression: new RegExp(`${failedTo}\\s+(?:${ofRun}|all(?:\\s+of)?(?:\\s+the)?\\s+${items})${ending}`) },
];

/** It is said of a case that may come, or asked. */
const supposed =
  /\b(?:if|when|whenever|whether|unless|in case|once|suppose|supposing|assuming|would|could be|might be|may be|should (?:it|this|the)|so that|ensures?|make sure|e\.g\.|for example|for instance)\b/;
/** Somebody or something else says it. */
const reported =
  /\b(?:says?|said|reads?|prints?|printed|showed|shows|states?|stated|returns?|returned|logs|logged|complain(?:s|ed)|claim(?:s|ed)|titled|named|called|labelled|labeled|message|messages|error|warning|banner|string|label|comment|example)\b/;
const before =
  /\b(?:before|earlier|previously|initially|at first|originally|at the start|at the beginning|when i (?:started|began|came|looked|arrived)|until now|up to now|last (?:turn|time|iteration|run|session)|in the (?:previous|last))\b/;
const past = /\b(?:was|were|had|wasn['’]t|weren['’]t|hadn['’]t|did|didn['’]t|could not|couldn['’]t|failed)\b/;
const nowDone =
  /\b(?:now|since|meanwhile|this time)\b[^.!?]{0,40}\b(?:it is|it's|it’s|they are|is|are|has been|i (?:have )?(?:fixed|finished|completed|did|added)|complete|completed|done|finished|fixed)\b|\b(?:is|are|has been|have been) now\b|\bso i (?:have )?(?:fixed|finished|completed|did|added|implemented)\b|\bi(?:['’]ve| have)? (?:since |then |now )?(?:fixed|finished|completed) (?:it|that|them|this)\b/;

/** Every plain denial in the agent's own words, unless it is about the past, a condition or somebody else's words. */
export function findDenials(sentences: readonly Sentence[]): readonly Denial[] {
  const found: Denial[] = [];
  for (let at = 0; at < sentences.length; at++) {
    const sentence = sentences[at];
    if (!sentence || !mayDeny(sentence)) continue;
    const denial = readDenial(sentence, sentences[at + 1]?.lower ?? "");
    if (denial) found.push(denial);
  }
  return found;
}

const mayDeny = ({ lower, topics }: Sentence): boolean =>
  touchesAny(topics, topic.done | topic.not | topic.left | topic.still | topic.unfinished) &&
  hasNegative.test(lower) &&
  !/[?？]$/.test(lower);

/**
 * The part that every pattern needs: not with a word for done, a word for unfinished, or a half that is left. Tried
 * first, since the patterns take longer to compile than most sentences to read.
 */
const hasNegative =
  /(?:\bnot|n['’]t|cannot|unable to|failed to)(?:\s+\S+){0,9}?\s+(?:complete|finish|implement|solve|fulfilled|done|do\b|ready|over|met\b|satisfied)|incomplete|unfinished|undone|far from|\d\s?%|(?:part(?:ial)?ly|half|mostly|almost|nearly)\W{0,3}(?:complete|done|finished|implemented)|\b(?:half|part)\b/;

function readDenial({ text, lower }: Sentence, next: string): Denial | null {
  for (const { of, expression } of patterns) {
    const match = expression.exec(lower);
    if (!match || isSupposed(lower, match.index) || isOver(lower, match, next)) continue;
    const short = text.slice(0, 200);
    return of === "named" ? { of, task: match[1] ?? match[2] ?? "", text: short } : { of, text: short };
  }
  return null;
}

const isSupposed = (lower: string, at: number): boolean => {
  const lead = lower.slice(0, at);
  return supposed.test(lead) || reported.test(lead);
};

/** "It was not complete before, now it is", "if it is not complete": a denial in form, and none in what it says. */
export function isExcused({ lower }: Sentence, next: string): boolean {
  const match = patterns.map(({ expression }) => expression.exec(lower)).find((found) => found !== null);
  return match ? isSupposed(lower, match.index) || isOver(lower, match, next) : false;
}

/** It was so, and is no longer: the past tense with a word for an earlier time, or the end of it told right after. */
function isOver(lower: string, { 0: match, index }: RegExpExecArray, next: string): boolean {
  if (!past.test(match)) return false;
  return before.test(lower) || nowDone.test(lower.slice(index + match.length)) || nowDone.test(next);
}

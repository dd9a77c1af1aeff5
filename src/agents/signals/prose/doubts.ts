import { readClaimedTests } from "./claimed-tests.js";
import { withoutFileNames } from "./file-names.js";
import { isOfOthers } from "./other-units.js";
import { notAsked } from "./remaining-table.js";
import type { Sentence } from "./sentences.js";
import { mayBeOfAll, touchesAny } from "./topics.js";
import { topic } from "./topics-table.js";

const intends =
  /(?:^|[;,.:—–-]\s|\b(?:so|and)\s)\W*(?:now[, ]+|next[, ]+|then[, ]+)?let me (?!know)|^\W*(?:now[, ]+|next[, ]+|then[, ]+)?(?:let me(?! know)|let['’]s|i['’]ll|i will|i['’]m going to|i am going to|i['’]m (?:now )?(?!done|finished|confident|happy|glad|pleased|sure|not |(?:ending|stopping|leaving|handing|not outputting)\b)\w+ing|starting|continuing|proceeding|moving on)\b|\bi(?:['’]ll| will) (?:now |then |next )?(?:start|begin|continue|proceed|fix|implement|tackle|add|work|pick|move|do|write|run|look|verify|check)\b|\b(?:i|we) (?:still )?(?:need|have) to\b|\bi am (?:now )?(?:verifying|checking|working|fixing)\b/;
const unfinished =
  /\b(?:is|are) (?:only )?(?:a |just )?(?:stub(?:bed)?|placeholders?|mocked|hard-?coded)\b|\b(?:a|an|the|as|is|with|one|some) todos?\b(?! (?:list|item|app|file))|\bnot able to (?:finish|complete|implement)\b|\bcould(?:n['’]t| not) (?:finish|complete|implement)\b|\bin progress\b|\b(?:comes|is) next\b|\bwill follow\b|^\W*next(?: up)?\s*[:：]|(?<!\bother )\b(?:tasks?|stories|items?|phases?|parts?|rest|remaining|steps?|features?|milestones?|epics?|sections?)\b[^.!?]{0,30}\b(?:untouched|not (?:been )?touched)\b|\bnot (?:been )?started\b/;
const partDone =
  /\b(?:phase|milestone|sprint|iteration|stage|epic|wave)\s+#?[\w.]*\d[\w.]*\b(?:\s+\S+){0,4}?\s+(?:complete|completed|done|finished)\b/;

/** What a claim is taken back of: of this task and so of everything, or only of the rest of the list. */
export type Trouble = "task" | "list";

/**
 * What prevents prose alone from being a claim, but does not veto a signal: the agent is about to continue, calls
 * something unfinished, or reports failing tests in its summary.
 */
export function findDoubt(sentences: readonly Sentence[]): Trouble | null {
  const closing = sentences.filter((sentence) => sentence.closing);
  if (["fail", "mixed"].includes(readClaimedTests(undefined, closing))) return "task";
  let found: Trouble | null = null;
  for (let at = 0; at < sentences.length; at++) {
    if (!isDoubt(sentences, at)) continue;
    if (!isOfOthers(sentences, at)) return "task";
    found = "list";
  }
  return found;
}

function isDoubt(sentences: readonly Sentence[], at: number): boolean {
  const sentence = sentences[at];
  if (!sentence) return false;
  const { lower, topics, closing } = sentence;
  if (at === sentences.length - 1 && /[:：]$/.test(lower) && intends.test(lower)) return true;
  if (closing && touchesAny(topics, topic.announcing) && intends.test(lower)) return true;
  return touchesAny(topics, topic.unfinished) && callsUnfinished(sentence);
}

/** "The TODO in README.md was there before": seen on the way, and no part of the work. */
export const isOldMatter = (lower: string): boolean =>
  notAsked.test(lower) ||
  /\b(?:unrelated|pre-?existing)\b|\b(?:was|were|been) (?:already )?there (?:before|already)\b/.test(lower);

/** In capitals it marks a place in the code; in Spanish and Portuguese it is a common word. */
const callsUnfinished = ({ text, lower }: Sentence): boolean =>
  !isOldMatter(lower) &&
  (unfinished.test(withoutListName(withoutFileNames(lower))) ||
    /\bTODOs?\b(?!\.\w)(?![- ]?(?:list|items?|file)\b)/i.test(withoutListName(isMark.test(text) ? text : "")));

const isMark = /\bTODOs?\b/;

/** "Every task in the TODO is ticked": the TODO is the list. */
const withoutListName = (text: string): string =>
  text.replace(
    /(\b(?:all|every|each|everything|nothing|items?|tasks?|points?|box(?:es)?|checkbox(?:es)?|entr(?:y|ies))\b[^.!?:;]{0,30}\b(?:in|of|from|on) (?:the|my|our|your|this)) todos?\b/i,
    "$1 list",
  );

/** A numbered part is reported as done, so "the implementation is complete" is about that part. */
export const speaksOfPart = (sentences: readonly Sentence[]): boolean =>
  sentences.some(
    ({ lower, topics, edge, heading }) =>
      (edge || heading) && mayBeOfAll(topics, topic.part | topic.digit | topic.done) && partDone.test(lower),
  );

const numberedUnit =
  /\b(?:phase|session|sprint|milestone|section|iteration|loop|stage|part|epic|batch|wave|story|task|step|issue|ticket)\s+#?\w{0,3}\d|\b[a-z]{1,8}-\d+/;

/** The beginning, the end or a heading of the message names a task, story or phase by number. */
export const namesUnit = (sentences: readonly Sentence[]): boolean =>
  sentences.some(
    ({ lower, topics, edge, heading }) =>
      (edge || heading) && touchesAny(topics, topic.digit) && numberedUnit.test(lower),
  );

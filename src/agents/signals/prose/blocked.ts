import { isOfProduct } from "./blocked-subject.js";
import { findBlockElsewhere } from "./languages/read-language.js";
import type { Sentence } from "./sentences.js";
import { stopsBlocked } from "./stopped.js";
import { touchesAny } from "./topics.js";
import { topic } from "./topics-table.js";

const blocked =
  /\bi(?:['’]m| am)\s+(?:still\s+|currently\s+|now\s+)?(?:blocked|stuck|unable to (?:proceed|continue))\b|^\W*(?:still )?(?:blocked|waiting) (?:on|by|until|for)\b|\b(?:cannot|can['’]t|unable to) (?:proceed|continue)\b|\b(?:i|we) (?:still )?need(?: \S+){0,4} (?:permissions?|approval|credentials|access|api key)\b|\bwait(?:ing)? for (?:your |the user|user |you |human )(?:\S+ ){0,3}?(?:permission|approval|approve|input|confirmation|grant|decision|instructions?)?|\bplease (?:grant|approve)\b|\bneeds? (?:manual|human) (?:intervention|input|action|decision)\b|\brequires? (?:manual|human) (?:intervention|input|action|decision)\b|\b(?:i|we|loop|run|sprint|session|project|work|story|task|agent|queue)\b(?:\s+\S+){0,2}?\s+(?:is|are|am) (?:stuck|deadlocked|in (?:a |an )?(?:\S+ )?deadlock)\b/;
/** A request to a person. In the middle of a report it may be an aside, so only the first and last sentences count. */
const asks =
  /\byou(?:['’]ll| will| would)? (?:first )?(?:need|have) to (?:first )?(?:approve|grant|allow|confirm|authorize|provide|log in|sign in)\b|\bplease (?:first )?(?:confirm|authorize|allow|provide)\b(?:\s+\S+){0,25}?\s+(?:before|so (?:that )?i can|to (?:proceed|continue)|credentials|permissions?|access|api key)\b|\b(?:awaiting|await|pending) (?:your |user |human |further )(?:\S+ )?(?:input|approval|confirmation|permission|instructions?|decision|response|reply|guidance|go-ahead)\b|\b(?:keeps? (?:getting|being)|(?:is|are|was|were|am|been|got)(?: being)?) (?:blocked|denied|refused|rejected) (?:by|due to|because of) (?:\S+ ){0,4}?(?:permissions?|sandbox|approvals?|policy|credentials)\b|\b(?:no|missing|lacking|without) (?:valid |the |required |any )*(?:credentials|api keys?|access token|login)\b(?:\s+\S+){0,6}?\s+(?:so|cannot|can['’]t|unable|could not|couldn['’]t)\b|\b(?:credentials|api keys?|access tokens?) (?:is|are) (?:missing|not (?:set|configured|available)|required|needed)\b|\b(?:tool|command|write|edit|action|permission)s? (?:request )?(?:requires?|needs?) (?:your |user |manual |human )?(?:approval|permission)\b|\bawaiting (?:approval|permission)\b/;

/** Whether the agent says in prose that it cannot continue without help. */
export function saysBlocked(sentences: readonly Sentence[]): boolean {
  if (stopsBlocked(sentences)) return true;
  return sentences.some(
    (sentence) =>
      !sentence.heading &&
      (isBlocked(sentences, sentence) || (sentence.edge && isBlockedThere(sentences, sentence))) &&
      !/\b(?:no longer|not|was|were|fixed|resolved|unblocked|avoid|prevents?|prevent(?:ed|ing)) (?:\S+ ){0,2}(?:blocked|stuck|deadlock)/.test(
        sentence.lower,
      ),
  );
}

function isBlocked(sentences: readonly Sentence[], { lower, topics, edge }: Sentence): boolean {
  if (!touchesAny(topics, topic.blocked) || !hasObstacle.test(lower)) return false;
  const match = blocked.exec(lower) ?? (edge ? asks.exec(lower) : null);
  return match !== null && !isOfProduct(sentences, lower, match);
}

function isBlockedThere(sentences: readonly Sentence[], sentence: Sentence): boolean {
  const match = findBlockElsewhere(sentence);
  return match !== null && !isOfProduct(sentences, sentence.lower, match);
}

/** "I need to read the file" is common, and no obstacle. Tried first, since the expressions above are long. */
const hasObstacle =
  /block|stuck|wait|pending|proceed|continue|permission|approv|access|credential|api key|login|log in|sign in|manual|human|deadlock|grant|allow|authorize|confirm|provide|denied|refused|rejected/;

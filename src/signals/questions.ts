import type { Sentence } from "./sentences.js";
import { mayBeOf, topic } from "./topics.js";

const offer =
  /\b(?:anything else|something (?:specific|else|different)|what(?:'s| is| would you like)(?: \S+){0,4} next|would you like me to (?:also|do anything)|let me know|next phase)\b/;

/** Questions that wait for an answer. "Is there anything else?" is politeness. */
export function countQuestions(sentences: readonly Sentence[]): number {
  let count = 0;
  for (const { lower, topics } of sentences)
    if (mayBeOf(topics, topic.question | topic.foreign) && /[?？]["')\]]*$/.test(lower) && !offer.test(lower)) count++;
  return count;
}

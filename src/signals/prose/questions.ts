import { readLines } from "../lines.js";
import { readSentences, type Sentence } from "./sentences.js";
import { topic, touchesAny } from "./topics.js";

const offer =
  /\b(?:anything else|something (?:specific|else|different)|what(?:'s| is| would you like)(?: \S+){0,4} next|would you like me to (?:also|do anything)|let me know|next phase)\b/;

/** "Is there anything else?" is politeness and expects no answer. */
const isQuestion = ({ lower, topics }: Sentence): boolean =>
  touchesAny(topics, topic.question | topic.foreign) && /[?？]["')\]]*$/.test(lower) && !offer.test(lower);

/** Counts the questions that expect an answer. */
export function countQuestions(sentences: readonly Sentence[]): number {
  let count = 0;
  for (const sentence of sentences) if (isQuestion(sentence)) count++;
  return count;
}

/** The last question of a message that expects an answer. */
export function lastQuestion(message: string): string | null {
  const sentences = readSentences(readLines({ text: message, line: 1 }), () => true);
  return sentences.findLast(isQuestion)?.text ?? null;
}

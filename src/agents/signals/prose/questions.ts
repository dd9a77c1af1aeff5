import { readLines } from "../lines.js";
import { endsAsQuestion, isOfferedQuestion, isPoliteQuestion } from "./offers.js";
import { readSentences, type Sentence } from "./sentences.js";
import { touchesAny } from "./topics.js";
import { topic } from "./topics-table.js";

/** "Is there anything else?" is politeness and expects no answer. */
const isQuestion = ({ lower, topics }: Sentence): boolean =>
  touchesAny(topics, topic.question | topic.foreign) && endsAsQuestion(lower) && !isPoliteQuestion(lower);

/** Counts the questions that expect an answer. */
export function countQuestions(sentences: readonly Sentence[]): number {
  let count = 0;
  for (const sentence of sentences) if (isQuestion(sentence)) count++;
  return count;
}

/**
 * Whether the message asks what the agent must know, and not only whether it shall do more. A question in the middle is
 * answered by what follows.
 */
export const needsAnswer = (sentences: readonly Sentence[]): boolean =>
  sentences.some((sentence) => sentence.edge && isQuestion(sentence) && !isOfferedQuestion(sentence.lower));

/** The last question of a message that expects an answer. */
export const lastQuestion = (message: string): string | null => listQuestions(message).at(-1) ?? null;

/** Every question of a message that expects an answer. */
export function listQuestions(message: string): readonly string[] {
  const sentences = readSentences(readLines({ text: message, line: 1 }), () => true);
  return sentences.filter(isQuestion).map(({ text }) => text);
}

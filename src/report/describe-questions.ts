import { printable } from "../lib/text/printable.js";
import type { RunSummary } from "../run/loop/run-summary.js";

/** What nobody answered, each question once; else what stands in the last message, unless its last words are that. */
export function describeQuestions({ questions, question, lastWords }: RunSummary): string | null {
  if (questions.length === 0) return quote(question === lastWords ? null : question);
  const askers = new Map<string, string[]>();
  for (const { task, text } of questions)
    askers.set(text, [...(askers.get(text) ?? []), ...(task === null ? [] : [task])]);
  const isAlone = questions.length === 1 && questions[0]?.text === question;
  const name = (tasks: readonly string[]): string => (isAlone || tasks.length === 0 ? "" : `${tasks.join(", ")}: `);
  return [...askers].map(([text, tasks]) => `${name(tasks)}${quote(text)}`).join("\n            ");
}

export const asksTheSame = ({ questions, lastWords }: RunSummary): boolean =>
  questions.some(({ text }) => text === lastWords);

export const quote = (text: string | null): string | null => (text === null ? null : `"${printable(text)}"`);

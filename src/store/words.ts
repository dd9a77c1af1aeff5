import type { Question, Words } from "../core/words.js";
import { eachRecordBackwards } from "./load.js";

/** What the journal knows of a person's words: those no prompt had, and the question nobody answered. */
export interface WaitingWords {
  readonly words: readonly Words[];
  readonly question: Question | null;
}

export const nothingWaiting: WaitingWords = { words: [], question: null };

/** Words wait for a turn or two, so the end of the journal is enough. */
const maxRecords = 1000;

export function findWaitingWords(folder: string, run: string): WaitingWords {
  const words: Words[] = [];
  const used = new Set<number>();
  const done = new Set<string | null>();
  let question: Question | null | undefined; // Undefined until the journal says something about it.
  let read = 0;
  eachRecordBackwards(folder, (record) => {
    if (++read > maxRecords) return "enough";
    if (record.run !== run) return record.run === "" ? "more" : "enough";
    if (record.kind === "tell") {
      if (!used.has(record.n)) words.unshift({ ...record.words, id: record.n });
      if (record.words.from === "answer") question ??= null;
    }
    if (record.kind === "accept") for (const task of record.tasks) done.add(task);
    if (record.kind === "decision") {
      for (const { id } of record.told ?? []) used.add(id);
      if (record.decision.taskDone !== null) done.add(record.decision.taskDone);
      if (record.question && question === undefined) question = done.has(record.question.task) ? null : record.question;
    }
    return "more";
  });
  return { words, question: question ?? null };
}

import { tasksDoneBy } from "../decide/tasks-done.js";
import { isSameQuestion, type Question, taskOfWords, type Words } from "../decide/words.js";
import { eachRecordBackwards } from "./load.js";
import type { DecisionRecord } from "./record.js";

/** What the journal knows of a person's words, and of what the agent asked. */
export interface WaitingWords {
  /** No prompt had them yet. */
  readonly words: readonly Words[];
  /** Their task was done before a prompt of it could have them. */
  readonly missed: readonly Words[];
  /** What nobody answered, oldest first. */
  readonly questions: readonly Question[];
  /** The last of them. */
  readonly question: Question | null;
}

export const nothingWaiting: WaitingWords = { words: [], missed: [], questions: [], question: null };

/** What is older is not read: words seldom wait that long. */
const maxRecords = 1000;
/** The oldest are forgotten first. */
export const maxQuestions = 20;

export function findWaitingWords(folder: string, run: string): WaitingWords {
  const words: Words[] = [];
  const missed: Words[] = [];
  const used = new Set<number>();
  const done = new Set<string | null>();
  const answered: Question[] = [];
  const questions: Question[] = [];
  let read = 0;
  eachRecordBackwards(folder, (record) => {
    if (++read > maxRecords) return "enough";
    if (record.run !== run) return record.run === "" ? "more" : "enough";
    if (record.kind === "tell") {
      const isMissed = done.has(taskOfWords(record.words) ?? "");
      if (!used.has(record.n)) (isMissed ? missed : words).unshift({ ...record.words, id: record.n });
      if (record.words.question) answered.push(record.words.question);
    }
    if (record.kind === "accept") for (const task of record.tasks) done.add(task);
    if (record.kind === "decision") {
      for (const { id } of record.told ?? []) used.add(id);
      for (const task of [...tasksDoneBy(record.decision), ...(record.after.doneBeside ?? [])]) done.add(task);
      for (const question of listQuestions(record).toReversed())
        if (!done.has(question.task) && ![...answered, ...questions].some((each) => isSameQuestion(each, question)))
          questions.unshift(question);
    }
    return "more";
  });
  const open = questions.slice(-maxQuestions);
  return { words, missed, questions: open, question: open.at(-1) ?? null };
}

/** What the agent asked in a turn. Older journals have only the last question. */
export const listQuestions = ({ question, questions }: Pick<DecisionRecord, "question" | "questions">) =>
  questions ?? (question ? [question] : []);

/** Where a person's words came from: `untildone tell`, `untildone answer`, or the file STEER.md, which an agent can write too. */
export type WordsSource = "tell" | "answer" | "file";

/** What the agent asked, and about which task. */
export interface Question {
  readonly task: string | null;
  readonly text: string;
}

/** Words for a prompt of the agent. */
export interface Words {
  /** The number of their record in the journal. */
  readonly id: number;
  readonly from: WordsSource;
  readonly text: string;
  /** The task whose prompt is to have them; absent for the next prompt of any. */
  readonly task?: string;
  /** What an answer is the answer to. */
  readonly question?: Question;
}

export type NewWords = Omit<Words, "id">;

/** Longer words belong in the prompt file or in the task. */
export const maxWords = 10_000;

/** A person's words give the task a fresh chance. Those of a file may be the agent's own, so they do not. */
export const areFromPerson = ({ from }: Pick<Words, "from">): boolean => from !== "file";

/** The task that words are for; null for the next prompt of any. Answers of older journals name it in the question. */
export const taskOfWords = ({ task, question }: Pick<Words, "task" | "question">): string | null =>
  task ?? question?.task ?? null;

/** Asked by the same task in the same words. */
export const isSameQuestion = (a: Question, b: Question): boolean => a.task === b.task && a.text === b.text;

/** "T1: Which port?" */
export const formatQuestion = ({ task, text }: Question): string => (task === null ? text : `${task}: ${text}`);

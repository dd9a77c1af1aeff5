/** Where a person's words came from: `untildone tell`, `untildone answer`, or the file STEER.md, which an agent can write too. */
export type WordsSource = "tell" | "answer" | "file";

/** What the agent asked, and about which task. */
export interface Question {
  readonly task: string | null;
  readonly text: string;
}

/** Words for the agent's next prompt. */
export interface Words {
  /** The number of their record in the journal. */
  readonly id: number;
  readonly from: WordsSource;
  readonly text: string;
  /** What an answer is the answer to. */
  readonly question?: Question;
}

export type NewWords = Omit<Words, "id">;

/** Longer words belong in the prompt file or in the task. */
export const maxWords = 10_000;

/** A person's words give the task a fresh chance. Those of a file may be the agent's own, so they do not. */
export const areFromPerson = ({ from }: Pick<Words, "from">): boolean => from !== "file";

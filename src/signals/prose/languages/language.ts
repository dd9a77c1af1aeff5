/**
 * The words of one language, each a piece of a regular expression in lower case. `read-language.ts` puts them together;
 * what makes a sentence a claim, and what takes it away again, is the same in all of them.
 */
export interface Language {
  readonly name: string;
  /** Whether words have blanks between them. */
  readonly spaced: boolean;
  /** Letters that this language has and most others have not: without one a sentence is not tried. */
  readonly script: RegExp | null;
  /** "All", "everything", and what may be "all" of the work: tasks, steps, criteria. */
  readonly all: readonly string[];
  readonly everything: readonly string[];
  readonly items: readonly string[];
  /** What may stand beside the items without making them fewer: "requested", "planned". */
  readonly which: readonly string[];
  /** Where the items are listed: "of the plan". */
  readonly place: readonly string[];
  /** A word for the whole of the work: the task, the project, the implementation. */
  readonly things: readonly string[];
  readonly is: readonly string[];
  readonly adverbs: readonly string[];
  readonly done: readonly string[];
  /** "I have completed": stands before what was completed. */
  readonly did: readonly string[];
  /** Whole statements that no work is left. */
  readonly nothingLeft: readonly string[];
  /** Says that all is done where it is all there is on the first or last line. These are plain words. */
  readonly lone: readonly string[];
  /** What may come before a statement and leaves it the agent's own: "so", "in summary". */
  readonly opening: readonly string[];
  readonly and: readonly string[];
  /** Work that is left, or not done: a veto, also beside a signal. */
  readonly remaining: readonly string[];
  /** Less sure words for it, such as "next step": they only keep words from being a claim. */
  readonly doubt: readonly string[];
  /** If, once, when, after, until. */
  readonly condition: readonly string[];
  readonly denial: readonly string[];
  /** But, except, almost. */
  readonly contrast: readonly string[];
  /** A phase, a session, "the first", "most": less than the whole. */
  readonly part: readonly string[];
  /** Somebody else's words: "according to", "the message". */
  readonly reported: readonly string[];
  /** What the agent is about to do. */
  readonly intent: readonly string[];
  /** It cannot go on, or waits for a person. */
  readonly blocked: readonly string[];
}

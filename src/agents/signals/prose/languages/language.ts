/**
 * The words of one language, each a part of a regular expression in lower case. `read-language.ts` combines them. What
 * makes a sentence a claim, and what cancels it, is the same in every language.
 */
export interface Language {
  readonly name: string;
  /** Whether words are separated by blanks. */
  readonly spaced: boolean;
  /** Letters of this language that most others lack: sentences without one are skipped. */
  readonly script: RegExp | null;
  /** "All", "everything", and what the work consists of: tasks, steps, criteria. */
  readonly all: readonly string[];
  readonly everything: readonly string[];
  /** The same after the items: "the tasks are all done". */
  readonly each: readonly string[];
  readonly items: readonly string[];
  /** Words beside the items that do not restrict them: "requested", "planned". */
  readonly which: readonly string[];
  /** Where the items are listed: "of the plan". */
  readonly place: readonly string[];
  /** Words for the whole work: the task, the project, the implementation. */
  readonly things: readonly string[];
  readonly is: readonly string[];
  readonly adverbs: readonly string[];
  readonly done: readonly string[];
  /** "I have completed", before what was completed. */
  readonly did: readonly string[];
  /** Complete statements that no work is left. */
  readonly nothingLeft: readonly string[];
  /** Words that mean everything is done if they are alone on the first or last line. Plain words, not expressions. */
  readonly lone: readonly string[];
  /** What may precede a statement without changing whose it is: "so", "in summary". */
  readonly opening: readonly string[];
  readonly and: readonly string[];
  /** Work that is left or not done: a veto, even beside a signal. */
  readonly remaining: readonly string[];
  /** Weaker words for it, such as "next step": they only prevent a claim from prose. */
  readonly doubt: readonly string[];
  /** If, once, when, after, until. */
  readonly condition: readonly string[];
  readonly denial: readonly string[];
  /** But, except, almost. */
  readonly contrast: readonly string[];
  /** A phase, a session, "the first", "most": less than everything. */
  readonly part: readonly string[];
  /** Reported speech: "according to", "the message". */
  readonly reported: readonly string[];
  /** What the agent is about to do. */
  readonly intent: readonly string[];
  /** The agent cannot continue, or waits for a person. */
  readonly blocked: readonly string[];
}

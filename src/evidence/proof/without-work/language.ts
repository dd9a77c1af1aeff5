/** A named piece of source: a function, a method, or a value at the top level. */
export interface Unit {
  /** "add", "Money.add", "default" for what is exported without a name. */
  readonly name: string;
  /** Where its text stands, decorators and comments directly above not included. */
  readonly start: number;
  readonly end: number;
  /** Whether a wrong answer can be given: not by generators, setters, constructors and signatures. */
  readonly isMeasurable: boolean;
  /** For people: where it begins. */
  readonly line: number;
}

/** What is asked to answer wrongly. */
export interface WrongAsked {
  /** From the project's folder. */
  readonly path: string;
  readonly text: string;
  /** The names of the units. */
  readonly names: readonly string[];
  /** Those of them whose answers no test looks at: what they do is left out instead. */
  readonly unused?: readonly string[];
  /** A file into which the running code writes a line for what happened, by its full path. */
  readonly marks: string;
  /** All is wrapped in the same way, and answers as ever: tests that fail all the same notice the wrapping. */
  readonly isRight?: true;
}

export interface Wronged {
  readonly text: string;
  /** The names that answer wrongly now; never empty. */
  readonly wrapped: readonly string[];
  /** Further files that must stand in the copy, from the project's folder. */
  readonly more: readonly { readonly path: string; readonly text: string }[];
}

/** How the source of one language is read, and made to answer wrongly. */
export interface SourceLanguage {
  readonly files: RegExp;
  /** Null where the text cannot be parsed. */
  readUnits(text: string, path: string): Promise<readonly Unit[] | null>;
  /** Null where nothing could be wrapped. */
  answerWrong(asked: WrongAsked): Promise<Wronged | null>;
}

/**
 * What runs inside a changed project. The text of these functions is put into the project's files (prelude.ts): they use
 * nothing but functions of their own file, what they are given here and what every JavaScript has, and no text of theirs
 * has a line break or a template in it.
 */
export interface Wrongs {
  /** The wrong answers already given: the same object is answered with the same object. */
  readonly given: WeakMap<object, unknown>;
  /** A wrong answer of the same type and shape; undefined where there is none. */
  readonly value: (value: unknown, wrongs: Wrongs) => unknown;
  readonly text: (text: string) => string | undefined;
  readonly object: (value: object, wrongs: Wrongs) => unknown;
  readonly element: (value: object, wrongs: Wrongs) => unknown;
}

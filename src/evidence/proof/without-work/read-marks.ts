import { textAt } from "../../../lib/files/folder.js";

/** What the changed source wrote down while the tests ran. */
export interface Marks {
  /** The changed file was loaded: the tests ran this copy of it and not another. */
  readonly isLoaded: boolean;
  readonly called: ReadonlySet<string>;
  /** A wrong answer was given. */
  readonly wrong: ReadonlySet<string>;
  /** An answer was given as it is: it has no wrong counterpart. */
  readonly none: ReadonlySet<string>;
}

export function readMarks(file: string): Marks {
  const lines = (textAt(file) ?? "").split("\n");
  const named = (word: string): ReadonlySet<string> =>
    new Set(lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1)));
  return { isLoaded: named("loaded").size > 0, called: named("called"), wrong: named("wrong"), none: named("none") };
}

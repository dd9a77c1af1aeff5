import type { Ledger } from "./ledger.js";

/** A line as a person would have read it. */
export interface Line {
  /** Without escapes, without what wrappers print before it, without space at either end. */
  readonly text: string;
  /** Space before the text. */
  readonly indent: number;
  /** False only for the last line of an output that has no line end: more may have been meant to come. */
  readonly isWhole: boolean;
}

/** Reads the lines of one runner into its ledger. True: the lines that follow are wanted too, whatever they begin with. */
export interface LineReader {
  read(line: Line): boolean;
}

/** One test runner: which lines it wants, by how they begin, and what it makes of them. */
export interface Runner {
  readonly name: string;
  /** How lines begin that are worth showing to it (see Starts). An output of any size is passed over by this test. */
  readonly starts: readonly string[];
  /** Runners whose words are part of this one's output, and so say nothing more. */
  readonly contains?: readonly string[];
  /** Counts of nobody we know: they say nothing where a runner told its result, or only what is worse than that. */
  readonly yields?: "always" | "unless it failed";
  /** No runner, but words that fail a run in which tests ran, as a status other than 0 does. */
  readonly isAside?: true;
  reader(ledger: Ledger): LineReader;
}

/** A reader of lines that have a shape: the first expression that fits gets its say. */
export function byShape(shapes: readonly (readonly [RegExp, (groups: string[], line: Line) => void])[]): LineReader {
  return {
    read(line) {
      for (const [shape, take] of shapes) {
        const found = shape.exec(line.text);
        if (!found) continue;
        take(found as string[], line);
        return false;
      }
      return false;
    },
  };
}

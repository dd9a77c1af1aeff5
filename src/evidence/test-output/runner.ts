import type { Ledger } from "./ledger.js";

/** A line as a person would read it. */
export interface OutputLine {
  /** Without escapes, wrapper prefixes and surrounding blanks. */
  readonly text: string;
  /** The number of blanks before the text. */
  readonly indent: number;
  /** False only for the last line of an output, if it has no line end: it may have been cut off. */
  readonly isWhole: boolean;
}

/** Reads the lines of one runner into its ledger. Returns true to get the following lines too, however they begin. */
export interface LineReader {
  read(line: OutputLine): boolean;
}

/** One test runner: which lines it wants, by their beginning, and how it reads them. */
export interface Runner {
  readonly name: string;
  /** Programs by which a command is known to run it. Not those that run anything, such as make. */
  readonly commands: readonly string[];
  /** Beginnings of the lines to pass to it (see Starts). All other lines are skipped. */
  readonly starts: readonly string[];
  /** Runners whose output is part of this one's and adds nothing. */
  readonly contains?: readonly string[];
  /** Counts of an unknown runner: ignored if a known runner has a result, or used only if they are worse. */
  readonly yields?: "always" | "unless it failed";
  /** Not a runner, but text that fails a run in which tests ran, like a non-zero exit status. */
  readonly isAside?: true;
  reader(ledger: Ledger): LineReader;
}

/** A reader that matches lines against expressions: the first match handles the line. */
export function byShape(
  shapes: readonly (readonly [RegExp, (groups: string[], line: OutputLine) => void])[],
): LineReader {
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

import type { SourceText } from "./source-text.js";

/** A strong sign vetoes; a weak one is told, and keeps work from being verified where it touches what turned green. */
export type Strength = "strong" | "weak";

/** What a weak sign may have turned green: a kind of check that it silences, or tests, by giving them their answers. */
export type Touches = "types" | "lint" | "coverage" | "answers";

/** Something in a source text that looks like cheating. */
export interface Suspect {
  /** Where in the text. */
  readonly at: number;
  /** What was found there, to tell what was there before from what was added. */
  readonly text: string;
  readonly what: string;
  readonly touches?: Touches;
}

/** One way to cheat, and how it looks in source. */
export interface SignFinder {
  readonly name: string;
  readonly strength: Strength;
  /** For people who read the list. */
  readonly summary: string;
  /** Everything like it in one text. What was there before is taken out by whoever compares. */
  find(source: SourceText, all: readonly SourceText[]): readonly Suspect[];
}

/** A sign that was not there before. */
export interface CheatingSign {
  readonly name: string;
  readonly strength: Strength;
  readonly file: string;
  readonly line: number | null;
  readonly what: string;
  readonly touches: Touches | null;
}

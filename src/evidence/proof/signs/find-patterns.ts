import type { Suspect, Touches } from "./sign.js";
import type { LanguageName } from "./source-language-table.js";
import type { SourceText } from "./source-text.js";

/** A shape of code that is a sign, and what to say of it. */
export interface Pattern {
  /** With the flag g. */
  readonly shape: RegExp;
  readonly what: string;
  /** All languages where none is named. */
  readonly languages?: readonly LanguageName[];
  readonly touches?: Touches;
  /** Where it is looked for: in code by default; `text` has the comments, too. */
  readonly on?: "code" | "bare" | "text";
}

export function findPatterns(source: SourceText, patterns: readonly Pattern[]): readonly Suspect[] {
  const found = patterns
    .filter(({ languages }) => !languages || languages.includes(source.language))
    .flatMap(({ shape, what, touches, on = "code" }) =>
      [...source[on].matchAll(shape)].map((match) => ({
        at: match.index + (match[0].length - match[0].trimStart().length),
        text: match[0].replaceAll(/\s+/g, " ").trim(),
        what,
        ...(touches ? { touches } : {}),
      })),
    );
  return found.sort((a, b) => a.at - b.at);
}

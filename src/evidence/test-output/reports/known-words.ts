/** Short strings repeat: reuses known ones instead of allocating. */
export class KnownWords {
  readonly #known: string[] = new Array<string>(512).fill("");

  take(text: string, from: number, to: number): string {
    const length = to - from;
    if (length > longestWord) return text.slice(from, to);
    const place = (length * 37 + text.charCodeAt(from) * 5 + text.charCodeAt(to - 1)) & 511;
    const known = this.#known[place] ?? "";
    if (known.length === length && text.startsWith(known, from)) return known;
    const word = ownWord(text.slice(from, to));
    this.#known[place] = word;
    return word;
  }
}

const longestWord = 24;

/** A slice of a long string would keep the whole string in memory. */
const ownWord = (part: string): string => Buffer.from(part, "latin1").toString("latin1");

export const literals = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Letters, digits and the signs of numbers. */
export const isLiteral = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code === 45 || code === 43 || code === 46 || code === 69;

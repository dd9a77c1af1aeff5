import { prefixEnds } from "./prefixes.js";

/** A way a line may begin; where there is a needle, it has to be on the line too. */
interface Start<Owner> {
  readonly text: string;
  readonly needle: string;
  readonly owner: Owner;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/**
 * Finds out, by the first few characters of a line, whose it may be. This is asked of every line of an output of any size,
 * so that it compares and allocates nothing. A start is written as the line begins; a 0 in front stands for any number, and
 * "test …FAILED" is a line that begins with "test " and has "FAILED" further on.
 */
export class Starts<Owner> {
  readonly #plain: Start<Owner>[][] = Array.from({ length: 256 }, () => []);
  readonly #numbered: Start<Owner>[][] = Array.from({ length: 256 }, () => []);

  /** `spell` turns a start into the characters it is met in: text, or bytes spelt as characters. */
  constructor(
    given: Iterable<readonly [start: string, owner: Owner]>,
    spell: (start: string) => string = (start) => start,
  ) {
    for (const [start, owner] of given) {
      const [head = "", needle = ""] = spell(start).split(spell("…"));
      const isNumbered = head.startsWith("0");
      const text = isNumbered ? head.slice(1) : head;
      (isNumbered ? this.#numbered : this.#plain)[text.charCodeAt(0) & 255]?.push({ text, needle, owner });
    }
  }

  /** Whether the line may be anybody's, itself or behind what a wrapper put before it. */
  mayWant(line: string, from: number, at: number, end: number): boolean {
    if (this.#has(line, at, end)) return true;
    if (at !== from) return false;
    let start = at;
    for (let round = 0; round < 2; round++) {
      start = prefixEnds(line, start, end);
      if (start < 0) return false;
      if (this.#has(line, start, end)) return true;
    }
    return false;
  }

  /** Those whose line it may be. */
  ownersOf(line: string): readonly Owner[] {
    const at = afterDigits(line, 0, line.length);
    const owners: Owner[] = [];
    for (const start of this.#startsAt(line, 0, at))
      if (fits(start, line, at, line.length) && !owners.includes(start.owner)) owners.push(start.owner);
    return owners;
  }

  #has(line: string, from: number, end: number): boolean {
    const at = afterDigits(line, from, end);
    const starts = this.#startsAt(line, from, at);
    for (let index = 0; index < starts.length; index++) {
      const start = starts[index];
      if (start !== undefined && fits(start, line, at, end)) return true;
    }
    return false;
  }

  #startsAt(line: string, from: number, at: number): readonly Start<Owner>[] {
    return (at > from ? this.#numbered : this.#plain)[line.charCodeAt(at) & 255] ?? nobody;
  }
}

const nobody: readonly never[] = [];
const furthestNeedle = 400;

function afterDigits(line: string, from: number, end: number): number {
  let at = from;
  while (at < end && isDigit(line.charCodeAt(at))) at++;
  return at;
}

function fits({ text, needle }: Start<unknown>, line: string, at: number, end: number): boolean {
  if (!line.startsWith(text, at)) return false;
  // A search in the whole text would run on into the lines that follow.
  return needle === "" || line.slice(at, Math.min(end, at + furthestNeedle)).includes(needle);
}

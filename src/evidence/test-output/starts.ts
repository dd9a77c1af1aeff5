import { prefixEnds } from "./prefixes.js";

/** How a line may begin. A needle must occur further on; after a whole start nothing may follow. */
interface Start<Owner> {
  readonly length: number;
  readonly needle: string;
  readonly isWhole: boolean;
  readonly owner: Owner;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const furthestNeedle = 400;

/**
 * Finds the possible owners of a line by its first few characters. It runs for every line of an output of any size, so
 * it is one walk down a trie. A start is written like the line begins; a leading 0 stands for any number, "test
 * …FAILED" is a line that begins with "test " and contains "FAILED" further on, and "OK$" is a line with only that.
 * Lines and starts are bytes stored one per character.
 */
export class Starts<Owner> {
  /**
   * For each node, the child node for the next character; 0 for none. Node 1 is for lines, node 2 for text after a
   * number.
   */
  #below = new Uint16Array(64 * 256);
  /** The starts that end at a node. */
  readonly #ends: (Start<Owner>[] | undefined)[] = [undefined, undefined, undefined];
  readonly #owners: Owner[] = [];

  constructor(starts: Iterable<readonly [start: string, owner: Owner]>) {
    for (const [start, owner] of starts) this.#add(start, owner);
  }

  /** Whether any runner may want the text after a wrapper's prefix. */
  mayWantBehind(line: string, from: number, end: number): boolean {
    const behind = prefixEnds(line, from, end);
    if (behind < 0) return false;
    if (this.#collect(line, behind, end) > 0) return true;
    const further = prefixEnds(line, behind, end);
    return further >= 0 && this.#collect(line, further, end) > 0;
  }

  /** The possible owners of a line, in an array that is reused for the next line. */
  findOwners(line: string, from: number, end: number): readonly Owner[] {
    this.#collect(line, from, end);
    return this.#owners;
  }

  #collect(line: string, from: number, end: number): number {
    const owners = this.#owners;
    while (owners.length > 0) owners.pop();
    const begin = afterDigits(line, from, end);
    let node = begin > from ? 2 : 1;
    for (let at = begin; at < end; at++) {
      node = this.#below[node * 256 + (line.charCodeAt(at) & 255)] ?? 0;
      if (node === 0) break;
      const ends = this.#ends[node];
      if (ends === undefined) continue;
      for (let index = 0; index < ends.length; index++) {
        const start = ends[index];
        if (start && fits(start, line, begin, end) && !owners.includes(start.owner)) owners.push(start.owner);
      }
    }
    return owners.length;
  }

  #add(start: string, owner: Owner): void {
    const [head = "", needle = ""] = spelt(start).split(spelt("…"));
    const isNumbered = head.startsWith("0");
    const isWhole = head.endsWith("$");
    const text = head.slice(isNumbered ? 1 : 0, isWhole ? -1 : undefined);
    let node = isNumbered ? 2 : 1;
    for (let at = 0; at < text.length; at++) node = this.#step(node * 256 + text.charCodeAt(at));
    const ends = this.#ends[node] ?? [];
    this.#ends[node] = ends;
    ends.push({ length: text.length, needle, isWhole, owner });
  }

  #step(slot: number): number {
    const known = this.#below[slot] ?? 0;
    if (known !== 0) return known;
    const node = this.#ends.push(undefined) - 1;
    if ((node + 1) * 256 > this.#below.length) {
      const larger = new Uint16Array(this.#below.length * 2);
      larger.set(this.#below);
      this.#below = larger;
    }
    this.#below[slot] = node;
    return node;
  }
}

const spelt = (text: string): string => Buffer.from(text).toString("latin1");

function afterDigits(line: string, from: number, end: number): number {
  let at = from;
  while (at < end && isDigit(line.charCodeAt(at))) at++;
  return at;
}

function fits({ length, needle, isWhole }: Start<unknown>, line: string, at: number, end: number): boolean {
  if (isWhole && at + length !== end) return false;
  // A search in the whole text would continue into the following lines.
  return needle === "" || line.slice(at, Math.min(end, at + furthestNeedle)).includes(needle);
}

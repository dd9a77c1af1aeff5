import { join } from "./bytes.js";

const quote = 34;
const comma = 44;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/**
 * Splits the outermost array or object of a JSON text as its bytes arrive: passes on each entry, or each `"key":
 * value`, and drops it. Buffers one piece at a time and passes null for one longer than `longest`. Does not validate:
 * if the text is not JSON, parsing the pieces fails.
 */
export class JsonPieces {
  readonly #take: (piece: Uint8Array | null) => void;
  readonly #longest: number;
  #buffered: Uint8Array[] = [];
  #bufferedBytes = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;
  #isClosed = false;

  constructor(longest: number, take: (piece: Uint8Array | null) => void) {
    this.#longest = longest;
    this.#take = take;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The first bytes must start with the bracket or brace. Returns how many bytes belong to the value. */
  write(chunk: Uint8Array): number {
    let from = 0;
    for (let at = 0; at < chunk.length && !this.#isClosed; at++) {
      if (this.#inText) {
        at = this.#skipText(chunk, at);
        continue;
      }
      const byte = chunk[at];
      if (byte === quote) this.#inText = true;
      else if (byte === openBrace || byte === openBracket) {
        if (this.#depth++ === 0) from = at + 1;
      } else if (byte === closeBrace || byte === closeBracket) {
        this.#isClosed = --this.#depth === 0;
      }
      if (this.#isClosed || (byte === comma && this.#depth === 1)) {
        this.#cut(chunk.subarray(from, at));
        from = at + 1;
      }
    }
    if (this.#isClosed) return from;
    this.#hold(chunk.subarray(from));
    return chunk.length;
  }

  /**
   * The end of the string that contains `from`: its closing quote, or the end of the chunk. Skips most bytes of a
   * document.
   */
  #skipText(chunk: Uint8Array, from: number): number {
    let at = this.#escaped ? from + 1 : from;
    this.#escaped = false;
    for (;;) {
      const end = chunk.indexOf(quote, at);
      const stop = end < 0 ? chunk.length : end;
      let slashes = 0;
      while (stop - slashes > at && chunk[stop - slashes - 1] === backslash) slashes++;
      const isEscaped = slashes % 2 === 1;
      if (end < 0) {
        this.#escaped = isEscaped;
        return chunk.length;
      }
      if (!isEscaped) {
        this.#inText = false;
        return end;
      }
      at = end + 1;
    }
  }

  #hold(bytes: Uint8Array): void {
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes <= this.#longest) this.#buffered.push(bytes.slice());
    else this.#buffered = [];
  }

  #cut(end: Uint8Array): void {
    const isLong = this.#bufferedBytes + end.length > this.#longest;
    const piece = isLong ? null : this.#buffered.length === 0 ? end : join([...this.#buffered, end]);
    this.#buffered = [];
    this.#bufferedBytes = 0;
    this.#take(piece);
  }
}

import { unescaped } from "./json-escapes.js";
import { isLiteral, KnownWords, literals } from "./known-words.js";
import type { ReportState } from "./report.js";

export type Scalar = string | number | boolean | null;

/** Receives the contents of a JSON document in order. The key is null inside a list. */
export interface JsonListener {
  open(key: string | null, isList: boolean): void;
  close(): void;
  scalar(key: string | null, value: Scalar): void;
  /** Whether to report a string with this key at all. */
  wants(key: string | null): boolean;
}

const longestString = 2000;
const deepest = 200;
const quote = 34;

/** Walks through a JSON document that arrives in pieces, without buffering it. Truncates long strings. */
export class JsonWalk {
  readonly #listener: JsonListener;
  readonly #inList: boolean[] = [];
  /** Whether the innermost container is a list. The document itself acts like a list of one. */
  #isList = true;
  #key: string | null = null;
  /** In an object: whether a value comes next, not a key. */
  #isValueNext = false;
  #string: string | undefined;
  #isEscaped = false;
  #hasEscapes = false;
  #end = 0;
  #quoteAhead = -1;
  #backslashAhead = -1;
  readonly #words = new KnownWords();
  #word = "";
  #state: ReportState = "going";

  constructor(listener: JsonListener) {
    this.#listener = listener;
  }

  get state(): ReportState {
    return this.#state;
  }

  write(text: string, from: number, end: number): number {
    this.#end = end;
    this.#quoteAhead = -1;
    this.#backslashAhead = -1;
    let at = from;
    while (at < end && this.#state === "going")
      at = this.#string === undefined ? this.#structure(text, at) : this.#insideString(text, at);
    return at;
  }

  #structure(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (code === quote) return this.#beginString(text, at + 1);
    if (code === 123 || code === 91) this.#open(code === 91);
    else if (code === 125 || code === 93) this.#close(code === 93);
    else if (code === 44) this.#comma();
    else if (code === 58) this.#isValueNext = true;
    else if (code > 32) return this.#literal(text, at);
    else this.#endWord();
    return at + 1;
  }

  /** Nearly every string ends in the same piece and has no escapes: read those at once, and only if wanted. */
  #beginString(text: string, from: number): number {
    const to = this.#nextQuote(text, from);
    if (to >= this.#end || to - from > longestString || this.#nextBackslash(text, from) < to) {
      this.#string = "";
      return from;
    }
    if (!this.#isList && !this.#isValueNext) this.#key = this.#words.take(text, from, to);
    else {
      const key = this.#takeKey();
      if (this.#listener.wants(key)) this.#listener.scalar(key, this.#words.take(text, from, to));
    }
    return to + 1;
  }

  #insideString(text: string, from: number): number {
    if (this.#isEscaped) return this.#escaped(text, from);
    const at = Math.min(this.#nextQuote(text, from), this.#nextBackslash(text, from));
    this.#append(text, from, at);
    if (at >= this.#end) return at;
    if (text.charCodeAt(at) === quote) this.#endString();
    else this.#isEscaped = true;
    return at + 1;
  }

  /**
   * The offset of the next backslash. Cached, because repeating a search for something far away for each string would
   * be slow.
   */
  #nextBackslash(text: string, from: number): number {
    if (this.#backslashAhead < from) this.#backslashAhead = this.#find("\\", text, from);
    return this.#backslashAhead;
  }

  #nextQuote(text: string, from: number): number {
    if (this.#quoteAhead < from) this.#quoteAhead = this.#find('"', text, from);
    return this.#quoteAhead;
  }

  #find(what: string, text: string, from: number): number {
    const found = text.indexOf(what, from);
    return found < 0 || found > this.#end ? this.#end : found;
  }

  /** Skips the character after a backslash, which may be a quote. A piece may end between the two. */
  #escaped(text: string, at: number): number {
    this.#isEscaped = false;
    this.#hasEscapes = true;
    this.#append(`\\${text[at]}`, 0, 2);
    return at + 1;
  }

  #append(text: string, from: number, to: number): void {
    const room = longestString - (this.#string?.length ?? 0);
    if (room > 0) this.#string += text.slice(from, Math.min(to, from + room));
  }

  #endString(): void {
    const raw = this.#string ?? "";
    this.#string = undefined;
    const value = this.#hasEscapes ? unescaped(raw) : raw;
    this.#hasEscapes = false;
    if (!this.#isList && !this.#isValueNext) this.#key = value;
    else this.#give(value);
  }

  #open(isList: boolean): void {
    if (this.#inList.length >= deepest) this.#state = "no";
    this.#listener.open(this.#takeKey(), isList);
    this.#inList.push(isList);
    this.#isList = isList;
    this.#isValueNext = isList;
  }

  #close(isList: boolean): void {
    this.#endWord();
    if (this.#inList.pop() !== isList) this.#state = "no";
    else {
      this.#listener.close();
      this.#isList = this.#inList.at(-1) === true;
      this.#isValueNext = this.#isList;
      if (this.#inList.length === 0) this.#state = "over";
    }
  }

  #comma(): void {
    this.#endWord();
    this.#isValueNext = this.#isList;
  }

  #literal(text: string, from: number): number {
    let at = from;
    while (at < this.#end && isLiteral(text.charCodeAt(at))) at++;
    if (at === from || this.#word.length > 64 || this.#inList.length === 0) {
      this.#state = "no";
      return from + 1;
    }
    this.#word += text.slice(from, at);
    return at;
  }

  #endWord(): void {
    if (this.#word === "") return;
    const word = this.#word;
    this.#word = "";
    const value = literals.has(word) ? literals.get(word) : Number(word);
    if (value === undefined || Number.isNaN(value) || !this.#isValueNext) this.#state = "no";
    else this.#give(value);
  }

  #give(value: Scalar): void {
    this.#listener.scalar(this.#takeKey(), value);
  }

  #takeKey(): string | null {
    const key = this.#isList ? null : this.#key;
    this.#key = null;
    return key;
  }
}

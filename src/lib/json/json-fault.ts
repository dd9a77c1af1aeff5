import { skipBlanks } from "./json-text.js";

/** Why a text is not valid JSON, and where. Node does not always report the position. */
export interface JsonFault {
  readonly at: number;
  readonly message: string;
}

/** Restrictions beyond the JSON grammar. */
interface Strictness {
  readonly deepest?: number;
  /** Rejects duplicate keys in an object: the second would silently win. */
  readonly uniqueKeys?: boolean;
}

/** The first syntax error of a text, or null if it is valid JSON. */
export const jsonFault = (text: string, strictness: Strictness = {}): JsonFault | null =>
  new FaultFinder(text, strictness).find();

/** What may come next. After `first-` the object or list may also close; after `next-` (a comma) it may not. */
type ExpectedToken = "value" | "first-value" | "next-value" | "first-key" | "next-key" | "comma" | "end";

interface Open {
  readonly close: "}" | "]";
  readonly keys: Set<string>;
}

/** Uses an explicit stack, so that deep nesting cannot overflow the call stack. */
class FaultFinder {
  readonly #text: string;
  readonly #strictness: Strictness;
  readonly #open: Open[] = [];
  #wanted: ExpectedToken = "value";
  #at = 0;

  constructor(text: string, strictness: Strictness) {
    this.#text = text;
    this.#strictness = strictness;
  }

  find(): JsonFault | null {
    for (;;) {
      this.#at = skipBlanks(this.#text, this.#at);
      if (this.#at === this.#text.length && this.#wanted === "end") return null;
      const fault = this.#step(this.#text[this.#at], this.#open.at(-1));
      if (fault) return fault;
    }
  }

  #step(char: string | undefined, inside: Open | undefined): JsonFault | undefined {
    if (this.#wanted === "end") return this.#expected("the end of the text");
    if (inside && char === inside.close && this.#wanted !== "value") return this.#end(inside);
    if (inside && this.#wanted === "comma") return this.#comma(char, inside);
    if (inside && this.#wanted.endsWith("-key")) return this.#key(inside);
    if (char === "{" || char === "[") return this.#begin(char);
    const fault = this.#scalar(char);
    if (!fault) this.#wanted = inside ? "comma" : "end";
    return fault;
  }

  #begin(char: "{" | "["): JsonFault | undefined {
    const { deepest = Number.POSITIVE_INFINITY } = this.#strictness;
    if (this.#open.length > deepest) return this.#fault(`nested deeper than ${deepest} levels`);
    this.#open.push({ close: char === "{" ? "}" : "]", keys: new Set() });
    this.#wanted = char === "{" ? "first-key" : "first-value";
    this.#at++;
    return undefined;
  }

  #end({ close }: Open): JsonFault | undefined {
    if (this.#wanted.startsWith("next-")) return this.#fault(`expected no "," before "${close}"`);
    this.#open.pop();
    this.#wanted = this.#open.length > 0 ? "comma" : "end";
    this.#at++;
    return undefined;
  }

  #comma(char: string | undefined, { close }: Open): JsonFault | undefined {
    if (char !== ",") return this.#expected(`"," or "${close}"`);
    this.#wanted = close === "}" ? "next-key" : "next-value";
    this.#at++;
    return undefined;
  }

  #key({ keys }: Open): JsonFault | undefined {
    const start = this.#at;
    if (this.#text[start] !== '"') return this.#expected("a key in double quotes");
    const fault = this.#string();
    if (fault) return fault;
    const key = this.#text.slice(start, this.#at);
    if (this.#strictness.uniqueKeys) {
      const name: string = JSON.parse(key);
      if (keys.has(name)) return { at: start, message: `the key ${key} is a duplicate` };
      keys.add(name);
    }
    this.#at = skipBlanks(this.#text, this.#at);
    if (this.#text[this.#at] !== ":") return this.#expected(`":" after the key ${shorten(key)}`);
    this.#at++;
    this.#wanted = "value";
    return undefined;
  }

  #scalar(char: string | undefined): JsonFault | undefined {
    if (char === '"') return this.#string();
    const start = this.#at;
    while (/[\w.+-]/.test(this.#text[this.#at] ?? "")) this.#at++;
    return this.#at === start ? this.#expected("a value") : this.#native(start);
  }

  /**
   * A loop, because a regular expression would need backtracking state for every character of a multi-megabyte string.
   */
  #string(): JsonFault | undefined {
    const start = this.#at;
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== '"' && this.#text[end] !== "\n")
      end += this.#text[end] === "\\" ? 2 : 1;
    if (this.#text[end] !== '"') return this.#fault("unterminated string");
    this.#at = end + 1;
    return this.#native(start);
  }

  /** Lets `JSON.parse` validate a string, a number or a literal. */
  #native(start: number): JsonFault | undefined {
    const source = this.#text.slice(start, this.#at);
    try {
      JSON.parse(source);
      return undefined;
    } catch {
      return { at: start, message: `${shorten(source)} is not a JSON value` };
    }
  }

  #expected(what: string): JsonFault {
    const isEnd = this.#at >= this.#text.length;
    const found = isEnd ? "but the text ends here" : `found ${JSON.stringify(this.#text[this.#at])}`;
    return this.#fault(`expected ${what}, ${found}`);
  }

  #fault(message: string): JsonFault {
    return { at: this.#at, message };
  }
}

const shorten = (source: string): string => (source.length > 40 ? `${source.slice(0, 39)}…` : source);

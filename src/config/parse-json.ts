import type { Parsed } from "../base/parsed.js";
import type { Keys } from "../base/place.js";

/** Deeper than any configuration, and shallow enough for every stack. */
const deepest = 100;

/**
 * JSON as `JSON.parse` takes it, but with the line of each key, and two keys of one name are a mistake: the second would
 * silently win.
 */
export function parseJson(text: string): Parsed {
  const parser = new JsonParser(text);
  try {
    const value = parser.document();
    return { ok: true, value, lineOf: (keys) => parser.lineOf(value, keys) };
  } catch (error) {
    if (error instanceof Unexpected) return { ok: false, message: error.message, line: parser.line(error.at) };
    throw error;
  }
}

class Unexpected extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

class JsonParser {
  readonly #text: string;
  #at = 0;
  /** Where each key of an object, or entry of a list, begins. */
  readonly #places = new Map<object, Map<string | number, number>>();

  constructor(text: string) {
    this.#text = text;
  }

  document(): unknown {
    this.#blank();
    const value = this.#value(0);
    this.#blank();
    if (this.#at < this.#text.length) this.#fail("expected the end of the file");
    return value;
  }

  line(at: number): number {
    let line = 1;
    for (let end = this.#text.indexOf("\n"); end >= 0 && end < at; end = this.#text.indexOf("\n", end + 1)) line++;
    return line;
  }

  /** The line of the innermost of these keys that is there. */
  lineOf(value: unknown, keys: Keys): number {
    let place = 0;
    let held = value;
    for (const key of keys) {
      const at = typeof held === "object" && held !== null ? this.#places.get(held)?.get(key) : undefined;
      if (at === undefined) break;
      place = at;
      held = Object.getOwnPropertyDescriptor(held, key)?.value;
    }
    return this.line(place);
  }

  #value(depth: number): unknown {
    if (depth > deepest) this.#fail(`nested deeper than ${deepest} levels`);
    const next = this.#text[this.#at];
    if (next === "{") return this.#object(depth);
    if (next === "[") return this.#list(depth);
    if (next === '"') return this.#string();
    return this.#scalar();
  }

  #object(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    const places = new Map<string | number, number>();
    this.#members("}", () => {
      const at = this.#at;
      if (this.#text[at] !== '"') this.#fail("expected a key in double quotes");
      const key = this.#string();
      if (places.has(key)) throw new Unexpected(`the key ${JSON.stringify(key)} stands here a second time`, at);
      places.set(key, at);
      this.#blank();
      if (this.#text[this.#at] !== ":") this.#fail(`expected ":" after the key ${JSON.stringify(key)}`);
      this.#at++;
      this.#blank();
      entries.push([key, this.#value(depth + 1)]);
    });
    const object = Object.fromEntries(entries); // Also for a key like __proto__: a key of its own, nothing more.
    this.#places.set(object, places);
    return object;
  }

  #list(depth: number): unknown[] {
    const list: unknown[] = [];
    const places = new Map<string | number, number>();
    this.#members("]", () => {
      places.set(list.length, this.#at);
      list.push(this.#value(depth + 1));
    });
    this.#places.set(list, places);
    return list;
  }

  /** Members between commas, up to the closing bracket. */
  #members(close: string, member: () => void): void {
    this.#at++;
    this.#blank();
    if (this.#text[this.#at] === close) {
      this.#at++;
      return;
    }
    for (;;) {
      member();
      this.#blank();
      const next = this.#text[this.#at];
      if (next !== "," && next !== close) this.#fail(`expected "," or "${close}"`);
      this.#at++;
      if (next === close) return;
      this.#blank();
      if (this.#text[this.#at] === close) this.#fail(`expected no "," before "${close}"`);
    }
  }

  #string(): string {
    const start = this.#at;
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== '"' && this.#text[end] !== "\n")
      end += this.#text[end] === "\\" ? 2 : 1;
    if (this.#text[end] !== '"') throw new Unexpected("a text that is not closed", start);
    this.#at = end + 1;
    return this.#native(start);
  }

  #scalar(): unknown {
    const start = this.#at;
    while (this.#at < this.#text.length && /[\w.+-]/.test(this.#text[this.#at] ?? "")) this.#at++;
    if (this.#at === start) this.#fail("expected a value");
    return this.#native(start);
  }

  /** What JSON itself says a text or number is. */
  #native<T>(start: number): T {
    const source = this.#text.slice(start, this.#at);
    try {
      return JSON.parse(source);
    } catch {
      throw new Unexpected(`${source.length > 40 ? `${source.slice(0, 39)}…` : source} is no value of JSON`, start);
    }
  }

  #blank(): void {
    while (this.#at < this.#text.length && " \t\r\n".includes(this.#text[this.#at] ?? "x")) this.#at++;
  }

  #fail(message: string): never {
    const found = this.#at < this.#text.length ? JSON.stringify(this.#text[this.#at]) : "the end of the file";
    throw new Unexpected(`${message}, found ${found}`, this.#at);
  }
}

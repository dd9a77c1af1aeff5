/** A key of a TOML text by its whole path, and whether it is the header of a table. */
export interface TomlKey {
  readonly path: readonly string[];
  readonly isTable: boolean;
}

export type TomlKeys =
  | { readonly ok: true; readonly keys: readonly TomlKey[] }
  | { readonly ok: false; readonly line: number };

/**
 * The keys of a TOML text, without their values: enough to see what may be added to it. Not ok where the text cannot be
 * followed, with the line.
 */
export function readTomlKeys(text: string): TomlKeys {
  const scanner = new TomlScanner(text);
  try {
    return { ok: true, keys: scanner.readAll() };
  } catch (error) {
    if (error instanceof NotToml) return { ok: false, line: scanner.line };
    throw error;
  }
}

class NotToml extends Error {}

const blank = /(?:[ \t\r\n\ufeff]|#[^\n]*)*/y;
const space = /[ \t]*/y;
const bareKey = /[\w-]+/y;
const basic = /"(?:[^"\\\n]|\\.)*"/y;
const literal = /'[^'\n]*'/y;
const lineEnd = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const scalar = /[^\s,\][{}"'#=]+(?: \d\d:[\d:.Z+-]+)?/y;
const longQuotes = ['"""', "'''"] as const;

/** Deeper than any settings are. */
const maxDepth = 200;

class TomlScanner {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get line(): number {
    return this.#text.slice(0, this.#at).split("\n").length;
  }

  readAll(): readonly TomlKey[] {
    const keys: TomlKey[] = [];
    let table: readonly string[] = [];
    for (this.#take(blank); this.#at < this.#text.length; this.#take(blank)) {
      const isTable = this.#text[this.#at] === "[";
      const path = isTable ? this.#readHeader() : [...table, ...this.#readKey()];
      if (isTable) table = path;
      else this.#readRest();
      keys.push({ path, isTable });
      this.#need(lineEnd);
    }
    return keys;
  }

  #readHeader(): readonly string[] {
    const [open, close] = this.#text.startsWith("[[", this.#at) ? ["[[", "]]"] : ["[", "]"];
    this.#at += open.length;
    const path = this.#readKey();
    this.#needText(close);
    return path;
  }

  /** Names between dots. */
  #readKey(): readonly string[] {
    const path: string[] = [];
    do {
      this.#take(space);
      path.push(this.#readName());
      this.#take(space);
    } while (this.#takeText("."));
    return path;
  }

  #readName(): string {
    const bare = this.#take(bareKey) || this.#take(literal).slice(1, -1);
    if (bare !== "") return bare;
    return readBasic(this.#need(basic));
  }

  #readRest(): void {
    this.#needText("=");
    this.#take(space);
    this.#skipValue();
  }

  #skipValue(): void {
    const long = longQuotes.find((quotes) => this.#text.startsWith(quotes, this.#at));
    if (long !== undefined) this.#skipLong(long);
    else if (this.#takeText("[")) this.#skipList("]");
    else if (this.#takeText("{")) this.#skipList("}");
    else if (this.#take(basic) === "" && this.#take(literal) === "") this.#need(scalar);
  }

  /** The values of a list, or the keys and values of a table in one line. */
  #skipList(close: "]" | "}"): void {
    if (++this.#depth > maxDepth) throw new NotToml();
    for (this.#take(blank); !this.#takeText(close); this.#take(blank)) {
      if (close === "}") this.#skipEntry();
      else this.#skipValue();
      this.#take(blank);
      if (!this.#takeText(",") && this.#text[this.#at] !== close) throw new NotToml();
    }
    this.#depth--;
  }

  #skipEntry(): void {
    this.#readKey();
    this.#readRest();
  }

  /** A text of several lines may end in up to two quotes of its own. */
  #skipLong(quotes: string): void {
    const quote = quotes.charAt(0);
    this.#at += quotes.length;
    while (!this.#text.startsWith(quotes, this.#at)) {
      if (this.#at >= this.#text.length) throw new NotToml();
      this.#at += quote === '"' && this.#text[this.#at] === "\\" ? 2 : 1;
    }
    this.#at += quotes.length;
    for (let more = 0; more < 2 && this.#takeText(quote); more++);
  }

  /** What stands here, taken; "" if it does not. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #need(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) throw new NotToml();
    this.#at += found[0].length;
    return found[0];
  }

  #takeText(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #needText(text: string): void {
    if (!this.#takeText(text)) throw new NotToml();
  }
}

/** Its escapes are those of JSON, but for a few that no name of a setting has. */
function readBasic(quoted: string): string {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted;
  }
}

import { startHtml } from "./markdown-html.js";

/** A heading, an item of a list, or a line of a paragraph, with where it stands. Lines count from 0. */
export type Block = Heading | Item | Text;

export interface Heading {
  readonly is: "heading";
  readonly level: number;
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

export interface Item {
  readonly is: "item";
  readonly parent: Item | null;
  /** Items of one list share it. */
  readonly list: number;
  readonly ordered: boolean;
  readonly quoted: boolean;
  /** Indented further than Markdown allows for an item; people mean a part of the item above. */
  readonly tooDeep: boolean;
  /** Its first words; empty where it starts with something else than a paragraph. */
  text: string;
  line: number;
  column: number;
}

export interface Text {
  readonly is: "text";
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly item: Item | null;
  readonly quoted: boolean;
}

/** A line that shows no Markdown: code, a comment, raw HTML. Told apart only where people may have meant a task. */
export interface Hidden {
  readonly line: number;
  readonly text: string;
  readonly by: "indent" | "html";
}

export interface Blocks {
  readonly blocks: readonly Block[];
  readonly hidden: readonly Hidden[];
}

/**
 * The blocks of a Markdown text as CommonMark sees them, in one pass over its lines. Only what task lists are made of is
 * kept: fences, indented code, comments and raw HTML are passed over.
 */
export function scanBlocks(lines: readonly string[], from = 0): Blocks {
  const scan = new BlockScan();
  for (let at = from; at < lines.length; at++) scan.read(lines[at] ?? "", at);
  return scan;
}

interface Scope {
  list: number;
  listType: string;
}

type Container = Scope &
  ({ readonly quote: true } | { readonly quote: false; readonly width: number; filled: boolean; readonly item: Item });

type Leaf =
  | { readonly is: "none" }
  | { readonly is: "paragraph"; readonly item: Item | null }
  | { readonly is: "fence"; readonly mark: string; readonly length: number }
  | { readonly is: "html"; readonly ends: (line: string) => boolean; readonly comment: boolean };

const none: Leaf = { is: "none" };
const heading = /(#{1,6})(?:[ \t]+|$)/y;
const fenceMark = /(`{3,})[^`]*$|(~{3,})/y;
const thematicBreak = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/y;
const underline = /(?:=+|-+)[ \t]*$/y;
const boxItem = /^(?:[-+*]|\d{1,9}[.)])[ \t]+(\[[^\]]?\](?!\().*)$/;

class BlockScan {
  readonly blocks: Block[] = [];
  readonly hidden: Hidden[] = [];
  readonly #root: Scope = { list: 0, listType: "" };
  readonly #containers: Container[] = [];
  #leaf: Leaf = none;
  #lists = 0;
  // The line being read: its text and number, the first character not blank, its column, the column of the container.
  #text = "";
  #line = 0;
  #at = 0;
  #column = 0;
  #base = 0;
  /** How many containers it goes on with, and whether something new has begun on it. */
  #matched = 0;
  #fresh = false;

  read(text: string, line: number): void {
    this.#text = text;
    this.#line = line;
    this.#at = 0;
    this.#column = 0;
    this.#base = 0;
    this.#skipBlanks();
    this.#fresh = false;
    this.#matched = this.#match();
    const all = this.#matched === this.#containers.length;
    if (all && this.#isInsideLeaf()) return;
    if (this.#at >= text.length) this.#endAt(this.#matched);
    else this.#open(all);
  }

  #skipBlanks(): void {
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 32) this.#column++;
      else if (code === 9) this.#column += 4 - (this.#column % 4);
      else return;
    }
  }

  /** How many of the open containers this line goes on with. */
  #match(): number {
    const blank = this.#at >= this.#text.length;
    let depth = 0;
    for (const container of this.#containers) {
      if (container.quote) {
        if (!this.#takeQuoteMark()) break;
      } else if (this.#at >= this.#text.length) {
        if (!container.filled && blank) break;
      } else if (this.#column - this.#base >= container.width) this.#base += container.width;
      else break;
      depth++;
    }
    return depth;
  }

  #takeQuoteMark(): boolean {
    if (this.#text[this.#at] !== ">" || this.#column - this.#base > 3) return false;
    this.#base = this.#column + 1;
    this.#at++;
    this.#column++;
    const next = this.#text[this.#at];
    if (next === " " || next === "\t") this.#base++;
    this.#skipBlanks();
    return true;
  }

  /** Fences and raw HTML swallow lines until they end. */
  #isInsideLeaf(): boolean {
    const leaf = this.#leaf;
    if (leaf.is === "fence") {
      if (this.#closesFence(leaf)) this.#leaf = none;
      return true;
    }
    if (leaf.is !== "html") return false;
    if (!leaf.comment) this.hidden.push({ line: this.#line, text: this.#text.slice(this.#at), by: "html" });
    if (leaf.ends(this.#text)) this.#leaf = none;
    return true;
  }

  #closesFence({ mark, length }: Extract<Leaf, { is: "fence" }>): boolean {
    if (this.#column - this.#base > 3) return false;
    let end = this.#at;
    while (this.#text[end] === mark) end++;
    return end - this.#at >= length && this.#text.slice(end).trim() === "";
  }

  #endAt(matched: number): void {
    this.#containers.length = matched;
    this.#leaf = none;
  }

  /** Opens what begins on this line, container by container, down to its text. */
  #open(all: boolean): void {
    for (;;) {
      const inParagraph = !this.#fresh && this.#leaf.is === "paragraph";
      if (this.#column - this.#base >= 4) {
        if (inParagraph) this.#goOn();
        else this.#hideCode();
        return;
      }
      const first = this.#text.charCodeAt(this.#at);
      if (first === angle) this.#startQuote();
      else if (this.#startsLeaf(inParagraph && all)) return;
      else if (!this.#startsItem(inParagraph && all)) {
        if (inParagraph) this.#goOn();
        else this.#startParagraph();
        return;
      }
      if (this.#at >= this.#text.length) return;
    }
  }

  /** Something new begins: what this line did not go on with has ended. */
  #enter(): void {
    if (this.#fresh) return;
    this.#endAt(this.#matched);
    this.#fresh = true;
  }

  #hideCode(): void {
    this.#enter();
    this.#fill();
    this.hidden.push({ line: this.#line, text: this.#text.slice(this.#at), by: "indent" });
  }

  #startQuote(): void {
    this.#enter();
    this.#fill();
    this.#takeQuoteMark();
    this.#containers.push({ quote: true, list: 0, listType: "" });
  }

  #matches(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #startsLeaf(inParagraph: boolean): boolean {
    const first = this.#text[this.#at];
    if (first === "#") return this.#startsHeading();
    if (first === "`" || first === "~") return this.#startsFence();
    if (first === "<") return this.#startsHtml();
    const isRule = first === "-" || first === "=" || first === "*" || first === "_";
    if (!isRule) return false;
    if (inParagraph && this.#matches(underline)) {
      this.#leaf = none;
      this.#turnIntoHeading(first === "=" ? 1 : 2);
      return true;
    }
    if (!this.#matches(thematicBreak)) return false;
    this.#enter();
    this.#fill();
    return true;
  }

  #startsHeading(): boolean {
    const match = this.#matches(heading);
    if (!match) return false;
    this.#enter();
    this.#fill();
    const column = this.#at + match[0].length;
    const text = this.#text
      .slice(column)
      .replace(/(?:^|[ \t])#+[ \t]*$/, "")
      .trimEnd();
    if (!this.#isQuoted())
      this.blocks.push({ is: "heading", level: match[1]?.length ?? 1, text, line: this.#line, column });
    return true;
  }

  /** The paragraph above an underline was a heading. One that belongs to an item stays what it was. */
  #turnIntoHeading(level: number): void {
    const last = this.blocks.at(-1);
    if (last?.is !== "text" || last.item || last.quoted) return;
    const { text, line, column } = last;
    this.blocks[this.blocks.length - 1] = { is: "heading", level, text, line, column };
  }

  #startsFence(): boolean {
    const match = this.#matches(fenceMark);
    if (!match) return false;
    this.#enter();
    this.#fill();
    const mark = match[1] ?? match[2] ?? "";
    this.#leaf = { is: "fence", mark: mark[0] ?? "`", length: mark.length };
    return true;
  }

  /** A lone tag ends no paragraph, not even one that only goes on out of laziness. */
  #startsHtml(): boolean {
    const html = startHtml(this.#text.slice(this.#at), this.#leaf.is === "paragraph");
    if (!html) return false;
    this.#enter();
    this.#fill();
    if (!html.endsOnFirst) this.#leaf = { is: "html", ends: html.ends, comment: html.comment };
    return true;
  }

  #startsItem(inParagraph: boolean): boolean {
    const end = this.#markerEnd();
    if (end < 0) return false;
    const ordered = end - this.#at > 1;
    const from = this.#at;
    const text = this.#text;
    const empty = isBlankFrom(text, end);
    if (inParagraph && (empty || (ordered && Number(text.slice(from, end - 1)) !== 1))) return false;
    this.#enter();
    const indent = this.#column - this.#base;
    const type = text[end - 1] ?? "";
    const item = this.#newItem(type, ordered);
    this.#fill();
    const scope = this.#scope();
    scope.list = item.list;
    scope.listType = type;
    this.#at = end;
    this.#column += end - from;
    const after = this.#column;
    this.#skipBlanks();
    const gap = this.#column - after;
    const width = indent + end - from + (empty || gap > 4 ? 1 : gap);
    this.#base += width;
    this.#containers.push({ quote: false, width, filled: false, item, list: 0, listType: "" });
    this.blocks.push(item);
    return true;
  }

  /** After a list marker, or -1. By hand: this is asked of every line. */
  #markerEnd(): number {
    let at = this.#at;
    let code = this.#text.charCodeAt(at);
    if (code !== 42 && code !== 43 && code !== 45) {
      while (code >= 48 && code <= 57 && at - this.#at < 10) code = this.#text.charCodeAt(++at);
      if (at === this.#at || at - this.#at > 9 || (code !== 46 && code !== 41)) return -1;
    }
    const next = this.#text.charCodeAt(++at);
    return next === 32 || next === 9 || at >= this.#text.length ? at : -1;
  }

  #newItem(type: string, ordered: boolean, tooDeep = false): Item {
    const scope = this.#scope();
    const list = !tooDeep && scope.listType === type ? scope.list : ++this.#lists;
    return {
      is: "item",
      parent: this.#item(),
      list,
      ordered,
      quoted: this.#isQuoted(),
      tooDeep,
      text: "",
      line: this.#line,
      column: this.#at,
    };
  }

  #startParagraph(): void {
    this.#enter();
    const container = this.#containers.at(-1);
    const text = this.#text.slice(this.#at);
    const item = this.#item();
    if (container && !container.quote && !container.filled) {
      container.item.text = text;
      container.item.line = this.#line;
      container.item.column = this.#at;
    } else this.blocks.push({ is: "text", text, line: this.#line, column: this.#at, item, quoted: this.#isQuoted() });
    this.#fill();
    this.#leaf = { is: "paragraph", item };
  }

  /** One more line of the paragraph; one that looks like a box is an item people indented too far. */
  #goOn(): void {
    const text = this.#text.slice(this.#at);
    const item = this.#leaf.is === "paragraph" ? this.#leaf.item : null;
    const box = item && this.#column - this.#base >= 4 ? boxItem.exec(text) : null;
    if (item && box?.[1] !== undefined) {
      const column = this.#at + text.length - box[1].length;
      const deep = { ...this.#newItem("", false, true), parent: item, text: box[1], column };
      this.blocks.push(deep);
      return;
    }
    this.blocks.push({ is: "text", text, line: this.#line, column: this.#at, item, quoted: this.#isQuoted() });
  }

  /** Something begins in the innermost container: a list there has ended, and an item is empty no more. */
  #fill(): void {
    const scope = this.#scope();
    scope.listType = "";
    const container = this.#containers.at(-1);
    if (container && !container.quote) container.filled = true;
  }

  #scope(): Scope {
    return this.#containers.at(-1) ?? this.#root;
  }

  #item(): Item | null {
    for (let at = this.#containers.length - 1; at >= 0; at--) {
      const container = this.#containers[at];
      if (container && !container.quote) return container.item;
    }
    return null;
  }

  #isQuoted(): boolean {
    for (const { quote } of this.#containers) if (quote) return true;
    return false;
  }
}

const angle = 62;

function isBlankFrom(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 9) return false;
  }
  return true;
}

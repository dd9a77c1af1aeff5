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
const listMarker = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/y;
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

  read(text: string, line: number): void {
    this.#text = text;
    this.#line = line;
    this.#at = 0;
    this.#column = 0;
    this.#base = 0;
    this.#skipBlanks();
    const matched = this.#match();
    const all = matched === this.#containers.length;
    if (all && this.#isInsideLeaf()) return;
    if (this.#at >= text.length) this.#endAt(matched);
    else this.#open(matched, all);
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
  #open(matched: number, all: boolean): void {
    let fresh = false;
    const enter = (): void => {
      if (!fresh) this.#endAt(matched);
      fresh = true;
    };
    for (;;) {
      const inParagraph = !fresh && this.#leaf.is === "paragraph";
      if (this.#column - this.#base >= 4) {
        if (inParagraph) this.#goOn();
        else {
          enter();
          this.#fill();
          this.hidden.push({ line: this.#line, text: this.#text.slice(this.#at), by: "indent" });
        }
        return;
      }
      if (this.#text[this.#at] === ">") {
        enter();
        this.#fill();
        this.#takeQuoteMark();
        this.#containers.push({ quote: true, list: 0, listType: "" });
        if (this.#at >= this.#text.length) return;
        continue;
      }
      if (this.#startsLeaf(inParagraph && all, enter)) return;
      if (this.#startsItem(inParagraph && all, enter)) {
        if (this.#at >= this.#text.length) return;
        continue;
      }
      if (inParagraph) this.#goOn();
      else {
        enter();
        this.#startParagraph();
      }
      return;
    }
  }

  #matches(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #startsLeaf(inParagraph: boolean, enter: () => void): boolean {
    const first = this.#text[this.#at];
    if (first === "#") return this.#startsHeading(enter);
    if (first === "`" || first === "~") return this.#startsFence(enter);
    if (first === "<") return this.#startsHtml(inParagraph, enter);
    const isRule = first === "-" || first === "=" || first === "*" || first === "_";
    if (!isRule) return false;
    if (inParagraph && this.#matches(underline)) {
      this.#leaf = none;
      this.#turnIntoHeading(first === "=" ? 1 : 2);
      return true;
    }
    if (!this.#matches(thematicBreak)) return false;
    enter();
    this.#fill();
    return true;
  }

  #startsHeading(enter: () => void): boolean {
    const match = this.#matches(heading);
    if (!match) return false;
    enter();
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

  #startsFence(enter: () => void): boolean {
    const match = this.#matches(fenceMark);
    if (!match) return false;
    enter();
    this.#fill();
    const mark = match[1] ?? match[2] ?? "";
    this.#leaf = { is: "fence", mark: mark[0] ?? "`", length: mark.length };
    return true;
  }

  #startsHtml(inParagraph: boolean, enter: () => void): boolean {
    const rest = this.#text.slice(this.#at);
    const html = startHtml(rest, inParagraph);
    if (!html) return false;
    enter();
    this.#fill();
    if (!html.endsOnFirst) this.#leaf = { is: "html", ends: html.ends, comment: html.comment };
    return true;
  }

  #startsItem(inParagraph: boolean, enter: () => void): boolean {
    const match = this.#matches(listMarker);
    if (!match) return false;
    const [marker, number] = match;
    const end = this.#at + marker.length;
    const empty = this.#text.slice(end).trim() === "";
    if (inParagraph && (empty || (number !== undefined && Number(number) !== 1))) return false;
    enter();
    const indent = this.#column - this.#base;
    const type = marker.at(-1) ?? "";
    const item = this.#newItem(type, number !== undefined);
    this.#fill();
    this.#scope().list = item.list;
    this.#scope().listType = type;
    this.#at = end;
    this.#column += marker.length;
    const after = this.#column;
    this.#skipBlanks();
    const gap = this.#column - after;
    const width = indent + marker.length + (empty || gap > 4 ? 1 : gap);
    this.#base += width;
    this.#containers.push({ quote: false, width, filled: false, item, list: 0, listType: "" });
    this.blocks.push(item);
    return true;
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
    const inner = this.#containers.findLast((container) => !container.quote);
    return inner && !inner.quote ? inner.item : null;
  }

  #isQuoted(): boolean {
    return this.#containers.some(({ quote }) => quote);
  }
}

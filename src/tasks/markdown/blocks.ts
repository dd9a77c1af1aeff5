import type { Block, Blocks, Hidden, Item } from "./block.js";
import { startHtml } from "./html.js";
import { LineCursor } from "./line.js";

/**
 * Scans a Markdown text into CommonMark blocks in one pass. Only returns what task lists consist of: skips fences,
 * indented code, comments and raw HTML.
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
const closingMarks = /(?:^|[ \t])#+[ \t]*$/;
const underline = /(?:=+|-+)[ \t]*$/y;
const boxItem = /^(?:[-+*]|\d{1,9}[.)])[ \t]+(\[[^\]]?\](?!\().*)$/;

/** Real lists are never this deep; without a limit, a line of markers would take quadratic time. */
const deepest = 100;

class BlockScan {
  readonly blocks: Block[] = [];
  readonly hidden: Hidden[] = [];
  readonly #root: Scope = { list: 0, listType: "" };
  readonly #containers: Container[] = [];
  readonly #here = new LineCursor();
  #leaf: Leaf = none;
  #lists = 0;
  /** How many open containers the line continues, and whether a new block has started on it. */
  #matched = 0;
  #fresh = false;

  read(text: string, line: number): void {
    this.#here.start(text, line);
    this.#fresh = false;
    this.#matched = this.#match();
    const all = this.#matched === this.#containers.length;
    if (all && this.#isInsideLeaf()) return;
    if (this.#here.isAtEnd) this.#endAt(this.#matched);
    else this.#open(all);
  }

  /** How many of the open containers this line continues. */
  #match(): number {
    const here = this.#here;
    const blank = here.isAtEnd;
    let depth = 0;
    for (const container of this.#containers) {
      if (container.quote) {
        if (!here.takeQuoteMark()) break;
      } else if (here.isAtEnd) {
        if (!container.filled && blank) break;
      } else if (here.indent >= container.width) here.base += container.width;
      else break;
      depth++;
    }
    return depth;
  }

  /** Fences and raw HTML contain every line until they end. */
  #isInsideLeaf(): boolean {
    const leaf = this.#leaf;
    const here = this.#here;
    if (leaf.is === "fence") {
      if (here.closesFence(leaf.mark, leaf.length)) this.#leaf = none;
      return true;
    }
    if (leaf.is !== "html") return false;
    if (!leaf.comment) this.hidden.push({ line: here.line, text: here.rest, by: "html" });
    if (leaf.ends(here.text)) this.#leaf = none;
    return true;
  }

  #endAt(matched: number): void {
    this.#containers.length = matched;
    this.#leaf = none;
  }

  /** Opens the blocks that start on this line, container by container, down to its text. */
  #open(all: boolean): void {
    const here = this.#here;
    for (;;) {
      const inParagraph = !this.#fresh && this.#leaf.is === "paragraph";
      if (here.indent >= 4) {
        if (inParagraph) this.#goOn();
        else this.#hideCode();
        return;
      }
      const isDeep = this.#containers.length >= deepest;
      if (!isDeep && here.text[here.at] === ">") this.#startQuote();
      else if (this.#startsLeaf(inParagraph && all)) return;
      else if (isDeep || !this.#startsItem(inParagraph && all)) {
        if (inParagraph) this.#goOn();
        else this.#startParagraph();
        return;
      }
      if (here.isAtEnd) return;
    }
  }

  /** A new block starts: closes the containers this line did not continue, and any list in the innermost one. */
  #enter(): void {
    if (!this.#fresh) this.#endAt(this.#matched);
    this.#fresh = true;
    this.#scope().listType = "";
    const container = this.#containers.at(-1);
    if (container && !container.quote) container.filled = true;
  }

  #hideCode(): void {
    this.#enter();
    this.hidden.push({ line: this.#here.line, text: this.#here.rest, by: "indent" });
  }

  #startQuote(): void {
    this.#enter();
    this.#here.takeQuoteMark();
    this.#containers.push({ quote: true, list: 0, listType: "" });
  }

  #startsLeaf(inParagraph: boolean): boolean {
    const first = this.#here.text[this.#here.at];
    if (first === "#") return this.#startsHeading();
    if (first === "`" || first === "~") return this.#startsFence();
    if (first === "<") return this.#startsHtml();
    if (first !== "-" && first !== "=" && first !== "*" && first !== "_") return false;
    if (inParagraph && this.#here.match(underline)) {
      this.#leaf = none;
      this.#turnIntoHeading(first === "=" ? 1 : 2);
      return true;
    }
    if (!this.#here.match(thematicBreak)) return false;
    this.#enter();
    return true;
  }

  #startsHeading(): boolean {
    const here = this.#here;
    const match = here.match(heading);
    if (!match) return false;
    this.#enter();
    const column = here.at + match[0].length;
    const text = here.text.slice(column).replace(closingMarks, "").trimEnd();
    if (!this.#isQuoted())
      this.blocks.push({ is: "heading", level: match[1]?.length ?? 1, text, line: here.line, column });
    return true;
  }

  /** An underline turns the paragraph above it into a heading, unless that belongs to an item. */
  #turnIntoHeading(level: number): void {
    const last = this.blocks.at(-1);
    if (last?.is !== "text" || last.item || last.quoted) return;
    const { text, line, column } = last;
    this.blocks[this.blocks.length - 1] = { is: "heading", level, text, line, column };
  }

  #startsFence(): boolean {
    const match = this.#here.match(fenceMark);
    if (!match) return false;
    this.#enter();
    const mark = match[1] ?? match[2] ?? "";
    this.#leaf = { is: "fence", mark: mark[0] ?? "`", length: mark.length };
    return true;
  }

  /** A lone tag cannot interrupt a paragraph, not even a lazy continuation line. */
  #startsHtml(): boolean {
    const html = startHtml(this.#here.rest, this.#leaf.is === "paragraph");
    if (!html) return false;
    this.#enter();
    if (!html.endsOnFirst) this.#leaf = { is: "html", ends: html.ends, comment: html.comment };
    return true;
  }

  /** An empty item cannot interrupt a paragraph, nor can a list that does not start at 1. */
  #startsItem(inParagraph: boolean): boolean {
    const here = this.#here;
    const end = here.markerEnd();
    if (end < 0) return false;
    const ordered = end - here.at > 1;
    if (inParagraph && (here.isBlankFrom(end) || (ordered && Number(here.text.slice(here.at, end - 1)) !== 1)))
      return false;
    if (!this.#fresh) this.#endAt(this.#matched);
    const type = here.text[end - 1] ?? "";
    const item = this.#newItem(type, ordered);
    this.#enter();
    const scope = this.#scope();
    scope.list = item.list;
    scope.listType = type;
    const width = here.takeMarker(end);
    this.#containers.push({ quote: false, width, filled: false, item, list: 0, listType: "" });
    this.blocks.push(item);
    return true;
  }

  #newItem(type: string, ordered: boolean, tooDeep = false): Item {
    const scope = this.#scope();
    const list = !tooDeep && scope.listType === type ? scope.list : ++this.#lists;
    const { line, at: column } = this.#here;
    return {
      is: "item",
      parent: this.#item(),
      list,
      ordered,
      quoted: this.#isQuoted(),
      tooDeep,
      text: "",
      task: -1,
      line,
      column,
    };
  }

  #startParagraph(): void {
    if (!this.#fresh) this.#endAt(this.#matched);
    const container = this.#containers.at(-1);
    const isFirst = container && !container.quote && !container.filled;
    this.#enter();
    const { rest, line, at: column } = this.#here;
    const item = this.#item();
    if (isFirst) {
      container.item.text = rest;
      container.item.line = line;
      container.item.column = column;
    } else this.#addText(item);
    this.#leaf = { is: "paragraph", item };
  }

  /** Another line of the paragraph. If it looks like a box, it is an item indented too far. */
  #goOn(): void {
    const { rest, at, indent } = this.#here;
    const item = this.#leaf.is === "paragraph" ? this.#leaf.item : null;
    const text = item && indent >= 4 ? boxItem.exec(rest)?.[1] : undefined;
    if (item && text !== undefined)
      this.blocks.push({
        ...this.#newItem("", false, true),
        parent: item,
        text,
        column: at + rest.length - text.length,
      });
    else this.#addText(item);
  }

  #addText(item: Item | null): void {
    const { rest: text, line, at: column } = this.#here;
    this.blocks.push({ is: "text", text, line, column, item, quoted: this.#isQuoted() });
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

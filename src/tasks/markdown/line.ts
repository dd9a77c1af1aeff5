/** A position in a line of Markdown: the next non-blank character, and its column with tabs expanded. */
export class LineCursor {
  text = "";
  line = 0;
  at = 0;
  column = 0;
  /** The column where the content of the innermost container begins. */
  base = 0;

  start(text: string, line: number): void {
    this.text = text;
    this.line = line;
    this.at = 0;
    this.column = 0;
    this.base = 0;
    this.skipBlanks();
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  get indent(): number {
    return this.column - this.base;
  }

  get rest(): string {
    return this.text.slice(this.at);
  }

  skipBlanks(): void {
    for (; ; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code === blank) this.column++;
      else if (code === tab) this.column += 4 - (this.column % 4);
      else return;
    }
  }

  /** Moves past `>` and the blank after it. Returns false if there is none. */
  takeQuoteMark(): boolean {
    if (this.text[this.at] !== ">" || this.indent > 3) return false;
    this.base = this.column + 1;
    this.at++;
    this.column++;
    if (isBlank(this.text.charCodeAt(this.at))) this.base++;
    this.skipBlanks();
    return true;
  }

  /** Moves past a list marker that ends here. Returns its width including the blanks after it. */
  takeMarker(end: number): number {
    const indent = this.indent;
    const length = end - this.at;
    const empty = this.isBlankFrom(end);
    this.at = end;
    this.column += length;
    const after = this.column;
    this.skipBlanks();
    const gap = this.column - after;
    const width = indent + length + (empty || gap > 4 ? 1 : gap);
    this.base += width;
    return width;
  }

  /** The end of the list marker at this position, or -1. Hand-written because it runs on every line. */
  markerEnd(): number {
    let at = this.at;
    let code = this.text.charCodeAt(at);
    if (!bullets.has(code)) {
      while (code >= zero && code <= nine && at - this.at < 10) code = this.text.charCodeAt(++at);
      if (at === this.at || at - this.at > 9 || (code !== dot && code !== bracket)) return -1;
    }
    at++;
    return at >= this.text.length || isBlank(this.text.charCodeAt(at)) ? at : -1;
  }

  isBlankFrom(from: number): boolean {
    for (let at = from; at < this.text.length; at++) if (!isBlank(this.text.charCodeAt(at))) return false;
    return true;
  }

  closesFence(mark: string, length: number): boolean {
    if (this.indent > 3) return false;
    let end = this.at;
    while (this.text[end] === mark) end++;
    return end - this.at >= length && this.isBlankFrom(end);
  }

  /** Matches a sticky expression at this position. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }
}

const [tab, blank, bracket, dot, zero, nine] = [9, 32, 41, 46, 48, 57];
const bullets: ReadonlySet<number> = new Set([42, 43, 45]);

const isBlank = (code: number): boolean => code === blank || code === tab;

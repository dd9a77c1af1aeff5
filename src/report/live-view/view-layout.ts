import { cutText, textWidth } from "../../lib/text/text-width.js";
import { paint } from "../terminal/paint.js";
import { takeLines } from "../terminal/take-lines.js";

/** Where and when the view is drawn. */
export interface ViewScreen {
  readonly columns: number;
  readonly rows: number;
  readonly now: number;
  readonly colour: boolean;
  /** Whether the terminal shows more than ASCII. */
  readonly utf8: boolean;
  /** Whose keys work: those of the run, those of a watcher, or none. */
  readonly keys: "run" | "watch" | "none";
  readonly showsHelp: boolean;
}

/** One row, or a few lines of it. */
export interface ViewRow {
  readonly label: string;
  readonly text: string;
  readonly tone?: (text: string) => string;
  /** What follows on the same line, in another tone. */
  readonly more?: string;
  /** The most lines it may take; 1 if absent. */
  readonly lines?: number;
  /** Rows with a higher rank are left out first where there is no room. */
  readonly rank: number;
}

/** Columns, indent and glyphs for a width. */
export class Layout {
  readonly style: ReturnType<typeof paint>;
  readonly width: number;
  readonly #indent: number;
  readonly #label: number;
  readonly #height: number;
  readonly #mark: string;

  constructor({ columns, rows, colour, utf8 }: ViewScreen) {
    this.style = paint(colour);
    // The last column stays free: some terminals wrap there.
    this.width = Math.max(1, columns - 1);
    this.#indent = columns >= 60 ? 2 : 0;
    this.#label = columns >= 60 ? 9 : columns >= 30 ? 8 : 0;
    this.#height = Math.max(1, rows - 2);
    this.#mark = utf8 ? "…" : columns >= 30 ? "..." : ".";
  }

  get height(): number {
    return this.#height;
  }

  get mark(): string {
    return this.#mark;
  }

  get headWidth(): number {
    return this.width - this.#indent;
  }

  get textWidth(): number {
    return this.width - this.#indent - this.#label;
  }

  /** A blank line, then the rows that fit the height. */
  fit(rows: readonly ViewRow[]): readonly string[] {
    const blocks = rows.map((row) => ({ rank: row.rank, lines: this.#format(row) }));
    let height = blocks.reduce((sum, { lines }) => sum + lines.length, 0);
    for (const block of [...blocks].sort((a, b) => b.rank - a.rank)) {
      if (height <= this.#height) break;
      height -= block.lines.length;
      blocks.splice(blocks.indexOf(block), 1);
    }
    const lines = blocks.flatMap((block) => block.lines).slice(0, this.#height);
    return lines.length < this.#height ? ["", ...lines] : lines;
  }

  #format({ label, text, tone = (plain) => plain, more = "", lines = 1 }: ViewRow): readonly string[] {
    const isHeading = label === "" && lines === 1;
    const width = isHeading ? this.headWidth : this.textWidth;
    const taken = takeLines(text, { width, lines, mark: this.#mark });
    const rest = lines === 1 ? cutText(more, width - textWidth(text), this.#mark) : "";
    return taken.map((line, at) => {
      const lead = " ".repeat(this.#indent) + (isHeading ? "" : (at === 0 ? label : "").padEnd(this.#label));
      const shown = this.#label === 0 ? "" : this.style.dim(lead);
      return `${shown}${tone(line)}${this.style.dim(rest)}`;
    });
  }
}

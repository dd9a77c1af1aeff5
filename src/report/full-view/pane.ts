import { cutText, textWidth } from "../../lib/text/text-width.js";
import { takeLines } from "../terminal/take-lines.js";

/** One row of a pane, before it is cut to its width; a tone is put on after that. */
export interface PaneRow {
  readonly text: string;
  readonly tone?: (text: string) => string;
}

export interface PaneSize {
  readonly width: number;
  readonly height: number;
  /** Shows where something is cut. */
  readonly mark: string;
}

/** As wide as the pane, whatever is in it. */
export function fillRow({ text, tone = (plain) => plain }: PaneRow, { width, mark }: Omit<PaneSize, "height">): string {
  const cut = cutText(text, width, mark);
  return tone(cut) + " ".repeat(Math.max(0, width - textWidth(cut)));
}

/** Exactly as many rows as the pane is high. */
export const fillPane = (rows: readonly PaneRow[], size: PaneSize): readonly string[] =>
  Array.from({ length: size.height }, (_, at) => fillRow(rows[at] ?? { text: "" }, size));

/** A long text in rows of the pane: those after the first are indented below it. */
export function foldRow({ text, tone }: PaneRow, { width, mark }: Omit<PaneSize, "height">, lines = 4): PaneRow[] {
  const indent = " ".repeat(Math.min(text.length - text.trimStart().length + 2, Math.floor(width / 4)));
  const [first = "", ...rest] = takeLines(text, { width, lines, mark });
  const folded =
    rest.length === 0
      ? []
      : takeLines(text.slice(first.length).trimStart(), { width: width - indent.length, lines: lines - 1, mark });
  return [first, ...folded.map((line) => `${indent}${line}`)].map((line) => ({
    text: line,
    ...(tone ? { tone } : {}),
  }));
}

import { textWidth } from "../../lib/text/text-width.js";

/** Colour escapes have no width. */
const escapes = /\u001b\[[\d;]*m/g;

const measureWidth = (text: string): number => textWidth(text.replaceAll(escapes, ""));

/**
 * Wraps each line at spaces. Continuation lines start below the first word of the line, or at `hang`. A word longer
 * than the line is not broken, so that paths and commands can be copied.
 */
export function wrap(text: string, { width, hang = 0 }: { readonly width: number; readonly hang?: number }): string {
  return text
    .split("\n")
    .map((line) => wrapLine(line, width, hang))
    .join("\n");
}

/** On a very narrow screen a deep indent would leave no width for the text. */
export const maxIndent = (width: number): number => Math.floor(width / 3);

function wrapLine(line: string, width: number, hang: number): string {
  if (measureWidth(line) <= width) return line;
  const lead = line.length - line.trimStart().length;
  const indent = " ".repeat(Math.min(Math.max(lead, hang), maxIndent(width)));
  const lines: string[] = [];
  let current = line.slice(0, lead);
  for (const [at, word] of line.slice(lead).split(" ").entries()) {
    const longer = at === 0 ? `${current}${word}` : `${current} ${word}`;
    if (at > 0 && measureWidth(longer) > width && current.trim() !== "") {
      lines.push(current.trimEnd());
      current = `${indent}${word}`;
    } else current = longer;
  }
  return [...lines, current].join("\n");
}

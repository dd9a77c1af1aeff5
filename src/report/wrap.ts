/** What colours a text and takes no room. */
const escapes = /\u001b\[[\d;]*m/g;

const room = (text: string): number => [...text.replaceAll(escapes, "")].length;

/**
 * Breaks each line of a text at blanks so that it fits; what follows a break begins under the line's own first word, or
 * at `hang`. A word longer than the line stays whole: a path or a command is there to be copied.
 */
export function wrap(text: string, { width, hang = 0 }: { readonly width: number; readonly hang?: number }): string {
  return text
    .split("\n")
    .map((line) => wrapLine(line, width, hang))
    .join("\n");
}

function wrapLine(line: string, width: number, hang: number): string {
  if (room(line) <= width) return line;
  const lead = line.length - line.trimStart().length;
  // On a very narrow screen a deep indent would leave no room for the words.
  const indent = " ".repeat(Math.min(Math.max(lead, hang), Math.floor(width / 3)));
  const lines: string[] = [];
  let current = line.slice(0, lead);
  for (const [at, word] of line.slice(lead).split(" ").entries()) {
    const longer = at === 0 ? `${current}${word}` : `${current} ${word}`;
    if (at > 0 && room(longer) > width && current.trim() !== "") {
      lines.push(current.trimEnd());
      current = `${indent}${word}`;
    } else current = longer;
  }
  return [...lines, current].join("\n");
}

/** The beginning of a line, where the whole does not fit. */
export const cut = (text: string, width: number): string => {
  const signs = [...text];
  return signs.length <= width ? text : `${signs.slice(0, Math.max(0, width - 1)).join("")}…`;
};

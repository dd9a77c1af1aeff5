import { cutText, textWidth } from "../../lib/text/text-width.js";

interface Room {
  readonly width: number;
  readonly lines: number;
  /** Shows where something is missing. */
  readonly mark: string;
}

/** Breaks a text at spaces into lines no wider than the room, up to the given number of lines. */
export function takeLines(text: string, { width, lines, mark }: Room): readonly string[] {
  const taken: string[] = [];
  let rest = text;
  while (taken.length < lines - 1 && textWidth(rest) > width) {
    const line = firstLine(rest, width);
    if (line === "") break;
    taken.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return [...taken, cutText(rest, width, mark)];
}

/** What fits of a text: whole words, or as much as possible of a word that is too long. */
function firstLine(text: string, width: number): string {
  const most = cutText(text, width, "");
  const end = text.startsWith(" ", most.length) ? most.length : most.lastIndexOf(" ");
  return end > 0 ? text.slice(0, end) : most;
}

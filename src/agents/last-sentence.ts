import { printable } from "../lib/text/printable.js";
import { withoutStatusBlocks } from "../lib/text/status-block.js";

/** What is read of a message, and what is told of it. */
const longestRead = 4000;
const longest = 300;
/** "Done." alone says little: a short sentence comes with the one before it. */
const short = 24;

export interface SentenceSource {
  /** Hides secrets. */
  mask(text: string): string;
  /** The message goes on: its last sentence counts only if it is closed. */
  readonly isOpen?: boolean;
}

/** The last sentence of a message, without code and status blocks. Null if there is none. */
export function lastSentence(message: string, { mask, isOpen = false }: SentenceSource): string | null {
  const prose = withoutCode(withoutStatusBlocks(takeEnd(message)));
  const paragraph = prose
    .split(/\n[ \t]*\n/)
    .map(plainText)
    .findLast((text) => text !== "");
  if (paragraph === undefined) return null;
  // Masked first: half a secret would not be recognised.
  const sentences = printable(mask(paragraph)).split(/(?<=[.!?。！？])\s+/);
  const closed = isOpen ? sentences.filter((text) => /[.!?。！？]$/.test(text)) : sentences;
  const last = closed.at(-1);
  if (last === undefined) return null;
  return cutEnd(last.length < short && closed.length > 1 ? `${closed.at(-2)} ${last}` : last);
}

/** From the beginning of a line on, so that no secret is cut in half. */
function takeEnd(message: string): string {
  if (message.length <= longestRead) return message;
  const end = message.slice(-longestRead);
  return end.slice(end.indexOf("\n") + 1);
}

function withoutCode(text: string): string {
  let isCode = false;
  return text
    .split("\n")
    .filter((line) => {
      const isFence = line.trimStart().startsWith("```");
      if (isFence) isCode = !isCode;
      return !isFence && !isCode;
    })
    .join("\n");
}

/** Without the marks of Markdown. */
const plainText = (text: string): string =>
  text
    .replace(/^\s*(?:#{1,6}|[-*>]|\d{1,3}\.)\s/, "")
    .replaceAll("**", "")
    .replaceAll(/\s+/g, " ")
    .trim();

const cutEnd = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

import { cleanText } from "../../lib/text/clean-text.js";
import { printableLines } from "../../lib/text/printable.js";

const maxLine = 1000;
const headShare = 0.3;

/** Foreign text for a report: no escapes of a terminal, no endless line, and the middle left out where it is too long. */
export function clipText(text: string, max: number): string {
  // What is far beyond the limit is cut first: cleaning it would take its time.
  const rough = cutMiddle(text, max * 4);
  return cutMiddle(clipLines(printableLines(cleanText(rough)).trim()), max);
}

/** On one line. */
export const clipLine = (text: string, max = maxLine): string =>
  text.length <= max && /^[ -~]*$/.test(text)
    ? text
    : cutEnd(printableLines(cleanText(cutEnd(text, max * 4))).replaceAll(/\s*\n\s*/g, " "), max);

export const clipLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => cutEnd(line, maxLine))
    .join("\n");

const cutEnd = (text: string, max: number): string =>
  text.length <= max ? text : `${whole(text.slice(0, max))} … (${count(text.length - max)})`;

/** The end of a message says more than its middle. */
function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = Math.floor(max * headShare);
  return `${whole(text.slice(0, head))}\n… (${count(text.length - max)}) …\n${text.slice(head - max).replace(/^[\udc00-\udfff]/, "")}`;
}

const count = (characters: number): string => `${characters.toLocaleString("en")} characters left out`;

/** Without half of a character at its end. */
const whole = (text: string): string => text.replace(/[\ud800-\udbff]$/, "");

/**
 * JSON with comments, made JSON without moving a character: comments, a byte order mark and trailing commas become
 * blanks. What reads JSON can then read it, and every offset holds for the text as it was.
 */
export const blankJsonc = (text: string): string => blankTrailingCommas(blankComments(text));

/** The same with the trailing commas as they are. A comment that never ends stays, and is a fault of the JSON. */
export function blankComments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const end = text[at] === '"' ? endOfString(text, at) : endOfComment(text, at);
    if (end > at && text[at] !== '"') {
      parts.push(text.slice(from, at), blank(text.slice(at, end)));
      from = end;
    }
    at = Math.max(end, at + 1);
  }
  return `${parts.join("")}${text.slice(from)}`.replace(/^\ufeff/, " ");
}

/** The same offset if no comment starts here. */
function endOfComment(text: string, at: number): number {
  if (text.startsWith("//", at)) return endOfLine(text, at);
  const end = text.startsWith("/*", at) ? text.indexOf("*/", at + 2) : -1;
  return end < 0 ? at : end + 2;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"' || text[at] === "\n") return at + 1;
    if (text[at] === "\\") at++;
  }
  return text.length;
}

const blank = (comment: string): string => comment.replaceAll(/[^\r\n]/g, " ");

/** A comma after a value and before a closing bracket. */
function blankTrailingCommas(text: string): string {
  const commas: number[] = [];
  let [last, before] = [-1, -1];
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? "";
    if (/\s/.test(char)) {
      at++;
      continue;
    }
    if (/[\]}]/.test(char) && text[last] === "," && !/[[{,:]/.test(text[before] ?? ",")) commas.push(last);
    [before, last] = [last, at];
    at = char === '"' ? endOfString(text, at) : at + 1;
  }
  if (commas.length === 0) return text;
  const chars = [...splitUnits(text)];
  for (const at of commas) chars[at] = " ";
  return chars.join("");
}

/** By code units, as offsets count. */
const splitUnits = (text: string): readonly string[] => text.split("");

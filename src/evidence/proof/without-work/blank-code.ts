const goLiterals = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|`[^`]*`|'(?:\\.[^'\n]*|[^'\\\n]+)'/g;

/** A lifetime has no closing quote, so that only what has one directly after its letter is a character. */
const rustLiterals =
  /\/\/[^\n]*|\/\*|(?<!\w)[bc]?r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^\n][^'\n]*|[^'\\\n])'/gu;

/** Go with everything in comments, strings and runes blanked; offsets and lines stay. */
export const blankGo = (text: string): string => text.replaceAll(goLiterals, blank);

/** The same for Rust, whose comments may stand inside each other. */
export function blankRust(text: string): string {
  const literals = new RegExp(rustLiterals);
  let code = "";
  for (let at = 0; ; at = literals.lastIndex) {
    const found = literals.exec(text);
    if (found === null) return code + text.slice(at);
    if (found[0] === "/*") literals.lastIndex = commentEnd(text, found.index);
    code += text.slice(at, found.index) + blank(text.slice(found.index, literals.lastIndex));
  }
}

const blank = (literal: string): string => literal.replaceAll(/[^\n\r]/g, " ");

function commentEnd(text: string, start: number): number {
  let depth = 0;
  for (const { 0: mark, index } of text.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += mark === "/*" ? 1 : -1;
    if (depth === 0) return start + index + 2;
  }
  return text.length;
}

/** Where the bracket that opens here is closed: the offset behind it. The end of the code if it never is. */
export function closeOf(code: string, open: number): number {
  const brackets = /[([{]|[)\]}]/g;
  brackets.lastIndex = open;
  let depth = 0;
  for (let found = brackets.exec(code); found !== null; found = brackets.exec(code)) {
    depth += "([{".includes(found[0]) ? 1 : -1;
    if (depth === 0) return found.index + 1;
  }
  return code.length;
}

/** The parts between commas, or another letter, that stand in no bracket; none of an empty list. */
export function splitList(code: string, brackets: RegExp, separator = ","): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of code) {
    if (brackets.test(letter)) depth += "([{<".includes(letter) ? 1 : -1;
    if (letter === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

import type { SourceLanguage } from "./source-language-table.js";

/** A text without its comments, and without what stands in its strings. Every character keeps its place. */
export interface Blanked {
  /** Comments blanked. */
  readonly code: string;
  /** Comments and the insides of strings blanked; their quotes stay. */
  readonly bare: string;
}

interface BlankedPart {
  readonly start: number;
  readonly end: number;
  readonly isComment: boolean;
}

export function blank(text: string, language: SourceLanguage): Blanked {
  const pieces = language.name === "javascript" ? scriptPieces(text, language) : plainPieces(text, language);
  const comments = pieces.filter(({ isComment }) => isComment);
  const insides = pieces.map((piece) =>
    piece.isComment ? piece : { ...piece, start: piece.start + 1, end: Math.max(piece.start + 1, piece.end - 1) },
  );
  return { code: without(text, comments), bare: without(text, insides) };
}

function without(text: string, pieces: readonly BlankedPart[]): string {
  let out = "";
  let from = 0;
  for (const { start, end } of pieces) {
    out += text.slice(from, start) + text.slice(start, end).replaceAll(/[^\n]/g, " ");
    from = end;
  }
  return out + text.slice(from);
}

function plainPieces(text: string, { comment, string }: SourceLanguage): readonly BlankedPart[] {
  const next = new RegExp(`(?<comment>${comment})|(?:${string})`, "gm");
  return [...text.matchAll(next)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    isComment: found.groups?.["comment"] !== undefined,
  }));
}

const expression = String.raw`\/(?![*/])(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*`;
/** What may stand before an expression between slashes; after anything else a slash divides. */
const beforeExpression = /(?:^|[(,=:[!&|?{};+*%~^<>-]|\b(?:return|typeof|case|in|of|do|else|void|await|yield))\s*$/;

/** Templates hold code, which may hold templates: what is open is kept on a stack. */
function scriptPieces(text: string, { comment, string }: SourceLanguage): readonly BlankedPart[] {
  const next = new RegExp(`(?<comment>${comment})|(?<string>${string})|(?<slashes>${expression})|[\`{}]`, "g");
  const pieces: BlankedPart[] = [];
  const open: ("{" | "${")[] = [];
  for (let found = next.exec(text); found; found = next.exec(text)) {
    const { index: start, groups } = found;
    let end = start + found[0].length;
    if (groups?.["slashes"] !== undefined && !beforeExpression.test(text.slice(Math.max(0, start - 12), start))) {
      next.lastIndex = start + 1;
      continue;
    }
    if (found[0] === "{") open.push("{");
    else if (found[0] === "`" || (found[0] === "}" && open.pop() === "${")) {
      end = templateEnd(text, start + 1);
      if (text.startsWith("{", end - 1) && text[end - 2] === "$") open.push("${");
      pieces.push({ start, end, isComment: false });
      next.lastIndex = end;
    } else if (found[0] !== "}") pieces.push({ start, end, isComment: groups?.["comment"] !== undefined });
  }
  return pieces;
}

/** Behind the backtick that ends a template, or behind the `${` that interrupts it. */
function templateEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "`") return at + 1;
    else if (text[at] === "$" && text[at + 1] === "{") return at + 2;
  }
  return text.length;
}

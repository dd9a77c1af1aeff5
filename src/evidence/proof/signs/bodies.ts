import { closingAt } from "./brackets.js";
import type { SourceText } from "./source-text.js";

/** A function's body as it stands in a text; an arrow's expression counts as its body. */
export interface Body {
  readonly start: number;
  readonly end: number;
  /** One expression that is the answer, as in an arrow or a lambda. */
  readonly isExpression: boolean;
}

/** The body of the function whose list of parameters, or whose value, begins at a place. Null where there is none. */
export function bodyAfter({ bare, language }: SourceText, at: number): Body | null {
  if (language === "python") return pythonBody(bare, at);
  if (language === "ruby") return rubyBody(bare, at);
  const behind = bare[at] === "(" ? closingAt(bare, at) : at + (/^\w*/.exec(bare.slice(at, at + 80))?.[0].length ?? 0);
  const head = /^(?:\s*:?\s*(?:->\s*)?[\w<>[\]|.&?]{0,60}){0,3}\s*(=>|=(?![=>])|\{)/.exec(
    bare.slice(behind, behind + 200),
  );
  if (!head) return null;
  const start = behind + head[0].length;
  if (head[1] === "{") return { start, end: closingAt(bare, start - 1) - 1, isExpression: false };
  const block = /^\s*\{/.exec(bare.slice(start, start + 80));
  if (block) {
    const brace = start + block[0].length;
    return { start: brace, end: closingAt(bare, brace - 1) - 1, isExpression: false };
  }
  const length = bare.slice(start).search(/[;,\n)}]/);
  return { start, end: length < 0 ? bare.length : start + length, isExpression: true };
}

function pythonBody(bare: string, at: number): Body | null {
  const lambda = /^\s*lambda\b[^:\n]*:/.exec(bare.slice(at, at + 200));
  if (lambda) {
    const start = at + lambda[0].length;
    return { start, end: expressionEnd(bare, start), isExpression: true };
  }
  const open = bare.indexOf("(", at);
  if (open < 0) return null;
  const behind = closingAt(bare, open);
  const colon = bare.indexOf(":", behind);
  if (colon < 0) return null;
  return { start: colon + 1, end: indentedEnd(bare, at, colon), isExpression: false };
}

/** Where a line, a comma or a bracket around it ends an expression. */
function expressionEnd(bare: string, start: number): number {
  let depth = 0;
  for (let at = start; at < bare.length; at++) {
    const each = bare[at] ?? "";
    if ("([{".includes(each)) depth++;
    else if (")]}".includes(each) && --depth < 0) return at;
    else if (depth === 0 && (each === "," || each === "\n")) return at;
  }
  return bare.length;
}

/** Behind the last line that is indented deeper than the one a place is on. */
function indentedEnd(bare: string, at: number, from: number): number {
  const start = bare.lastIndexOf("\n", at - 1) + 1;
  const own = /^[ \t]*/.exec(bare.slice(start))?.[0].length ?? 0;
  let end = lineEnd(bare, from);
  while (end < bare.length) {
    const next = lineEnd(bare, end + 1);
    const line = bare.slice(end + 1, next);
    if (line.trim() !== "" && (/^[ \t]*/.exec(line)?.[0].length ?? 0) <= own) break;
    end = next;
  }
  return end;
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
};

function rubyBody(bare: string, at: number): Body | null {
  const first = bare.slice(at, lineEnd(bare, at));
  const endless = /^[^\n]*?\)?\s=\s/.exec(first);
  if (endless) return { start: at + endless[0].length, end: lineEnd(bare, at), isExpression: true };
  const behind = /^\s*(?:\([^)\n]*\))?\s*;?/.exec(first)?.[0].length ?? 0;
  const oneLine = first.search(/\bend\b/);
  const end = oneLine >= 0 ? at + oneLine : indentedEnd(bare, at, at);
  return { start: at + behind, end, isExpression: false };
}

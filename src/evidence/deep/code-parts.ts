import { blank } from "../proof/signs/blank.js";
import { languageOf } from "../proof/signs/source-language.js";

/** Lines of a file that belong together: a statement with its block, and the parts in it. Counted from 0, the end not included. */
export interface CodePart {
  readonly from: number;
  readonly to: number;
  readonly parts: readonly CodePart[];
}

const closes = /^(?:[)\]}]|end\b|else\b|elif\b|except\b|finally\b|catch\b|rescue\b|ensure\b|when\b)/;

/** Lines as statements, by their indentation: what is indented deeper belongs to what stands before it. */
export function splitIntoParts(lines: readonly string[], from = 0, to = lines.length): readonly CodePart[] {
  const parts: CodePart[] = [];
  for (let at = from; at < to; ) {
    if (indentOf(lines[at]) === null) {
      at++;
      continue;
    }
    const end = endOfPart(lines, at, to);
    parts.push({ from: at, to: end, parts: end - at > 1 ? splitIntoParts(lines, at + 1, end) : [] });
    at = end;
  }
  return parts;
}

/** The line behind a statement: its deeper lines, and those that close or continue it. */
function endOfPart(lines: readonly string[], start: number, to: number): number {
  const depth = indentOf(lines[start]) ?? 0;
  let end = start + 1;
  for (let at = start + 1; at < to; at++) {
    const indent = indentOf(lines[at]);
    if (indent === null) continue;
    const isPart = indent > depth || (indent === depth && closes.test((lines[at] ?? "").trim()));
    if (!isPart) break;
    end = at + 1;
  }
  return end;
}

/** Null for a line of blanks. */
function indentOf(line = ""): number | null {
  const text = line.trimStart();
  return text === "" ? null : line.length - text.length;
}

const declaresOnly =
  /^(?:import\b|export\s+(?:\*|\{|type\b|interface\b)|from\s+[\w.]+\s+import\b|use\s+[\w:]+|package\s+\w|#include\b|require\(|(?:const|let|var)\s+[^=]+=\s*require\(|(?:export\s+)?(?:declare\s+)?(?:type|interface)\s+\w|["']use \w+["'];?$|@\w+)/;

/** Which lines do something: no comment, import, type, or bracket alone. Null for what is no source that can be read. */
export function countedLines(text: string, path: string): ReadonlySet<number> | null {
  const language = languageOf(path);
  if (!language) return null;
  const lines = blank(text, language).code.split("\n");
  const counted = new Set<number>();
  const skip = (parts: readonly CodePart[]): void => {
    for (const part of parts) {
      const first = (lines[part.from] ?? "").trim();
      if (declaresOnly.test(first)) continue;
      if (!/^[\s()[\]{};,]*$/.test(first) && !/^(?:end|else:?|\} else \{|try:?|try \{|finally:?)$/.test(first))
        counted.add(part.from);
      skip(part.parts);
    }
  };
  skip(splitIntoParts(lines));
  return counted;
}

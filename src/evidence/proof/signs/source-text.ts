import { measureOf } from "../original-tests/measures.js";
import { blank } from "./blank.js";
import { closingAt } from "./brackets.js";
import { languageOf } from "./source-language.js";
import type { LanguageName } from "./source-language-table.js";

/** A source file's text, ready to be looked through. */
export interface SourceText {
  readonly path: string;
  readonly language: LanguageName;
  readonly text: string;
  /** Without comments. */
  readonly code: string;
  /** Without comments and without what stands in strings. */
  readonly bare: string;
  /** Tests, or files that did not change, load it. */
  readonly isLoaded?: true;
}

/** What others wrote: it is no work of the project. */
const foreign = /(?:^|\/)(?:node_modules|vendor|third_party|site-packages|\.venv|venv)\/|\.min\.[cm]?js$|\.d\.ts$/;
const longest = 512 * 1024;

/** Whether a file is source: code that is neither a test nor rules how tests run. */
export const isSource = (path: string): boolean =>
  languageOf(path) !== undefined && measureOf(path, []) === null && !foreign.test(path);

/** Null for what is no source, or too long to be written by hand. */
export function readSource(path: string, text: string | null): SourceText | null {
  const language = languageOf(path);
  if (text === null || language === undefined || text.length > longest || !isSource(path)) return null;
  const blanked = { text, ...blank(text, language) };
  return { path, language: language.name, ...(language.name === "rust" ? withoutTestModules(blanked) : blanked) };
}

const testModule = /#\[cfg\(test\)\]\s*(?:#\[[^\]\n]*\]\s*)*(?:pub(?:\([^)\n]*\))?\s+)?mod\s+\w+\s*\{/g;

/** Rust keeps its tests in the same file. */
function withoutTestModules<T extends Pick<SourceText, "text" | "code" | "bare">>(source: T): T {
  let { text, code, bare } = source;
  for (const found of source.bare.matchAll(testModule)) {
    const end = closingAt(source.bare, found.index + found[0].length - 1);
    const cut = (each: string): string => blankSpan(each, found.index, end);
    [text, code, bare] = [cut(text), cut(code), cut(bare)];
  }
  return { ...source, text, code, bare };
}

/** The parts of a Rust file that are tests; the rest is blank. */
export function onlyTestModules(text: string): string {
  const language = languageOf("a.rs");
  const { bare } = language ? blank(text, language) : { bare: "" };
  const spans = [...bare.matchAll(testModule)].map((found) => ({
    start: found.index,
    end: closingAt(bare, found.index + found[0].length - 1),
  }));
  let out = "";
  let from = 0;
  for (const { start, end } of spans) {
    out += text.slice(from, start).replaceAll(/[^\n]/g, " ") + text.slice(start, end);
    from = end;
  }
  return spans.length === 0 ? "" : out;
}

const blankSpan = (text: string, start: number, end: number): string =>
  text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, " ") + text.slice(end);

export function lineAt(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line++;
  return line;
}

/** The line that holds a place, as it is written. */
export function lineText(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  return text.slice(start, end < 0 ? text.length : end);
}

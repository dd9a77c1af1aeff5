import { blankRust, closeOf } from "../blank-code.js";

/** A function at the top level, in a module, or of a type. */
export interface RustFunction {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** What it returns as it is written, "" for nothing. */
  readonly result: string;
  /** "pub async" and the like. */
  readonly modifiers: string;
  /** Of its braces; null where a trait only asks for it. */
  readonly body: { readonly open: number; readonly close: number } | null;
  /** How many modules of this file it stands in. */
  readonly depth: number;
}

interface Region {
  readonly from: number;
  readonly to: number;
  readonly prefix: string;
  readonly depth: number;
}

/** Tests and modules of tests are left out. */
export function readRustFunctions(text: string): readonly RustFunction[] {
  const code = blankRust(text);
  return readRegion(code, { from: 0, to: code.length, prefix: "", depth: 0 });
}

function readRegion(code: string, region: Region): readonly RustFunction[] {
  const functions: RustFunction[] = [];
  const next = /\bfn\s+(?:r#)?\w+|\b(?:mod|trait)\s+\w+|\bimpl\b|[([{]|;/g;
  next.lastIndex = region.from;
  let itemStart = region.from;
  for (let found = next.exec(code); found !== null && found.index < region.to; found = next.exec(code)) {
    const { 0: words, index } = found;
    if (words === "(" || words === "[") {
      next.lastIndex = closeOf(code, index);
      continue;
    }
    const item = { words, index, marks: code.slice(itemStart, index) };
    const end =
      words === ";" ? index + 1 : words === "{" ? closeOf(code, index) : readItem(code, item, region, functions);
    next.lastIndex = end;
    itemStart = end;
  }
  return functions;
}

interface Item {
  readonly words: string;
  readonly index: number;
  /** What stands before it: attributes and modifiers. */
  readonly marks: string;
}

/** Adds the functions of an item and returns where it ends. */
function readItem(code: string, item: Item, region: Region, into: RustFunction[]): number {
  const isTest = /#\[\s*(?:\w+::)*(?:test|bench)\b|#\[\s*cfg\s*\(.*\btest\b/s.test(item.marks);
  if (item.words.startsWith("fn")) {
    const read = readFunction(code, item, region);
    if (!isTest) into.push(read);
    return read.end;
  }
  const open = bodyOf(code, item.index + item.words.length);
  if (open === null) return lineEnd(code, item.index);
  const end = closeOf(code, open);
  const isModule = item.words.startsWith("mod");
  const name = item.words === "impl" ? implementedType(code.slice(item.index + 4, open)) : item.words.split(/\s+/)[1];
  const inner = {
    from: open + 1,
    to: end - 1,
    prefix: `${region.prefix}${name}.`,
    depth: region.depth + (isModule ? 1 : 0),
  };
  if (!isTest) into.push(...readRegion(code, inner));
  return end;
}

function readFunction(code: string, { words, index, marks }: Item, { prefix, depth }: Region): RustFunction {
  const modifiers =
    /(?:^|[\]\s])((?:(?:pub(?:\s*\([^)]*\))?|async|const|unsafe|extern|default)\s+)*)$/.exec(marks)?.[1] ?? "";
  const parameters = code.indexOf("(", afterGenerics(code, index + words.length));
  const parametersEnd = closeOf(code, parameters);
  const open = bodyOf(code, parametersEnd);
  const end = open === null ? lineEnd(code, parametersEnd) : closeOf(code, open);
  const signature = code.slice(parametersEnd, open ?? end);
  return {
    name: `${prefix}${words.replace(/^fn\s+(?:r#)?/, "")}`,
    ...{ start: index - modifiers.length, end, modifiers: modifiers.trim(), depth },
    result: /->\s*(.*?)\s*(?:\bwhere\b.*)?$/s.exec(signature)?.[1] ?? "",
    body: open === null ? null : { open, close: end - 1 },
  };
}

/** "<T: Fn(i32) -> i32>" has brackets of its own. */
function afterGenerics(code: string, from: number): number {
  const start = /\s*/y;
  start.lastIndex = from;
  start.exec(code);
  if (code[start.lastIndex] !== "<") return from;
  let depth = 0;
  for (const { 0: mark, index } of code.slice(start.lastIndex).matchAll(/->|[<>]/g)) {
    if (mark !== "->") depth += mark === "<" ? 1 : -1;
    if (depth === 0) return start.lastIndex + index + 1;
  }
  return code.length;
}

/** The brace that opens its body; null where it ends without one. */
function bodyOf(code: string, from: number): number | null {
  const next = /[([{;]/g;
  next.lastIndex = from;
  for (let found = next.exec(code); found !== null; found = next.exec(code)) {
    if (found[0] === "{") return found.index;
    if (found[0] === ";") return null;
    next.lastIndex = closeOf(code, found.index);
  }
  return null;
}

const lineEnd = (code: string, from: number): number => {
  const end = code.indexOf(";", from);
  return end < 0 ? code.length : end + 1;
};

/** "<T> Display for shop::Money<T>" is about Money. */
function implementedType(header: string): string {
  const plain = header.slice(afterGenerics(header, 0)).replace(/\bwhere\b.*$/s, "");
  const type = plain.split(/\bfor\s+(?!<)/).at(-1) ?? plain;
  return /(\w+)\s*(?:<.*)?$/s.exec(type.trim())?.[1] ?? type.trim();
}

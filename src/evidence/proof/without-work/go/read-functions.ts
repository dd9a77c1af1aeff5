import { blankGo, closeOf, splitList } from "../blank-code.js";

/** A function or method at the top level. */
export interface GoFunction {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Its results as they are written, "" for none. */
  readonly results: string;
  readonly resultCount: number;
  /** Of its braces; null where it is written in another language. */
  readonly body: { readonly open: number; readonly close: number } | null;
}

export interface GoFile {
  readonly packageName: string;
  readonly functions: readonly GoFunction[];
}

/** Null where the text is no Go file. */
export function readGoFile(text: string): GoFile | null {
  const code = blankGo(text);
  const packageName = /^\s*package\s+(\w+)/m.exec(code)?.[1];
  return packageName === undefined ? null : { packageName, functions: readFunctions(text, code) };
}

function readFunctions(text: string, code: string): readonly GoFunction[] {
  const functions: GoFunction[] = [];
  const next = /^[ \t]*func\b|[([{]/gm;
  for (let found = next.exec(code); found !== null; found = next.exec(code)) {
    const read = found[0].endsWith("func") ? readFunction(text, code, next.lastIndex - 4) : null;
    if (read) functions.push(read);
    next.lastIndex = read?.end ?? (found[0].endsWith("func") ? next.lastIndex : closeOf(code, found.index));
  }
  return functions;
}

function readFunction(text: string, code: string, start: number): GoFunction | null {
  const head = /func\s*(\()?/y;
  head.lastIndex = start;
  const isMethod = head.exec(code)?.[1] !== undefined;
  const receiverEnd = isMethod ? closeOf(code, head.lastIndex - 1) : head.lastIndex;
  const named = /\s*([\p{L}_][\p{L}\p{N}_]*)\s*([[(])/uy;
  named.lastIndex = receiverEnd;
  const name = named.exec(code);
  if (name === null) return null;
  const afterFirst = closeOf(code, named.lastIndex - 1);
  const parameters = name[2] === "[" ? code.indexOf("(", afterFirst) : named.lastIndex - 1;
  const parametersEnd = closeOf(code, parameters);
  const open = findBody(code, parametersEnd);
  const resultsEnd = open ?? lineEnd(code, parametersEnd);
  const results = text.slice(parametersEnd, resultsEnd).trim();
  const end = open === null ? resultsEnd : closeOf(code, open);
  const receiver = isMethod ? `${receiverType(code.slice(head.lastIndex, receiverEnd - 1))}.` : "";
  return {
    ...{ name: `${receiver}${name[1]}`, start, end, results },
    resultCount: countResults(code.slice(parametersEnd, resultsEnd).trim()),
    body: open === null ? null : { open, close: end - 1 },
  };
}

/** The braces of a type that is a result are not the body's. */
function findBody(code: string, from: number): number | null {
  const next = /(\b(?:struct|interface)\s*)?\{|[([]|\n/g;
  next.lastIndex = from;
  for (let found = next.exec(code); found !== null; found = next.exec(code)) {
    if (found[0] === "\n") return null;
    if (found[0] === "{") return found.index;
    next.lastIndex = closeOf(code, next.lastIndex - 1);
  }
  return null;
}

const lineEnd = (code: string, from: number): number => {
  const end = code.indexOf("\n", from);
  return end < 0 ? code.length : end;
};

/** "s *Stack[T]" is a Stack. */
const receiverType = (receiver: string): string =>
  /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[|$)/u.exec(receiver.trim())?.[1] ?? "";

function countResults(results: string): number {
  if (results === "") return 0;
  return results.startsWith("(") && closeOf(results, 0) === results.length
    ? splitList(results.slice(1, -1), /[()[\]{}]/).length
    : 1;
}

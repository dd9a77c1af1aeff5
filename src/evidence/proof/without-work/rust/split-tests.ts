import { blankRust, closeOf } from "../blank-code.js";

/** A file of code and tests in its two parts. */
export interface SplitRust {
  readonly code: string;
  /** Its modules of tests; empty where it has none. */
  readonly tests: string;
}

const opens = /#\[\s*cfg\s*\(\s*test\s*\)\s*\]\s*(?:pub\s+)?mod\s+\w+\s*\{/g;

/** Rust keeps unit tests in a module of the file that they are about. */
export function splitRustTests(text: string): SplitRust {
  const blank = blankRust(text);
  let [code, tests, at] = ["", "", 0];
  for (const { 0: head, index } of blank.matchAll(opens)) {
    if (index < at) continue;
    const end = closeOf(blank, index + head.length - 1);
    code += text.slice(at, index);
    tests += text.slice(index, end);
    at = end;
  }
  return { code: code + text.slice(at), tests };
}

import { findDialect } from "../../checks/honest-tests/dialects-table.js";
import { type OutlinedTest, outlineTests } from "../../checks/honest-tests/outline.js";

/** A test file, with the tests of it that newly pass, by title or by an id that ends with it; none: all of them. */
export interface PassedTests {
  readonly path: string;
  readonly text: string;
  readonly titles: readonly string[];
}

/** The text without the tests that passed before; all of it where none can be told apart. Tables and helpers stay. */
export function ownText({ path, text, titles }: PassedTests): string {
  const tests = testsIn(path, text);
  const own = tests.filter(({ title }) => titles.some((id) => isTitleIn(id, title)));
  if (own.length === 0) return text;
  const lines = text.split(/\r\n|\n|\r/);
  for (const test of tests) {
    const [from, to] = [test.line - 1, bodyEnd(lines, test.line - 1)];
    // A test may hold others.
    if (!own.some(({ line }) => line > from && line <= to)) lines.fill("", from, to);
  }
  return lines.join("\n");
}

export const titlesIn = (path: string, text: string): readonly string[] =>
  testsIn(path, text).map(({ title }) => title);

function testsIn(path: string, text: string): readonly OutlinedTest[] {
  const dialect = findDialect(path);
  return dialect ? outlineTests(text, dialect).tests.filter(({ group }) => !group) : [];
}

/** Runners put groups and files before a title, and values or places behind it. */
export const isTitleIn = (id: string, title: string): boolean =>
  id.endsWith(title) || (/^\w{3,}$/.test(title) && new RegExp(String.raw`(?<!\w)${title}(?!\w)`).test(id));

/** The line behind a test's body: the next that stands no deeper than its first, other than what closes it. */
function bodyEnd(lines: readonly string[], from: number): number {
  const depth = indentOf(lines[from]);
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "" || indentOf(line) > depth) continue;
    return /^\s*[)\]}]|^\s*end\b/.test(line) ? at + 1 : at;
  }
  return lines.length;
}

const indentOf = (line = ""): number => line.length - line.trimStart().length;

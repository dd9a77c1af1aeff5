import type { TestDialect } from "./dialects-table.js";

/** One test, or group of tests, as far as it can be told from its text. */
export interface OutlinedTest {
  readonly title: string;
  readonly line: number;
  readonly group: boolean;
  /** The line that switches it off, if one does. */
  readonly skipped: number | null;
  readonly focused: boolean;
  /** Assertions that assert something. */
  readonly assertions: number;
  /** Those of the tests that stand in it, which are also listed by themselves. */
  readonly inside: number;
  /** Its text without what formatters choose, such as blanks outside of strings, to tell whether it was touched. */
  readonly body: string;
  /** Its text as it is written, without comments. */
  readonly text: string;
}

export interface Outline {
  readonly tests: readonly OutlinedTest[];
  /** Switched off before the first test: the whole file. */
  readonly fileSkipped: number | null;
}

export const emptyOutline: Outline = { tests: [], fileSkipped: null };

/** The tests of a file. Line by line: it need not compile, and nothing of it is run. */
export function outlineTests(text: string, dialect: TestDialect): Outline {
  const lines = withoutComments(text.split(/\r\n|\n|\r/), dialect.comment);
  const starts = lines.flatMap((line, at) => {
    if (!dialect.opens.test(line)) return [];
    const from = marksAbove(lines, at, dialect);
    const isTest = !dialect.needs || lines.slice(from, at + 1).some((each) => dialect.needs?.test(each));
    return isTest ? [{ from, at }] : [];
  });
  const tests = starts.map(({ from, at }, n) =>
    outlineTest(lines, { from, at, to: starts[n + 1]?.from ?? lines.length }, dialect),
  );
  const header = lines.slice(0, starts[0]?.from ?? lines.length).findIndex((line) => insideSkips(dialect).test(line));
  const ignored = /^\s*\/\/\s?(?:go:build|\+build)\s+ignore\b/m.test(text.slice(0, 2000)) ? 1 : null;
  const nested = tests.map((test, n) => ({ ...test, inside: assertionsInside(tests, n, lines) }));
  return { tests: nested, fileSkipped: header >= 0 ? header + 1 : ignored };
}

/** Whether nothing but comments and what formatters choose is different. */
export function isOnlyFormatted(old: string, now: string, dialect: TestDialect): boolean {
  const [before, after] = [old, now].map((text) =>
    withoutLayout(withoutComments(text.split(/\r\n|\n|\r/), dialect.comment), dialect),
  );
  return before === after;
}

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

/** Of the tests that follow, as far as they are indented more. */
function assertionsInside(tests: readonly OutlinedTest[], n: number, lines: readonly string[]): number {
  const indent = ({ line }: OutlinedTest): number => indentOf(lines[line - 1] ?? "");
  const [own, ...rest] = tests.slice(n);
  if (!own) return 0;
  const end = rest.findIndex((test) => indent(test) <= indent(own));
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .reduce((sum, { assertions, skipped }) => sum + (skipped === null ? assertions : 0), 0);
}

const insideSkips = ({ skips, skipsInside }: TestDialect): RegExp => skipsInside ?? skips;

function marksAbove(lines: readonly string[], at: number, { mark }: TestDialect): number {
  let from = at;
  while (mark && from > 0 && mark.test(lines[from - 1] ?? "")) from--;
  return from;
}

interface TestSpan {
  readonly from: number;
  readonly at: number;
  readonly to: number;
}

function outlineTest(lines: readonly string[], { from, at, to }: TestSpan, dialect: TestDialect): OutlinedTest {
  const own = lines.slice(from, to);
  const inside = insideSkips(dialect);
  const group = dialect.group?.test(lines[at] ?? "") ?? false;
  const skip = own.findIndex((line, n) =>
    from + n <= at ? dialect.skips.test(line) || inside.test(line) : !group && inside.test(line),
  );
  const begins = lines.slice(at + 1, to).find((line) => line.trim() !== "") ?? "";
  const leavesAtOnce = !group && /^\s*return\b[\s;]*$/.test(begins);
  return {
    title: readTitle(lines, at, dialect),
    line: at + 1,
    group,
    skipped: skip < 0 ? null : from + skip + 1,
    focused: dialect.focuses?.test(lines[at] ?? "") ?? false,
    inside: 0,
    assertions: leavesAtOnce ? 0 : own.reduce((sum, line) => sum + assertionsIn(line, dialect), 0),
    body: withoutLayout(own, dialect),
    text: own.join("\n"),
  };
}

/** A comma before a bracket that closes on the next line is the formatter's; a hole in an array is not. */
function withoutLayout(lines: readonly string[], { comment, isLoose = false }: TestDialect): string {
  const closer = comment === "#" ? /^[\]}]/ : /^[)\]}]/; // In Python it may make a tuple of what is in parentheses.
  const plain = lines.map((line) => squeeze(line, isLoose)).filter((line) => line !== "");
  const kept = plain.slice(0, withoutClosers(plain).length);
  return kept
    .map((line, at) => (closer.test(plain[at + 1] ?? "") ? line.replace(/(?<=[^,[({]),$/, "") : line))
    .map((line) => (isLoose ? line.replace(/;$/, "") : line))
    .join("")
    .replace(/[)\]};]+$/, ""); // What closes may stand on lines of its own.
}

/** Blanks count inside of strings: a test may compare them. */
const squeeze = (line: string, isLoose: boolean): string =>
  line.replaceAll(/(["'`])(?:\\.|(?!\1)[^\\])*\1|\s+/g, (part) => {
    if (/^\s/.test(part)) return "";
    return isLoose && /^'[^"'\\]*'$/.test(part) ? `"${part.slice(1, -1)}"` : part;
  });

/** The last test of a group is followed by what closes the group, which is not its own. */
function withoutClosers(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => !/^[\s)\]};,]*$|^\s*end\s*$/.test(line));
  return lines.slice(0, last + 1);
}

function assertionsIn(line: string, { asserts, trivial }: TestDialect): number {
  const real = line.match(asserts)?.length ?? 0;
  return Math.max(0, real - (trivial ? (line.match(trivial)?.length ?? 0) : 0));
}

const string = /(["'`])((?:\\.|(?!\1)[^\\]){0,300})\1/;
const afterTable = /[)`]\s*\(\s*(["'`])((?:\\.|(?!\1)[^\\]){0,300})\1/;
const functionName = /(`[^`]{1,200}`|\w+)\s*\(/;
/** At the beginning of a line: elsewhere it may be a word of a title, or what a test calls. */
const keywordName =
  /^\s*(?:(?:pub(?:\([\w ]{1,30}\))?|async|static|public|private|protected|internal|override|open|final|abstract|export|default|unsafe|extern)\s+){0,6}(?:def|fn|func|function|class)\s+(?:\([^)]{0,80}\)\s*)?(\w+)/;

/** What a test is called: its words, or its function's name. A table of cases has its words where the table ends. */
function readTitle(lines: readonly string[], at: number, { needs }: TestDialect): string {
  const line = lines[at] ?? "";
  const named = keywordName.exec(line)?.[1] ?? (needs ? functionName.exec(line)?.[1] : undefined);
  if (named !== undefined) return named;
  const around = /\.each\b/.test(line) ? lines.slice(at, at + 400).find((each) => afterTable.test(each)) : undefined;
  const words =
    afterTable.exec(around ?? "")?.[2] ??
    string.exec(line)?.[2] ??
    (/[(,]\s*$/.test(line) ? string.exec(lines[at + 1] ?? "")?.[2] : undefined);
  return words ?? line.trim().slice(0, 200);
}

/** Comments blanked, so that a test that is commented out is gone. Line numbers stay. */
function withoutComments(lines: readonly string[], comment: "//" | "#"): readonly string[] {
  let closes: string | null = null;
  let inText = false;
  return lines.map((line) => {
    const start = line.trimStart();
    if (closes !== null) {
      const end = line.indexOf(closes);
      if (end < 0) return "";
      const rest = line.slice(end + closes.length);
      const isText = inText;
      closes = null;
      inText = false;
      return isText ? rest : "";
    }
    if (comment === "//" ? start.startsWith("//") : start.startsWith("#") && !start.startsWith("#[")) return "";
    const opens = (comment === "//" ? ["/*", "{/*"] : ['"""', "'''", "=begin"]).find((mark) => start.startsWith(mark));
    if (opens === undefined) {
      // A text over several lines: what stands in it is no test, and its last line begins no comment.
      closes = comment === "#" ? openText(line) : null;
      inText = closes !== null;
      return line;
    }
    const end = { "/*": "*/", "{/*": "*/", '"""': '"""', "'''": "'''", "=begin": "=end" }[opens] ?? "*/";
    if (!start.slice(opens.length).includes(end)) closes = end;
    return "";
  });
}

/** The mark of a text that begins in a line of Python and does not end in it; null if none does. */
function openText(line: string): string | null {
  for (let at = 0; ; ) {
    const found = ['"""', "'''"]
      .map((mark) => ({ mark, from: line.indexOf(mark, at) }))
      .filter(({ from }) => from >= 0)
      .toSorted((a, b) => a.from - b.from)[0];
    if (!found || /(?:^|\s)#/.test(line.slice(at, found.from))) return null;
    const end = line.indexOf(found.mark, found.from + 3);
    if (end < 0) return found.mark;
    at = end + 3;
  }
}

import type { TestDialect } from "../../checks/honest-tests/dialects-table.js";
import { type OutlinedTest, outlineTests } from "../../checks/honest-tests/outline.js";
import { withoutBranches } from "./branch-only.js";
import { numberStrings, withoutCaught } from "./plain-code.js";
import { withoutTrivial } from "./trivial-assertions.js";

/** A test that checks nothing about what it calls. */
export interface HollowTest {
  readonly title: string;
  readonly line: number;
  readonly why: "asserts nothing" | "asserts only what always holds" | "forgets its failures" | "may never assert";
}

/** The tests of a file that check nothing, by reading alone. In doubt a test is not hollow. */
export function findHollowTests(text: string, dialect: TestDialect): readonly HollowTest[] {
  const lines = text.split(/\r\n|\n|\r/);
  const { tests, fileSkipped } = outlineTests(text, dialect);
  if (fileSkipped !== null) return [];
  const titles = tests.map(({ title }) => title);
  const helpers = new Set(helperNames(text, dialect).filter((name) => !titles.includes(name)));
  return tests.flatMap((test, n) => {
    const next = tests[n + 1];
    if (test.group || test.skipped !== null || holds(lines, test, next)) return [];
    const why = readTest(ownText(lines, test, next, dialect), dialect, helpers);
    return why === null ? [] : [{ title: test.title, line: test.line, why }];
  });
}

/** A test with further tests inside is a group. */
function holds(lines: readonly string[], { line }: OutlinedTest, next: OutlinedTest | undefined): boolean {
  return next !== undefined && indentation(lines[next.line - 1]) > indentation(lines[line - 1]);
}

const indentation = (line = ""): number => line.length - line.trimStart().length;

function ownText(
  lines: readonly string[],
  { line }: OutlinedTest,
  next: OutlinedTest | undefined,
  { mark }: TestDialect,
): string {
  const isMark = (at: number): boolean => mark?.test(lines[at] ?? "") ?? false;
  let from = line - 1;
  while (from > 0 && isMark(from - 1)) from--;
  let to = next === undefined ? lines.length : next.line - 1;
  while (to > line && isMark(to - 1)) to--;
  return lines.slice(from, to).join("\n");
}

/** Words of helpers that assert, of failures thrown by hand, and of tools whose questions fail by themselves. */
const doubt =
  /\b\w*(?:assert|expect|check|verif|ensure|should|must|valid|compare|match|snapshot|golden|equal|fail|throw|reject|panic|abort|exit)\w*[!?]?\s*[.({]|\w\["\d+"\]\s*\(|\b(?:throw|raise|exit|abort)\b|\bexpected\s*=|\b(?:(?:get|find)(?:All)?By\w*|waitFor\w*)\(|\b(?:cy|page|screen)\./i;

function readTest(own: string, dialect: TestDialect, helpers: ReadonlySet<string>): HollowTest["why"] | null {
  const code = numberStrings(own, dialect.comment);
  const count = (text: string): number =>
    text.split("\n").reduce((sum, line) => sum + (line.match(dialect.asserts)?.length ?? 0), 0);
  const uncommented = own.replaceAll(dialect.comment === "#" ? /^\s*#.*$/gm : /^\s*\/\/.*$/gm, "");
  if (count(uncommented) > count(code)) return null; // A quote that was no string may have hidden one.
  if (/^func\s+Example/m.test(code)) return null; // Its comment is compared with what it prints.
  const heard = withoutCaught(code);
  const always = withoutBranches(heard);
  const rest = withoutTrivial(always).replaceAll(/^.*$/gm, withoutName);
  if (count(rest) > 0 || doubt.test(rest) || callsHelper(rest, helpers)) return null;
  if (count(code) === 0) return "asserts nothing";
  if (count(always) === 0 && count(heard) > 0) return "may never assert";
  return count(heard) === 0 ? "forgets its failures" : "asserts only what always holds";
}

/** The name of a test may hold any word. */
const withoutName = (line: string): string =>
  line.replace(/\b(def|fn|func|fun|void|function)\s+(?:\([^)]*\)\s*)?[\w?!]+/, "$1 ");

const definition =
  /\b(?:def|fn|func|fun|function|void|static)\s+(?:\([^)]*\)\s*)?(\w+)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:function|\(|\w+\s*=>)/g;
const helperImport = /^.*\b(?:import|from|require|use)\b.*(?:test|helper|support|util|fixture|common).*$/gim;

/** What this file defines with an assertion inside, or takes from files that look like helpers of tests. */
function helperNames(text: string, { asserts }: TestDialect): readonly string[] {
  const found = [...text.matchAll(definition)];
  const defined = found.flatMap(({ 1: name, 2: value, index }, n) => {
    const own = text.slice(index, found[n + 1]?.index).split("\n");
    return own.some((line) => line.match(asserts)) || doubt.test(own.slice(1).join("\n")) ? [name ?? value ?? ""] : [];
  });
  const imported = [...text.matchAll(helperImport)].flatMap(([line]) => line.match(/\w+/g) ?? []);
  return [...defined, ...imported];
}

const runnerWords = new Set([
  "test",
  "it",
  "specify",
  "describe",
  "def",
  "func",
  "fn",
  "require",
  "import",
  "testing",
  "Run",
]);

/** Called, or given to the runner by its name. */
const callsHelper = (code: string, helpers: ReadonlySet<string>): boolean =>
  [...code.matchAll(/\b(\w+)[!?]?\s*\(|,\s*(\w+)\s*\)/g)].some(([, called, given]) => {
    const name = called ?? given ?? "";
    return helpers.has(name) && !runnerWords.has(name);
  });

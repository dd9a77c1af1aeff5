import { closeOf } from "./blank-code.js";

/** What may well decide whether a test applies: the machine, not the answer. */
const aboutPlace =
  /\b(?:platform|process\.|os\.|sys\.|env|environ|version|has[A-Z]\w*|isWindows|isCI|supports?\w*|available|GOOS|cfg|runtime\.)/;
const asksAnswer = /\w\s*\([^)]*\)[^{:]*(?:[=!]==?|[<>]|\bis\b|\bin\b|\.includes|\.contains)/;

/**
 * Code without the branches that are entered only if what is tested gives a certain answer: an assertion in there may
 * never run. Branches with an `else`, and those that only fail the test, are assertions themselves.
 */
export const withoutBranches = (code: string): string => withoutIndented(withoutBraced(code));

function withoutBraced(code: string): string {
  let rest = code;
  const starts = /\bif\s*(?=\(|[^\n({]*\{)/g;
  for (let found = starts.exec(rest); found !== null; found = starts.exec(rest)) {
    const open =
      rest[starts.lastIndex] === "("
        ? afterBlank(rest, closeOf(rest, starts.lastIndex))
        : rest.indexOf("{", starts.lastIndex);
    if (open < 0 || rest[open] !== "{") continue;
    const end = closeOf(rest, open);
    if (!isOnAnswer(rest.slice(found.index + 2, open)) || hasElse(rest, found.index, end)) continue;
    if (onlyFails.test(rest.slice(open + 1, end - 1))) continue;
    rest = rest.slice(0, found.index) + rest.slice(end);
    starts.lastIndex = found.index;
  }
  return rest;
}

const onlyFails =
  /^\s*(?:t\.(?:Fatal|Error|Fail)\w*\(|throw\b|raise\b|panic!|self\.fail\(|pytest\.fail\(|assert\.fail\(|fail\(|expect\.fail\()[^;{}]*;?\s*$/;
const afterBlank = (code: string, at: number): number => at + (/^\s*/.exec(code.slice(at))?.[0].length ?? 0);
const isOnAnswer = (condition: string): boolean => asksAnswer.test(condition) && !aboutPlace.test(condition);
const hasElse = (code: string, start: number, end: number): boolean =>
  /^\s*else\b/.test(code.slice(end)) || /\belse\s*$/.test(code.slice(0, start));

/** The same where blocks are told by their depth. */
function withoutIndented(code: string): string {
  const lines = code.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const [, condition] = /^\s*if\s+(.+):\s*$/.exec(lines[at] ?? "") ?? [];
    if (condition === undefined || !isOnAnswer(condition)) continue;
    const end = blockEnd(lines, at);
    const isWhole = /^\s*(?:elif|else)\b/.test(lines[end] ?? "");
    if (!isWhole && !onlyFails.test(lines.slice(at + 1, end).join("\n"))) lines.fill("", at, end);
  }
  return lines.join("\n");
}

function blockEnd(lines: readonly string[], from: number): number {
  const depth = indentOf(lines[from]);
  const next = lines.findIndex((line, at) => at > from && line.trim() !== "" && indentOf(line) <= depth);
  return next < 0 ? lines.length : next;
}

const indentOf = (line = ""): number => line.length - line.trimStart().length;

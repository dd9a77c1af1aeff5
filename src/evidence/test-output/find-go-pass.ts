import type { OutputLine } from "./runner.js";
import { goTest } from "./runners/go-test.js";
import { runners } from "./runners.js";

/** What a test printed: nearly all of `go test -json`, and irrelevant. */
export const isGoOutput = (text: string, at: number): boolean =>
  text.charCodeAt(at) === 0x7b && text.slice(at, at + 100).includes('"Action":"output"');

export const goPlace = runners.indexOf(goTest);

const goRun: OutputLine = { text: "=== RUN", indent: 0, isWhole: true };

const goPass: OutputLine = { text: "--- PASS: ", indent: 0, isWhole: true };

export function findGoPass(text: string, at: number): OutputLine | undefined {
  const code = text.charCodeAt(at);
  if (code === 0x3d) return text.startsWith(goRun.text, at) ? goRun : undefined;
  return code === 0x2d && text.startsWith(goPass.text, at) && text.charCodeAt(at + 10) > 32 ? goPass : undefined;
}

/** Skips blanks and colours. Other escapes need the closer check. */
export function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  for (;;) {
    while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
    if (at >= end || text.charCodeAt(at) !== 27 || text.charCodeAt(at + 1) !== 91) return Math.min(at, end);
    let last = at + 2;
    while (last < end && last < at + 24 && isParameter(text.charCodeAt(last))) last++;
    if (text.charCodeAt(last) !== 109) return at;
    at = last + 1;
  }
}

/** The second and third byte of ✓, ✔ and √. */
export const isTick = (second: number, third: number): boolean =>
  (second === 0x9c && (third === 0x93 || third === 0x94)) || (second === 0x88 && third === 0x9a);

export function endOfText(text: string, end: number): number {
  let last = end;
  while (text.charCodeAt(last - 1) === 32 || text.charCodeAt(last - 1) === 9) last--;
  return last;
}

const isParameter = (code: number): boolean => (code >= 48 && code <= 57) || code === 59;

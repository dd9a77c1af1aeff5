/** What task runners, containers and CI servers print before each line of a program. */
const prefixes: readonly RegExp[] = [
  // "build\tRun tests\t2026-01-02T03:04:05.678Z text" and the same without job and step
  /^(?:[^\t]{1,80}\t[^\t]{1,80}\t)?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)? ?/,
  // "[INFO] text", "[0] text", "[web]: text", "[12:34:56] text"
  /^\[[\w@:./#+ -]{1,60}\](?::? |$)/,
  // "web:test: text", "packages/web test: text", "@scope/web: text"
  /^(?:@?[\w./-]{1,80}[:# ][\w:-]{0,40}test[\w:-]{0,40}|@[\w./-]{1,80}):(?: |$)/,
  // "web-1  | text", "│ text"
  /^(?:[\w.-]{1,60} {0,40}\||│) /,
];

/** Where the program's own text begins, after at most two prefixes. */
export function prefixLength(text: string): number {
  const first = onePrefix(text);
  return first === 0 ? 0 : first + onePrefix(text.slice(first));
}

function onePrefix(text: string): number {
  for (const prefix of prefixes) {
    const found = prefix.exec(text);
    if (found) return found[0].length;
  }
  return 0;
}

const space = 32;
const tab = 9;
/** Longest first and second word: names of packages and jobs are long. */
const longest = [64, 28] as const;

/**
 * The offset after something that looks like a prefix, or -1. A quick test that may match too much: a prefix is one or
 * two words, the last of which ends in "]", ":", "|" or a time, and a blank.
 */
export function prefixEnds(text: string, from: number, end: number): number {
  let at = from;
  for (const length of longest) {
    const last = Math.min(end, at + length);
    let code = 0;
    for (let next = text.charCodeAt(at); at < last && next !== space && next !== tab; next = text.charCodeAt(++at))
      code = next;
    if (at >= last) return -1;
    if (text.charCodeAt(at) === tab) return afterTab(text, at + 1, end);
    while (text.charCodeAt(at) === space || text.charCodeAt(at) === tab) at++;
    if (isEnd(code) || (length === longest[1] && isDigit(code) && isDigit(text.charCodeAt(from)))) return at;
  }
  return -1;
}

/** After the second column of "job\tstep\ttext". */
function afterTab(text: string, from: number, end: number): number {
  const last = Math.min(end, from + 80);
  let at = from;
  while (at < last && text.charCodeAt(at) !== tab) at++;
  return at < last ? at + 1 : -1;
}

/** "]", "|", ":", the Z of a time, or the last byte of "│". */
const isEnd = (code: number): boolean => code === 93 || code === 124 || code === 58 || code === 90 || code === 0x82;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

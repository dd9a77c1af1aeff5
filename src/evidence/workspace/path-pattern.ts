/** Whether a path is the one that a pattern means. */
export type PathMatcher = (path: string) => boolean;

type Takes = (code: number) => boolean;

/** One character, any of them within a name, any of them at all, or nothing and whole folders. */
type Token = Takes | "name" | "anything" | "folders";

const slash = 47;

interface PatternOptions {
  /** What two stars take that stand beside other characters (`src/**.ts`): to git they are one. */
  readonly twoStars?: "name" | "anything";
}

/**
 * A pattern as git reads it: `*` and `?` within a name, `**` between slashes across folders, `[a-c]`, and a backslash
 * before what is meant literally. One that is broken matches nothing.
 */
export function compilePattern(pattern: string, options: PatternOptions = {}): PathMatcher {
  const tokens = readTokens(pattern, options);
  return tokens ? (path) => matchTokens(tokens, path) : () => false;
}

/**
 * By going back to the last star alone, since an earlier one could only have taken what this one takes, too. An
 * expression would try them all: a dozen stars and a long name would keep it busy for years.
 */
function matchTokens(tokens: readonly Token[], path: string): boolean {
  let at = 0;
  let token = 0;
  let name: Retry | null = null;
  let wide: Retry | null = null;
  for (;;) {
    const wanted = tokens[token];
    if (wanted === "name") name = { token: ++token, at };
    else if (wanted === "anything" || wanted === "folders") {
      wide = { token: ++token, at };
      name = null;
    } else if (at < path.length && wanted?.(path.charCodeAt(at))) {
      token++;
      at++;
    } else if (wanted === undefined && at === path.length) return true;
    else if (name && name.at < path.length && path.charCodeAt(name.at) !== slash) {
      at = ++name.at;
      token = name.token;
    } else {
      name = null;
      if (!wide) return false;
      wide.at = tokens[wide.token - 1] === "folders" ? path.indexOf("/", wide.at) + 1 : wide.at + 1;
      if (wide.at === 0 || wide.at > path.length) return false;
      ({ at, token } = wide);
    }
  }
}

/** Where to go on after a star has taken one more. */
interface Retry {
  readonly token: number;
  at: number;
}

function readTokens(pattern: string, { twoStars = "name" }: PatternOptions): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? "";
    if (char === "*") {
      const end = endOfStars(pattern, at);
      const star = end - at > 1 ? (readTwoStars(pattern, at, end) ?? twoStars) : "name";
      tokens.push(star);
      at = star === "folders" ? end : end - 1;
    } else if (char === "?") tokens.push((code) => code !== slash);
    else if (char === "[") {
      const found = readClass(pattern, at + 1);
      if (!found) return null;
      tokens.push(found.takes);
      at = found.end;
    } else {
      const code = pattern.charCodeAt(char === "\\" ? ++at : at);
      if (Number.isNaN(code)) return null; // A backslash at the very end.
      tokens.push((given) => given === code);
    }
  }
  return tokens;
}

function endOfStars(pattern: string, from: number): number {
  let at = from;
  while (pattern[at] === "*") at++;
  return at;
}

/** What two stars between slashes take. */
function readTwoStars(pattern: string, start: number, end: number): "anything" | "folders" | undefined {
  if (start > 0 && pattern[start - 1] !== "/") return undefined;
  if (pattern[end] === "/") return "folders";
  return end === pattern.length || pattern.startsWith("\\/", end) ? "anything" : undefined;
}

type Range = readonly [from: number, to: number];

/** `[a-c]` from behind its bracket, and where it ends; null where it does not, or names a class that there is not. */
function readClass(pattern: string, from: number): { readonly takes: Takes; readonly end: number } | null {
  const isNegated = pattern[from] === "!" || pattern[from] === "^";
  const first = isNegated ? from + 1 : from;
  const ranges: Range[] = [];
  let at = first;
  while (at < pattern.length && (pattern[at] !== "]" || at === first)) {
    const named = pattern.startsWith("[:", at) ? /^\[:([^\]]*):\]/.exec(pattern.slice(at)) : null;
    if (named) {
      const known = classes.get(named[1] ?? "");
      if (!known) return null;
      ranges.push(...known);
      at += named[0].length;
    } else {
      const low = readMember(pattern, at);
      const isRange = pattern[low.end] === "-" && low.end + 1 < pattern.length && pattern[low.end + 1] !== "]";
      const high = isRange ? readMember(pattern, low.end + 1) : low;
      ranges.push([low.code, high.code]);
      at = high.end;
    }
  }
  if (at >= pattern.length) return null;
  const takes: Takes = (code) =>
    code !== slash && ranges.some(([low, high]) => code >= low && code <= high) !== isNegated;
  return { takes, end: at };
}

function readMember(pattern: string, at: number): { readonly code: number; readonly end: number } {
  const place = pattern[at] === "\\" ? at + 1 : at;
  return { code: pattern.charCodeAt(place), end: place + 1 };
}

const toRanges = (...words: readonly string[]): readonly Range[] =>
  words.map((word) => [word.charCodeAt(0), word.charCodeAt(1)]);

const classes = new Map<string, readonly Range[]>([
  ["alnum", toRanges("09", "AZ", "az")],
  ["alpha", toRanges("AZ", "az")],
  ["blank", toRanges("  ", "\t\t")],
  ["cntrl", toRanges("\0\x1f", "\x7f\x7f")],
  ["digit", toRanges("09")],
  ["graph", toRanges("!~")],
  ["lower", toRanges("az")],
  ["print", toRanges(" ~")],
  ["punct", toRanges("!/", ":@", "[`", "{~")],
  ["space", toRanges("  ", "\t\r")],
  ["upper", toRanges("AZ")],
  ["xdigit", toRanges("09", "AF", "af")],
]);

import { looksLikeTests } from "../tests/looks-like-tests.js";

/** Something in a file that makes a check weaker than it was; where, and in which words. */
export interface Weakening {
  readonly line: number | null;
  readonly what: string;
}

const longestLine = 2000;

/** What in the new text makes a check weaker than the old one did. */
export function weakenings(old: string, now: string, path = ""): readonly Weakening[] {
  const before = inLines(old, path);
  const after = inLines(now, path);
  const added = linesNotIn(after.lines, before.lines);
  if (/ignore$/.test(path))
    return added.filter(isLeftOut).map(({ text, line }) => ({ line, what: `one more is left out: ${text}` }));
  const found = [
    ...added.flatMap(({ text, line }) => weakLine(text, line, after.lines)),
    ...lowered(before.lines, after.lines),
  ];
  return after.asWritten ? found : found.map(({ what }) => ({ line: null, what }));
}

/** A JSON file written on few lines is laid out first: a change of one entry is then a change of one line. */
function inLines(text: string, path: string): { readonly lines: readonly string[]; readonly asWritten: boolean } {
  const asWritten = text.split(/\r\n|\n|\r/);
  if (!path.endsWith(".json") || asWritten.length > 3) return { lines: asWritten, asWritten: true };
  try {
    return { lines: JSON.stringify(JSON.parse(text), null, 2).split("\n"), asWritten: false };
  } catch {
    return { lines: asWritten, asWritten: true }; // Comments, or half a file: as it is.
  }
}

interface WeakLine {
  readonly text: string;
  readonly line: number;
}

function linesNotIn(lines: readonly string[], others: readonly string[]): readonly WeakLine[] {
  const counts = new Map<string, number>();
  for (const text of others) counts.set(text.trim(), (counts.get(text.trim()) ?? 0) + 1);
  return lines.flatMap((text, at) => {
    const left = counts.get(text.trim()) ?? 0;
    counts.set(text.trim(), left - 1);
    const isComment = /^\s*(?:\/\/|\/\*|#(?!\[))/.test(text);
    return left > 0 || text.trim() === "" || isComment ? [] : [{ text: text.slice(0, longestLine), line: at + 1 }];
  });
}

const excludeKey =
  /(?:^|[\s{,[("'-])(?:exclude|excludes|testPathIgnorePatterns|testIgnore|coveragePathIgnorePatterns|modulePathIgnorePatterns|watchPathIgnorePatterns|omit|norecursedirs|collect_ignore\w*|ignorePatterns|ignores|ignore|extend-ignore|extend-exclude|per-file-ignores|deselect)["']?\s*[:=]\s*(?!\s*(?:\[\s*\]|$))/;
/** Folders that hold no source of the project. */
const builtFolder =
  /["'`]?(?:\*\*\/|\.\/)?(?:node_modules|dist|build|out|coverage|target|vendor|\.[a-z_]+)(?:\/\*{0,2}){0,2}["'`]?(?=\s*[,\])}]|\s*$)/g;
const leavesOut =
  /(?:^|[\s"'])--(?:deselect|ignore|ignore-glob|exclude|testPathIgnorePatterns|testNamePattern|grep|skip)\b|(?:pytest|addopts)\b.{0,120}\s-k\s/;
const passesOver =
  /\|\|\s*(?:true\b|:(?:\s|$|")|exit\s+0\b|echo\b)|;\s*(?:true|exit\s+0)\s*(?:$|["'])|^\s*(?:exit\s+0|set\s+\+e)\b/;
/** Commands whose failure nobody minds. */
const tidiesUp =
  /^\s*(?:[-@]|- run:\s*)?\s*(?:sudo\s+)?(?:rm|rmdir|kill|pkill|docker|podman|mkdir|cp|mv|umount|git|which|command)\s/;
const checker =
  /\b(?:addopts|eslint|biome|ruff|mypy|flake8|pylint|tsc|clippy|rubocop|golangci-lint|phpstan|stylelint)\b/;

const always: readonly (readonly [RegExp, string])[] = [
  [/pass-?with-?no-?tests\b(?!["']?\s*[:=]\s*false)|allow-?no-?tests\b/i, "a run without tests passes"],
  [
    /continue-on-error:\s*true|ignoreFailures\s*=?\s*true|testFailureIgnore>\s*true|allow_failure:\s*true|--exit-zero\b|failOnError["']?\s*[:=>]\s*false/,
    "a failure is passed over",
  ],
  [/(?:skipTests|maven\.test\.skip|skip\.?tests?)["']?\s*[:=>]\s*true|-DskipTests\b/i, "tests are left out"],
  [/["']?[\w@/-]+["']?\s*:\s*\[?\s*["'](?:off|none)["']\s*[,\]}]*\s*$/, "a rule is switched off"],
  [
    /"(?:strict\w*|noImplicit\w+|noUnused\w+|noUnchecked\w+|exactOptional\w+|noFallthrough\w+|checkJs)"\s*:\s*false|"skipLibCheck"\s*:\s*true/,
    "a check of types is switched off",
  ],
  [
    /\b(?:strict|disallow_untyped_defs|warn_unused_ignores)\s*=\s*[Ff]alse|\bignore_errors\s*=\s*[Tt]rue/,
    "a check of types is switched off",
  ],
];

function weakLine(text: string, line: number, all: readonly string[]): readonly Weakening[] {
  const weakening = (what: string): readonly Weakening[] => [{ line, what: `${what}: ${text.trim().slice(0, 160)}` }];
  if (passesOver.test(text) && !tidiesUp.test(text)) return weakening("a failure is passed over");
  if (leavesOut.test(text) && (checker.test(text) || looksLikeTests("", [text.trim()])))
    return weakening("some tests are left out");
  const found = always.find(([pattern]) => pattern.test(text))?.[1];
  if (found !== undefined) return weakening(found);
  const wanted = text.replaceAll(builtFolder, "");
  if (excludeKey.test(wanted) && /[\w*]/.test(wanted.slice(wanted.search(/[:=]/) + 1)))
    return weakening("some files are left out");
  const isOneMore = isListItem(wanted) && excludeKey.test(`${openKey(all, line)} x`);
  return isOneMore ? weakening("one more is left out") : [];
}

/** A line of an ignore file that names source of the project. */
const isLeftOut = ({ text }: WeakLine): boolean =>
  !text.startsWith("!") && text.replaceAll(builtFolder, "").trim() !== "";

const isListItem = (text: string): boolean => /^\s*(?:-\s+)?["'`]?[^\s"'`{}[\]:=,]+["'`]?\s*,?\s*$/.test(text);

/** The key whose list a line belongs to: the nearest line above that opens one. */
function openKey(lines: readonly string[], line: number): string {
  for (let at = line - 2; at >= 0 && at > line - 60; at--) {
    const text = (lines[at] ?? "").slice(0, longestLine);
    if (isListItem(text) || text.trim() === "") continue;
    return /[[({:=]\s*$/.test(text)
      ? text
          .trim()
          .replace(/[[({]$/, "")
          .trimEnd()
      : "";
  }
  return "";
}

const threshold =
  /["']?\b(branches|functions|lines|statements|fail[_-]under|cov-fail-under|minimum\w*|min[_-]?coverage|thresholds?|coverageThreshold|max-warnings|maxWarnings)\b["']?\s*[:=]?\s*(-?\d+(?:\.\d+)?)/g;

/** A limit that fell, or is gone; of warnings, one that rose. */
function lowered(before: readonly string[], after: readonly string[]): readonly Weakening[] {
  const old = limitsIn(before);
  const now = limitsIn(after);
  return [...old].flatMap(([key, limits]): readonly Weakening[] => {
    const left = now.get(key) ?? [];
    const rises = /warnings/i.test(key);
    if (left.length === 0) return [{ line: null, what: `the limit ${key} ${limits[0]?.value} is gone` }];
    return limits.flatMap(({ value }, at) => {
      const limit = left[at];
      if (!limit || (rises ? limit.value <= value : limit.value >= value)) return [];
      return [{ line: limit.line, what: `the limit ${key} went from ${value} to ${limit.value}` }];
    });
  });
}

interface Limit {
  readonly value: number;
  readonly line: number;
}

function limitsIn(lines: readonly string[]): ReadonlyMap<string, readonly Limit[]> {
  const found = new Map<string, Limit[]>();
  for (const [at, text] of lines.entries())
    for (const [, key = "", value] of text.slice(0, 1000).matchAll(threshold))
      found.set(key, [...(found.get(key) ?? []), { value: Number(value), line: at + 1 }]);
  return found;
}

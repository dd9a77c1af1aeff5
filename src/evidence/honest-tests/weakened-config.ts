import { looksLikeTests } from "../tests/looks-like-tests.js";
import type { TextChange } from "./compare-tests.js";
import type { Suspicion } from "./suspicion.js";

/** Files that say what a check looks at and how strict it is, and hold little else. */
const checkConfig =
  /(?:^|\/)(?:(?:vite|vitest|jest|playwright|cypress|karma|ava|wdio|eslint|stylelint|web-test-runner)\.(?:config|conf|workspace)\.[\w.]+|\.(?:mocharc|nycrc|c8rc|eslintrc|stylelintrc|jshintrc)(?:\.\w+)?|\.(?:eslintignore|coveragerc|flake8|pylintrc|rspec|simplecov|golangci\.\w+|rubocop\.yml|credo\.exs)|pytest\.ini|tox\.ini|mypy\.ini|\.?ruff\.toml|conftest\.py|noxfile\.py|phpunit\.xml(?:\.dist)?|phpstan\.neon|biome\.jsonc?|tsconfig(?:\.[\w-]+)?\.json|codecov\.ya?ml|tarpaulin\.toml|clippy\.toml)$/;
/** Files that do so among many other things: a mere edit of them tells nothing. */
const mixedConfig =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|(?:GNU)?[Mm]akefile|[Jj]ustfile|[Tt]askfile\.ya?ml|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|Rakefile|mix\.exs|deno\.jsonc?|\.gitlab-ci\.yml|azure-pipelines\.yml|Jenkinsfile|\.pre-commit-config\.yaml)$|(?:^|\/)\.(?:github\/workflows|circleci|husky)\//;

export const isCheckConfig = (path: string): boolean => checkConfig.test(path) || mixedConfig.test(path);

/** What became of files that rule a check. `run` are further files that a check's command names. */
export function compareConfig(changes: readonly TextChange[], run: readonly string[]): readonly Suspicion[] {
  return changes.flatMap((change) => {
    const isRun = run.includes(change.oldPath);
    if (!isRun && !isCheckConfig(change.oldPath) && !isCheckConfig(change.path)) return [];
    if (change.old === null) return [];
    if (change.now === null) return [gone(change.oldPath, isRun)];
    const weak = [
      ...weakenings(change.old, change.now),
      ...(isScripts(change.path) ? [] : noLongerRun(change.old, change.now)),
    ];
    const found = weak.map((each) => veto(change.path, each));
    if (found.length > 0 || !(isRun || checkConfig.test(change.path))) return found;
    return [
      { kind: "edited", file: change.path, line: null, what: "the configuration of a check was edited", veto: false },
    ];
  });
}

/** Its scripts are compared one by one. */
const isScripts = (path: string): boolean => /(?:^|\/)package\.json$/.test(path);

/** Lines that ran tests, and are gone without another that does. */
function noLongerRun(old: string, now: string): readonly Weakening[] {
  const running = (text: string): readonly string[] =>
    text.split(/\r\n|\n|\r/).filter((line) => !/^\s*(?:#|\/\/)/.test(line) && looksLikeTests("", [line.trim()]));
  const before = running(old);
  const after = running(now);
  if (after.length >= before.length) return [];
  const lost = before.find((line) => !after.includes(line));
  return lost === undefined ? [] : [{ line: null, what: `it no longer runs tests: ${lost.trim().slice(0, 160)}` }];
}

function gone(file: string, isRun: boolean): Suspicion {
  const what = isRun ? "a file that a check runs was deleted" : "the configuration of a check was deleted";
  return { kind: "check-weakened", file, line: null, what, veto: isRun || checkConfig.test(file) };
}

const veto = (file: string, { line, what }: Weakening): Suspicion => ({
  kind: "check-weakened",
  file,
  line,
  what,
  veto: true,
});

interface Weakening {
  readonly line: number | null;
  readonly what: string;
}

/** What in the new text makes a check weaker than the old one did. */
export function weakenings(old: string, now: string): readonly Weakening[] {
  const before = old.split(/\r\n|\n|\r/);
  const after = now.split(/\r\n|\n|\r/);
  const added = linesNotIn(after, before);
  return [...added.flatMap(({ text, line }) => weakLine(text, line, after)), ...lowered(before, after)];
}

interface Line {
  readonly text: string;
  readonly line: number;
}

function linesNotIn(lines: readonly string[], others: readonly string[]): readonly Line[] {
  const counts = new Map<string, number>();
  for (const text of others) counts.set(text.trim(), (counts.get(text.trim()) ?? 0) + 1);
  return lines.flatMap((text, at) => {
    const left = counts.get(text.trim()) ?? 0;
    counts.set(text.trim(), left - 1);
    return left > 0 || text.trim() === "" || /^\s*(?:\/\/|\/\*)/.test(text) ? [] : [{ text, line: at + 1 }];
  });
}

const excludeKey =
  /(?:^|[\s{,[("'-])(?:exclude|excludes|testPathIgnorePatterns|testIgnore|coveragePathIgnorePatterns|modulePathIgnorePatterns|watchPathIgnorePatterns|omit|norecursedirs|collect_ignore\w*|ignorePatterns|ignores|ignore|extend-ignore|extend-exclude|per-file-ignores|deselect)["']?\s*[:=]\s*(?!\s*(?:\[\s*\]|$))/;

const weakPatterns: readonly (readonly [RegExp, string])[] = [
  [
    /\|\|\s*(?:true\b|:(?:\s|$|")|exit\s+0\b|echo\b)|;\s*(?:true|exit\s+0)\s*(?:$|["'])|^\s*(?:exit\s+0|set\s+\+e)\b/,
    "a failure is passed over",
  ],
  [/pass-?with-?no-?tests\b(?!["']?\s*[:=]\s*false)|allow-?no-?tests\b|--allow-empty\b/i, "a run without tests passes"],
  [
    /continue-on-error:\s*true|ignoreFailures\s*=?\s*true|testFailureIgnore>\s*true|allow_failure:\s*true|--exit-zero\b|failOnError["']?\s*[:=>]\s*false/,
    "a failure is passed over",
  ],
  [/(?:skipTests|maven\.test\.skip|skip\.?tests?)["']?\s*[:=>]\s*true|-DskipTests\b/i, "tests are left out"],
  [
    /(?:^|[\s"'])--(?:deselect|ignore|ignore-glob|exclude|testPathIgnorePatterns|testNamePattern|grep|skip)\b|(?:pytest|addopts)\b.{0,120}\s-k\s/,
    "some tests are left out",
  ],
  [excludeKey, "some files are left out"],
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
  const found = weakPatterns.find(([pattern]) => pattern.test(text))?.[1];
  if (found !== undefined) return [{ line, what: `${found}: ${text.trim().slice(0, 160)}` }];
  if (!isListItem(text) || !excludeKey.test(`${openKey(all, line)} x`)) return [];
  return [{ line, what: `one more is left out: ${text.trim().slice(0, 160)}` }];
}

const isListItem = (text: string): boolean => /^\s*(?:-\s+)?["'`]?[^\s"'`{}[\]:=]+["'`]?\s*,?\s*$/.test(text);

/** The key whose list a line belongs to: the nearest line above that opens one. */
function openKey(lines: readonly string[], line: number): string {
  for (let at = line - 2; at >= 0 && at > line - 60; at--) {
    const text = lines[at] ?? "";
    if (isListItem(text) || text.trim() === "") continue;
    return /[[({:=]\s*$/.test(text) ? text.trim().replace(/[[({\s]*$/, "") : "";
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

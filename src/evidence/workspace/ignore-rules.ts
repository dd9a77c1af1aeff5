import { compilePattern, type PathMatcher } from "./path-pattern.js";

/** Never part of the work, where no git tells what is: other tools' stores, dependencies, caches. */
const neverWork = new Set([
  ".git",
  ".hg",
  ".svn",
  ".jj",
  ".DS_Store",
  ".cache",
  ".gradle",
  ".mypy_cache",
  ".next",
  ".nuxt",
  ".pytest_cache",
  ".ruff_cache",
  ".tox",
  ".turbo",
  ".venv",
  "__pycache__",
  "node_modules",
]);

interface IgnoreRule {
  readonly matches: PathMatcher;
  readonly again: boolean;
  readonly folderOnly: boolean;
}

/** Ignore files of a folder, each ruling from where it lies. The last rule that speaks wins. */
export class IgnoreRules {
  readonly #rules = new Map<string, readonly IgnoreRule[]>();
  readonly #isNever: (name: string) => boolean;
  /** Paths are asked about folder by folder: which rules reach into the last one. */
  #last: { readonly folder: string; readonly reaching: readonly Reaching[] } | null = null;

  /** With git, its rules alone tell what is work. */
  constructor({ hasGit = false } = {}) {
    this.#isNever = hasGit ? (name) => name === ".git" : (name) => neverWork.has(name);
  }

  /** `folder` is empty or ends in a slash. */
  add(folder: string, text: string): void {
    const lines = toBytes(text.replace(/^\uFEFF/, "")).split(/\r?\n/);
    const rules = lines.flatMap(readRule);
    if (rules.length > 0) this.#rules.set(toBytes(folder), rules);
    this.#last = null;
  }

  /** Folders end in a slash. Whoever asks does not go into ignored folders. */
  ignores(path: string): boolean {
    const isFolder = path.endsWith("/");
    const plain = toBytes(isFolder ? path.slice(0, -1) : path);
    const nameAt = plain.lastIndexOf("/") + 1;
    if (this.#isNever(plain.slice(nameAt))) return true;
    let ignored = false;
    for (const { from, rules } of this.#reachInto(plain.slice(0, nameAt)))
      for (const rule of rules)
        if ((isFolder || !rule.folderOnly) && rule.matches(plain.slice(from))) ignored = !rule.again;
    return ignored;
  }

  /** Not by going through the folders above: in a deep tree that takes longer than all else. */
  #reachInto(folder: string): readonly Reaching[] {
    if (this.#last?.folder === folder) return this.#last.reaching;
    const reaching = [...this.#rules]
      .filter(([of]) => folder.startsWith(of))
      .map(([of, rules]) => ({ from: of.length, rules }))
      .sort((a, b) => a.from - b.from);
    this.#last = { folder, reaching };
    return reaching;
  }
}

interface Reaching {
  /** Where a path as its rules see it begins. */
  readonly from: number;
  readonly rules: readonly IgnoreRule[];
}

/** A character a byte: to git, `?` is a byte, and a letter with an accent is two. */
const toBytes = (text: string): string => (/[^\0-\x7f]/.test(text) ? Buffer.from(text).toString("latin1") : text);

function readRule(line: string): readonly IgnoreRule[] {
  const trimmed = trimSpaces(line);
  if (trimmed.startsWith("#")) return [];
  const again = trimmed.startsWith("!");
  const pattern = again ? trimmed.slice(1) : trimmed;
  const folderOnly = pattern.endsWith("/");
  const name = folderOnly ? pattern.slice(0, -1) : pattern;
  return name === "" ? [] : [{ matches: compileRule(name), again, folderOnly }];
}

/** Spaces at the end do not count, but for those behind a backslash. */
function trimSpaces(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    const isEscape = line[at] === "\\";
    if (isEscape) at++;
    if (isEscape || line[at] !== " ") end = at + 1;
  }
  return line.slice(0, end);
}

/** Without a slash it is about names, in whatever folder. */
function compileRule(rule: string): PathMatcher {
  if (rule.includes("/")) return compilePath(rule.replace(/^\//, ""));
  const matches = compilePattern(rule);
  return (path) => matches(path.slice(path.lastIndexOf("/") + 1));
}

/** As git does, what stands before the first special character is compared by itself: `src/a**` begins with two stars. */
function compilePath(pattern: string): PathMatcher {
  const special = pattern.search(/[*?[\\]/);
  if (special < 0) return (path) => path === pattern;
  const fixed = pattern.slice(0, special);
  const matches = compilePattern(pattern.slice(special));
  return (path) => path.startsWith(fixed) && matches(path.slice(special));
}

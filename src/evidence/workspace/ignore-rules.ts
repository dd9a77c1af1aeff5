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

/** The `.gitignore` files of a folder without git, each ruling from where it lies. The last rule that speaks wins. */
export class IgnoreRules {
  readonly #rules = new Map<string, readonly IgnoreRule[]>();

  /** `folder` is empty or ends in a slash. */
  add(folder: string, text: string): void {
    const lines = toBytes(text.replace(/^\uFEFF/, "")).split(/\r?\n/);
    this.#rules.set(toBytes(folder), lines.flatMap(readRule));
  }

  /** Folders end in a slash. Whoever asks does not go into ignored folders. */
  ignores(path: string): boolean {
    const isFolder = path.endsWith("/");
    const plain = toBytes(isFolder ? path.slice(0, -1) : path);
    if (neverWork.has(plain.slice(plain.lastIndexOf("/") + 1))) return true;
    let ignored = false;
    for (const folder of parentFolders(plain))
      for (const rule of this.#rules.get(folder) ?? [])
        if ((isFolder || !rule.folderOnly) && rule.matches(plain.slice(folder.length))) ignored = !rule.again;
    return ignored;
  }
}

/** A character a byte: to git, `?` is a byte, and a letter with an accent is two. */
const toBytes = (text: string): string => (/[^\0-\x7f]/.test(text) ? Buffer.from(text).toString("latin1") : text);

function parentFolders(path: string): readonly string[] {
  const folders = [""];
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.push(path.slice(0, at + 1));
  return folders;
}

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

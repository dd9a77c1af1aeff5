import { globExpression } from "./glob.js";

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
  readonly expression: RegExp;
  readonly again: boolean;
  readonly folderOnly: boolean;
}

/** The `.gitignore` files of a folder without git, each ruling from where it lies. The last rule that speaks wins. */
export class IgnoreRules {
  readonly #rules = new Map<string, readonly IgnoreRule[]>();

  /** `folder` is empty or ends in a slash. */
  add(folder: string, text: string): void {
    this.#rules.set(folder, text.split(/\r?\n/).flatMap(readRule));
  }

  /** Folders end in a slash. Whoever asks does not go into ignored folders. */
  ignores(path: string): boolean {
    const isFolder = path.endsWith("/");
    const plain = isFolder ? path.slice(0, -1) : path;
    if (neverWork.has(plain.slice(plain.lastIndexOf("/") + 1))) return true;
    let ignored = false;
    for (const folder of parentFolders(plain))
      for (const rule of this.#rules.get(folder) ?? [])
        if ((isFolder || !rule.folderOnly) && rule.expression.test(plain.slice(folder.length))) ignored = !rule.again;
    return ignored;
  }
}

function parentFolders(path: string): readonly string[] {
  const folders = [""];
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.push(path.slice(0, at + 1));
  return folders;
}

function readRule(line: string): readonly IgnoreRule[] {
  const trimmed = line.endsWith("\\ ") ? line : line.trimEnd();
  if (trimmed === "" || trimmed.startsWith("#")) return [];
  const again = trimmed.startsWith("!");
  const pattern = (again ? trimmed.slice(1) : trimmed).replaceAll(/\\([#! ])/g, "$1");
  const folderOnly = pattern.endsWith("/");
  const name = folderOnly ? pattern.slice(0, -1) : pattern;
  if (name === "") return [];
  const anchored = name.includes("/") ? name.replace(/^\//, "") : `**/${name}`;
  // Git has no braces.
  return [{ expression: globExpression(anchored.replaceAll(/[{}]/g, "[$&]")), again, folderOnly }];
}

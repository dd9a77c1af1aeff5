import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { errorMessage } from "../errors.js";
import { plainTextAt, realPlace } from "../files/folder.js";
import { isFolder } from "../files/project-scan.js";
import type { Undone } from "../files/undo-odd-files.js";

/** What decides which commands git runs: outside of the sandbox, when the user calls it next. */
const controlNames = [
  ...["config", "config.worktree", "commondir", "gitdir", "info/attributes"],
  "objects/info/alternates", // The next sandbox shows the folders that it names.
];

type Content =
  | { readonly is: "none" }
  | { readonly is: "file"; readonly bytes: Buffer; readonly mode: number }
  | { readonly is: "link"; readonly to: string }
  | { readonly is: "other" };

/** The files that rule a repository, as they were. */
export interface GitControl {
  readonly files: ReadonlyMap<string, Content>;
  /** Where their folders were. */
  readonly places: ReadonlyMap<string, string>;
}

const mostBytes = 1 << 20;

/** Reads what rules these git folders and `.git` entries. */
export function readGitControl(folders: readonly string[], entries: readonly string[]): GitControl {
  const paths = [...folders.flatMap(controlFiles), ...entries];
  const files = new Map(paths.map((path) => [path, readContent(path)]));
  return { files, places: new Map(paths.map((path) => [dirname(path), realPlace(dirname(path))])) };
}

/** Files that the settings of a repository include: as much as those, they say what git runs. */
export const includedSettings = (folder: string): readonly string[] =>
  [...(plainTextAt(`${folder}/config`) ?? "").matchAll(/^\s*path\s*=\s*"?([^"\n~]+?)"?\s*$/gm)].map(([, path = ""]) =>
    resolve(folder, path),
  );

/** Puts back what was changed, and removes what was added. A folder that is gone rules nothing. */
export function restoreGitControl(
  before: GitControl,
  folders: readonly string[],
  isFixed: (path: string) => boolean,
): readonly Undone[] {
  return putBackAll(before, listRuled(before, folders), { isFixed, rules: "what git runs", keeps: false });
}

/** The same of any files that rule what others start. What they were changed to is kept beside them: it may be a person's. */
export const restoreSettings = (before: GitControl): readonly Undone[] =>
  putBackAll(before, [...before.files.keys()], {
    isFixed: () => false,
    rules: "what agents start outside",
    keeps: true,
  });

interface PutBack {
  readonly isFixed: (path: string) => boolean;
  readonly rules: string;
  readonly keeps: boolean;
}

function putBackAll(before: GitControl, paths: readonly string[], how: PutBack): readonly Undone[] {
  return paths.flatMap((path) => {
    const was = before.files.get(path) ?? none;
    return how.isFixed(path) || isSame(was, readContent(path)) ? [] : putBack({ file: path, was, before, how });
  });
}

function listRuled(before: GitControl, folders: readonly string[]): readonly string[] {
  const there = folders.filter(isFolder);
  const ruled = [...before.files.keys()].filter(
    (path) =>
      there.some((folder) => path.startsWith(`${folder}/`)) || !folders.some((folder) => path.startsWith(`${folder}/`)),
  );
  // Sorted, so that a folder is put back before what is in it.
  return [...new Set([...ruled, ...there.flatMap(controlFiles)])].sort();
}

function controlFiles(folder: string): readonly string[] {
  const hooks = `${folder}/hooks`;
  if (!isFolder(hooks)) return [...named(folder), hooks];
  const names = readdirSync(hooks).filter((name) => !name.endsWith(".sample"));
  return [...named(folder), ...names.map((name) => `${hooks}/${name}`)];
}

const named = (folder: string): readonly string[] => controlNames.map((name) => `${folder}/${name}`);

const none: Content = { is: "none" };

function readContent(path: string): Content {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return none;
    if (stats.isSymbolicLink()) return { is: "link", to: readlinkSync(path) };
    if (!stats.isFile() || stats.size > mostBytes) return { is: "other" };
    return { is: "file", bytes: readFileSync(path), mode: stats.mode & 0o777 };
  } catch {
    return none; // A folder on the way is not one any more.
  }
}

function isSame(a: Content, b: Content): boolean {
  if (a.is === "file" && b.is === "file") return a.mode === b.mode && a.bytes.equals(b.bytes);
  return a.is === "link" && b.is === "link" ? a.to === b.to : a.is === b.is;
}

interface Changed {
  readonly file: string;
  readonly was: Content;
  readonly before: GitControl;
  readonly how: PutBack;
}

function putBack({ file, was, before: { places }, how: { rules, keeps } }: Changed): readonly Undone[] {
  const folder = dirname(file);
  const place = places.get(folder) ?? realPlace(folder);
  if (place !== realPlace(folder)) return [{ file, what: "is not put back: its folder is now elsewhere" }];
  if (was.is === "other") return [{ file, what: "was changed, and cannot be put back: look at it before you use it" }];
  try {
    const kept = keeps && keepBeside(file) ? `; as it was then it is ${file}.set-aside` : "";
    rmSync(file, { recursive: true, force: true });
    if (was.is !== "none") mkdirSync(folder, { recursive: true });
    if (was.is === "link") symlinkSync(was.to, file);
    if (was.is === "file") {
      writeFileSync(file, was.bytes, { flag: "wx" });
      chmodSync(file, was.mode);
    }
    const [how, then] = was.is === "none" ? ["added", "removed"] : ["changed", "put back"];
    return [{ file, what: `was ${how}, which rules ${rules}: ${then}${kept}` }];
  } catch (error) {
    return [{ file, what: `was changed, and cannot be put back: ${errorMessage(error)}` }];
  }
}

/** Under a name that nothing reads. */
function keepBeside(file: string): boolean {
  if (readContent(file).is !== "file") return false;
  rmSync(`${file}.set-aside`, { recursive: true, force: true });
  renameSync(file, `${file}.set-aside`);
  return true;
}

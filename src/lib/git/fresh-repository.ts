import { existsSync, lstatSync, readdirSync, renameSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { errorMessage } from "../errors.js";
import { plainTextAt } from "../files/folder.js";
import type { Undone } from "../files/undo-odd-files.js";

/** Settings that name no command: what `git init`, `git clone` and `git config user.name` write. */
const harmless =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol)|remote\..*\.(?:url|fetch|tagopt)|branch\..*\.(?:remote|merge|rebase)|(?:user|author|committer)\.(?:name|email)|(?:commit|tag)\.gpgsign|init\.defaultbranch|extensions\.objectformat)$/;

/**
 * A repository that was made in a turn. Git runs what its settings and hooks name as soon as somebody looks at its
 * status, or at that of a repository around it; such a one is set aside.
 */
export function setAsideFresh(entry: string): readonly Undone[] {
  const why = findCommands(entry);
  if (why === null) return [];
  const to = freeName(`${entry}.set-aside`);
  try {
    renameSync(entry, to);
    return [{ file: entry, what: `was made with ${why}, which git would run: renamed to ${to}` }];
  } catch (error) {
    return [
      { file: entry, what: `was made with ${why}, which git would run, and cannot be renamed: ${errorMessage(error)}` },
    ];
  }
}

function findCommands(entry: string): string | null {
  const folder = gitFolderOf(entry);
  if (folder === null) return null;
  if (folder === "unclear") return "a folder that is not named as git names it";
  if (existsSync(`${folder}/commondir`) || existsSync(`${folder}/config.worktree`)) return "settings of another folder";
  const hooks = namesOf(`${folder}/hooks`).filter((name) => !name.endsWith(".sample"));
  if (hooks.length > 0) return `the hook ${hooks[0]}`;
  const config = lstatSync(`${folder}/config`, { throwIfNoEntry: false });
  if (!config) return null;
  const text = plainTextAt(`${folder}/config`);
  if (text === null) return "settings that cannot be read";
  const odd = settingNames(text).find((name) => !harmless.test(name));
  return odd === undefined ? null : `the setting ${odd}`;
}

/** A file or a link leads to the folder, and HEAD is in it. Git reads a name on several lines as one. */
function gitFolderOf(entry: string): string | "unclear" | null {
  if (basename(entry) === "HEAD") return dirname(entry);
  const stats = lstatSync(entry, { throwIfNoEntry: false });
  if (!stats?.isFile()) return stats ? entry : null;
  const text = plainTextAt(entry);
  const named = /^gitdir: ([^\r\n]+)[\r\n]*$/.exec(text ?? "")?.[1];
  if (named !== undefined) return resolve(entry, "..", named);
  return text === null || text.startsWith("gitdir:") ? "unclear" : null;
}

function namesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The names of the settings in a file, in lower case. What is no setting as git writes it is named as it stands. */
function settingNames(text: string): readonly string[] {
  let section = "";
  return text.split("\n").flatMap((line) => {
    const trimmed = line.trim();
    if (trimmed === "" || /^[#;]/.test(trimmed)) return [];
    const head = /^\[([\w.-]+)(?:\s+"([^"]*)")?\]$/.exec(trimmed);
    if (head) {
      section = head[2] === undefined ? `${head[1]}` : `${head[1]}.${head[2]}`;
      return [];
    }
    return [`${section}.${/^([\w-]+)\s*(?:=|$)/.exec(trimmed)?.[1] ?? trimmed}`.toLowerCase()];
  });
}

function freeName(path: string): string {
  let free = path;
  for (let at = 2; lstatSync(free, { throwIfNoEntry: false }); at++) free = `${path}-${at}`;
  return free;
}

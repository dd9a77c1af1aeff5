import { errorMessage, UserError } from "../base/errors.js";
import { isAbsolute } from "../config/config-places.js";
import { describeWriteError, makePrivateFolder, replacePrivateFile } from "../system/disk.js";
import { digest, pathFrom, pathResolve, realPath } from "../system/folder.js";

/** The user of a run, as far as it says where their files are. */
export interface Owner {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home, or "" where there is none. */
  readonly home: string;
}

/** Where the records of a project's runs are, out of the project: an agent has no business there. */
export interface PrivateFolder {
  readonly path: string;
  /** The project's real path. */
  readonly project: string;
}

/** Null where the user has no home. */
export function findPrivateFolder(cwd: string, owner: Owner): PrivateFolder | null {
  const base = stateHome(owner);
  const project = realPath(cwd);
  return base === null ? null : { path: `${base}/untildone/${digest(project).slice(0, 16)}`, project };
}

/** `$XDG_STATE_HOME`, which counts only where it is absolute, or `~/.local/state`. */
function stateHome({ env, home }: Owner): string | null {
  const xdg = env["XDG_STATE_HOME"] ?? "";
  if (isAbsolute(xdg)) return pathResolve(xdg);
  return home === "" ? null : `${home}/.local/state`;
}

/** The folder, ready to be written: a run that could not be resumed or told from a killed one is refused at once. */
export function openPrivateFolder(cwd: string, owner: Owner): PrivateFolder {
  const folder = findPrivateFolder(cwd, owner);
  if (folder === null) throw refuse("the user has no home folder", "XDG_STATE_HOME");
  writeIn(folder, () => {
    makePrivateFolder(folder.path.slice(0, folder.path.lastIndexOf("/")));
    makePrivateFolder(folder.path);
    replacePrivateFile(`${folder.path}/project.json`, `${JSON.stringify({ project: folder.project })}\n`);
  });
  return folder;
}

/** Writes there, or says in words why not. */
export function writeIn({ path }: PrivateFolder, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw refuse(describeWriteError(error) ?? errorMessage(error), path);
  }
}

const refuse = (why: string, where: string): UserError =>
  new UserError({
    what: `cannot write what is kept outside the project: ${why}`,
    where,
    fix: "name a folder that can be written: XDG_STATE_HOME=/path/to/folder untildone …",
  });

/** Whether the agent works in a folder that holds the records. */
export function isInside({ path, project }: PrivateFolder): boolean {
  const from = pathFrom(project, realPath(path));
  return from !== ".." && !from.startsWith("../");
}

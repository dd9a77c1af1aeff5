import { errorMessage, UserError } from "../../lib/errors.js";
import { makePrivateFolder, replacePrivateFile } from "../../lib/files/disk.js";
import { describeWriteError } from "../../lib/files/explain-write.js";
import { digest, pathFrom, realPath } from "../../lib/files/folder.js";
import { type HomeOwner, stateHome } from "../../lib/files/state-home.js";

/** The user of a run. */
export type Owner = HomeOwner;

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
    throw refuse(describeWriteError(error) ?? errorMessage(error), path, error);
  }
}

const refuse = (why: string, where: string, cause?: unknown): UserError =>
  new UserError({
    cause,
    what: `cannot write what is kept outside the project: ${why}`,
    where,
    fix: "name a folder that can be written: XDG_STATE_HOME=/path/to/folder untildone …",
  });

/** What checks came to, by the content they ran on. */
export const keptResultsFile = ({ path }: Pick<PrivateFolder, "path">): string => `${path}/kept-results.json`;

/** Whether the agent works in a folder that holds the records. */
export function isInside({ path, project }: PrivateFolder): boolean {
  const from = pathFrom(project, realPath(path));
  return from !== ".." && !from.startsWith("../");
}

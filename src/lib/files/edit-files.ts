import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isUserError, UserError } from "../errors.js";
import { makeUserFolder } from "./disk.js";
import { explainUserWrite } from "./explain-write.js";
import { explain } from "./files.js";
import { readLimits, readWhole } from "./open-file.js";

/** A change of one file. Null: there is no file, before or after. */
export interface FileEdit {
  /** From the project's folder. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The text of a file of the user's that is to be changed; null if there is none. Refuses what could not be restored. */
export function readForEdit(folder: string, path: string): string | null {
  const file = findTarget(folder, path);
  if (file === null) return null;
  try {
    const bytes = readWhole(file, readLimits.config, path);
    const text = bytes.toString("utf8");
    if (Buffer.from(text).equals(bytes)) return text;
  } catch (error) {
    throw explain(error, path);
  }
  throw new UserError({ what: "it is not UTF-8 text", where: path, fix: "save it as UTF-8" });
}

/** The real path of a file of the project; null if there is none. Links may lead to files of the project only. */
function findTarget(folder: string, path: string): string | null {
  const file = resolve(folder, path);
  refuseLinksOut(folder, path);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats ? realpathSync(file) : null;
}

/** Whether a path of the project leads out of it, or nowhere. */
export function leadsOut(folder: string, path: string): boolean {
  try {
    refuseLinksOut(folder, path);
    return false;
  } catch (error) {
    if (isUserError(error)) return true;
    throw error;
  }
}

function refuseLinksOut(folder: string, path: string): void {
  const root = realpathSync(folder);
  const parts = path.split("/");
  for (let depth = 1; depth <= parts.length; depth++) {
    const part = parts.slice(0, depth).join("/");
    const stats = lstatSync(join(root, part), { throwIfNoEntry: false });
    if (!stats) return;
    const target = stats.isSymbolicLink() ? followLink(join(root, part), part) : join(root, part);
    if (relative(root, target).split(sep)[0] === "..")
      throw linkRefusal(`it is a symbolic link that leads out of the project, to ${target}`, part);
    if (depth < parts.length && !statSync(target).isDirectory())
      throw new UserError({ what: "it is a file, not a folder", where: part, fix: "move that file away" });
  }
}

function followLink(path: string, shown: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw linkRefusal("it is a symbolic link that leads nowhere", shown);
  }
}

const linkRefusal = (what: string, where: string): UserError =>
  new UserError({ what, where, fix: "put a file or a folder there, or edit the file it leads to yourself" });

/**
 * Makes all changes or none: whatever can be seen to fail is seen before the first one, the new texts are written beside
 * the files, and a failure after that restores what was changed.
 */
export function editFiles(folder: string, edits: readonly FileEdit[]): void {
  for (const edit of edits) refuseUnwritable(folder, edit);
  const undo: (() => void)[] = [];
  try {
    const drafts = edits.map((edit) => ({ edit, draft: writeDraft(folder, edit, undo) }));
    for (const { edit, draft } of drafts) replace(folder, { edit, draft, undo });
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
  for (const { path, after } of edits) if (after === null) removeEmptyFolders(folder, path);
}

/** A file that is read-only could be replaced all the same: nobody who made it so would expect that. */
function refuseUnwritable(folder: string, { path, before }: FileEdit): void {
  const file = findTarget(folder, path);
  if (file === null) {
    const parent = nearestFolder(resolve(folder, dirname(path)));
    refuseAccess(parent, relative(folder, parent) || folder);
    return;
  }
  if (before === null || readForEdit(folder, path) !== before)
    throw new UserError({ what: "it was changed meanwhile", where: path, fix: "run the command again" });
  if ((statSync(file).mode & 0o222) === 0)
    throw new UserError({ what: "the file is read-only", where: path, fix: `chmod u+w ${path}` });
  refuseAccess(file, path);
  refuseAccess(dirname(file), dirname(path));
}

function refuseAccess(file: string, shown: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch {
    throw new UserError({ what: "it may not be written", where: shown, fix: `check its permissions: ls -ld ${shown}` });
  }
}

const nearestFolder = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) || path === dirname(path) ? path : nearestFolder(dirname(path));

/** Beside the file, with its permissions. Null for a file that goes. */
function writeDraft(folder: string, { path, after }: FileEdit, undo: (() => void)[]): string | null {
  if (after === null) return null;
  const target = findTarget(folder, path);
  const file = target ?? resolve(folder, path);
  const draft = `${file}.${process.pid}.tmp`;
  try {
    if (makeUserFolder(dirname(file))) undo.push(() => removeEmptyFolders(folder, path));
    undo.push(() => rmSync(draft, { force: true }));
    writeFileSync(draft, after, { flag: "wx", flush: true });
    if (target) chmodSync(draft, statSync(target).mode);
    return draft;
  } catch (error) {
    throw explainUserWrite(error, path, `see that ${folder} can be written: ls -ld ${folder}`);
  }
}

interface Replacement {
  readonly edit: FileEdit;
  readonly draft: string | null;
  readonly undo: (() => void)[];
}

function replace(folder: string, { edit: { path, before }, draft, undo }: Replacement): void {
  const target = findTarget(folder, path);
  const file = target ?? resolve(folder, path);
  const mode = target === null ? 0o666 : statSync(target).mode;
  try {
    if (draft === null) rmSync(file);
    else renameSync(draft, file);
  } catch (error) {
    throw explainUserWrite(error, path, `see that ${folder} can be written: ls -ld ${folder}`);
  }
  undo.push(() => (before === null ? rmSync(file, { force: true }) : writeFileSync(file, before, { mode })));
}

/** The folders of a removed file that hold nothing now, up to the project's own. */
function removeEmptyFolders(folder: string, path: string): void {
  for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
    const full = resolve(folder, parent);
    if (lstatSync(full, { throwIfNoEntry: false })?.isDirectory() !== true || readdirSync(full).length > 0) return;
    rmdirSync(full);
  }
}

export const isLink = (folder: string, path: string): boolean =>
  lstatSync(resolve(folder, path), { throwIfNoEntry: false })?.isSymbolicLink() === true;

import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { entriesIn } from "./folder.js";

/** The folder that is copied, and the copy. */
interface Roots {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies a file or a link to the same place in another folder. Folders (submodules) are linked; what is gone is left out.
 * Links that lead into the project lead into the copy, and those that lead out of it to where they lead.
 */
export function copyEntry(from: string, to: string, roots?: Roots): void {
  const stats = lstatSync(from, { throwIfNoEntry: false });
  if (!stats) return;
  mkdirSync(dirname(to), { recursive: true });
  if (stats.isSymbolicLink()) symlinkSync(roots ? targetInCopy(from, roots) : readlinkSync(from), to);
  else if (stats.isDirectory()) symlinkSync(from, to);
  else if (stats.isFile()) copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

function targetInCopy(path: string, { from, to }: Roots): string {
  const target = readlinkSync(path);
  const full = resolve(dirname(path), target);
  const isInside = full === from || full.startsWith(`${from}/`);
  if (!isInside) return full;
  return isAbsolute(target) ? `${to}${full.slice(from.length)}` : target;
}

/** Makes a link in a copy, in place of whatever is there. */
export function putLink(folder: string, path: string, target: string): void {
  removeLinksAbove(folder, path);
  const place = join(folder, path);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place);
}

interface PutFile {
  /** The copy, and the file's place in it. */
  readonly folder: string;
  readonly path: string;
  /** Null removes it. */
  readonly bytes: Uint8Array | string | null;
  readonly isExecutable: boolean;
}

/** Writes a file into a copy, and never through a link out of it: a link above the file gives way to a folder. */
export function putFile({ folder, path: inside, bytes, isExecutable }: PutFile): void {
  removeLinksAbove(folder, inside);
  const path = join(folder, inside);
  rmSync(path, { recursive: true, force: true });
  if (bytes === null) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  if (isExecutable) chmodSync(path, 0o755);
}

/** Whether a file of a copy has exactly this content. */
export function hasContent(path: string, bytes: Uint8Array | string): boolean {
  try {
    return readFileSync(path).equals(Buffer.from(bytes));
  } catch {
    return false;
  }
}

function removeLinksAbove(folder: string, path: string): void {
  const parts = path.split("/").slice(0, -1);
  for (let depth = 1; depth <= parts.length; depth++) {
    const above = join(folder, ...parts.slice(0, depth));
    if (linkTarget(above) === null) continue;
    rmSync(above);
    return;
  }
}

/** A place in a project and the same place in its copy. */
export interface Linking {
  readonly project: string;
  readonly copy: string;
}

/** What tools keep between their runs among the dependencies: a copy has its own. */
const keptByTools = /^\.(?:cache|vite|vite-temp|vitest|tmp|temp|parcel-cache|swc|turbo)$/;

/**
 * A folder of dependencies as a folder of links, so that links between the packages of one project lead into the copy,
 * and what is written beside the packages stays there. `leaves` decides about names that are left out.
 */
export function linkPackages(path: string, linking: Linking, leaves: (name: string) => boolean): void {
  mkdirSync(join(linking.copy, path), { recursive: true });
  for (const { name } of readdirSync(join(linking.project, path), { withFileTypes: true })) {
    if (leaves(name) || keptByTools.test(name)) continue;
    const inner = `${path}/${name}`;
    if (name.startsWith("@") || name === ".bin") linkPackages(inner, linking, (each) => leaves(`${name}/${each}`));
    else linkEntry(inner, linking);
  }
}

/** Relative links keep their meaning in the copy, and so do those into the project; all else is linked to where it is. */
export function linkEntry(path: string, { project, copy }: Linking): void {
  const [from, to] = [join(project, path), join(copy, path)];
  mkdirSync(dirname(to), { recursive: true });
  const target = linkTarget(from);
  if (target === null || (isAbsolute(target) && !target.startsWith(`${project}/`))) symlinkSync(from, to);
  else symlinkSync(isAbsolute(target) ? join(copy, target.slice(project.length)) : target, to);
}

export interface Amount {
  readonly files: number;
  readonly bytes: number;
}

/** How much lies below a path; null where it is more than that. What is neither file, folder nor link does not count. */
export function measureTree(path: string, most: Amount): Amount | null {
  let [files, bytes] = [0, 0];
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const stats = lstatSync(next, { throwIfNoEntry: false });
    if (stats?.isDirectory()) for (const { name } of entriesIn(next)) open.push(join(next, name));
    files++;
    bytes += stats?.isFile() ? stats.size : 0;
    if (files > most.files || bytes > most.bytes) return null;
  }
  return { files, bytes };
}

/** Copies a file or folder with the times of its files. Pipes, sockets, devices and what cannot be read are left out. */
export function copyTree(from: string, to: string): void {
  const stats = lstatSync(from, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (stats?.isFile() && copyReadable(from, to)) utimesSync(to, stats.atime, stats.mtime);
  else if (stats?.isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const { name } of entriesIn(from)) copyTree(join(from, name), join(to, name));
  }
}

function copyReadable(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM")) return false;
    throw error;
  }
}

/** What a link leads to; null for what is no link. */
export function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

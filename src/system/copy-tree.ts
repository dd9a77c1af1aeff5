import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

/** Copies a file or a link to the same place in another folder. Folders (submodules) are linked; what is gone is left out. */
export function copyEntry(from: string, to: string): void {
  const stats = lstatSync(from, { throwIfNoEntry: false });
  if (!stats) return;
  mkdirSync(dirname(to), { recursive: true });
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (stats.isDirectory()) symlinkSync(from, to);
  else if (stats.isFile()) copyFileSync(from, to, constants.COPYFILE_FICLONE);
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

function removeLinksAbove(folder: string, path: string): void {
  const parts = path.split("/").slice(0, -1);
  for (let depth = 1; depth <= parts.length; depth++) {
    const above = join(folder, ...parts.slice(0, depth));
    if (linkTarget(above) === null) continue;
    rmSync(above);
    return;
  }
}

/**
 * A folder of dependencies as a folder of links, so that links between the packages of one project lead into the copy.
 * `leaves` decides about names that are left out.
 */
export function linkPackages(from: string, to: string, leaves: (name: string) => boolean): void {
  mkdirSync(to, { recursive: true });
  for (const { name } of readdirSync(from, { withFileTypes: true })) {
    if (leaves(name)) continue;
    const [source, target] = [join(from, name), join(to, name)];
    if (name.startsWith("@") || name === ".bin") linkPackages(source, target, (inner) => leaves(`${name}/${inner}`));
    else linkEntry(source, target);
  }
}

/** Relative links keep their meaning in the copy; all else is linked to where it is. */
export function linkEntry(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const target = lstatSync(from).isSymbolicLink() ? readlinkSync(from) : from;
  symlinkSync(isAbsolute(target) || !lstatSync(from).isSymbolicLink() ? from : target, to);
}

/** What a link leads to; null for what is no link. */
export function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

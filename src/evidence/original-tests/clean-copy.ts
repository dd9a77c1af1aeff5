import { copyEntry, linkEntry, linkPackages, putFile } from "../../system/copy-tree.js";
import { hashFile } from "../../system/file-cache.js";
import { namesIn, pathFrom, pathJoin, realPath } from "../../system/folder.js";
import { commitTree } from "../../system/git.js";
import { removeFolder, temporaryFolder } from "../../system/temporary-folder.js";
import { KnownNames } from "../workspace/known-names.js";
import { isOwnPath, type RootState } from "../workspace/state.js";
import type { PutBack } from "./put-back.js";
import type { Unseen } from "./unseen.js";

/** A copy of a project that is thrown away after use. */
export interface CleanCopy {
  /** The project's folder in it. */
  readonly cwd: string;
  remove(): void;
}

export interface CopyOptions {
  readonly cwd: string;
  readonly root: RootState;
  readonly putBack: readonly PutBack[];
  /** Files that git ignores and that ruled the tests at the start; null: as they are now. */
  readonly unseen: Unseen | null;
}

const caches = /(?:^|\/)(?:__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.cache)$/;

/**
 * A copy of the files as they are, with some put back. What git ignores (dependencies, builds) is linked: it is not the
 * work, and installing it again is not cheap.
 */
export async function makeCleanCopy({ cwd, root, putBack, unseen }: CopyOptions): Promise<CleanCopy> {
  const folder = realPath(temporaryFolder("untildone-copy-"));
  const { files, ignored } = await listContent(
    root,
    putBack.filter((each) => each.root === root.path).map(({ path }) => path),
  );
  for (const path of files)
    if (!isOwnPath(path, root.own)) copyEntry(pathJoin(root.path, path), pathJoin(folder, path));
  for (const path of ignored) if (!isOwnPath(path, root.own)) linkIgnored(path, { root, folder, unseen });
  for (const { root: of, path, content } of putBack)
    if (of === root.path)
      putFile({ folder, path, bytes: content, isExecutable: isExecutable(pathJoin(root.path, path)) });
  return { cwd: pathJoin(folder, pathFrom(root.path, realPath(cwd))), remove: () => removeFolder(folder) };
}

const isExecutable = (path: string): boolean => hashFile(path)?.mode === "100755";

interface Linked {
  readonly root: RootState;
  readonly folder: string;
  readonly unseen: Unseen | null;
}

function linkIgnored(path: string, { root, folder, unseen }: Linked): void {
  if (caches.test(path)) return;
  const [from, to] = [pathJoin(root.path, path), pathJoin(folder, path)];
  const leaves = (name: string): boolean => unseen?.isChanged(name) ?? false;
  if (/(?:^|\/)node_modules$/.test(path)) linkPackages(from, to, (name) => leaves(`${path}/${name}`));
  else if (!leaves(path)) linkEntry(from, to);
}

interface Listed {
  readonly files: readonly string[];
  /** What lies beside the work: ignored files, and folders without any work. */
  readonly ignored: readonly string[];
}

/**
 * By our own look: what git calls ignored an agent can change. Nothing above a file that is put back is linked, nor the
 * file itself: it would be written into the project through the link.
 */
async function listContent(root: RootState, putBack: readonly string[]): Promise<Listed> {
  const held = root.commit === null ? null : await commitTree(root.path, root.commit);
  const gone = new Set(root.gone);
  const files = new Set([...(held?.keys() ?? []), ...Object.keys(root.files)].filter((name) => !gone.has(name)));
  const written = new Set(putBack);
  const known = new KnownNames([files, written]);
  // A link where a folder was leads elsewhere: what is behind it is not the project's.
  const isBehindLink = (folder: string): boolean =>
    folder.split("/").some((_, depth, parts) => files.has(parts.slice(0, depth + 1).join("/")));
  const folders = ["", ...known.folders].filter((folder) => folder === "" || !isBehindLink(folder.slice(0, -1)));
  const ignored = folders.flatMap((folder) =>
    namesIn(pathJoin(root.path, folder))
      .filter((name) => name !== ".git")
      .map((name) => `${folder}${name}`)
      .filter((path) => !files.has(path) && !written.has(path) && !known.hasFolder(`${path}/`)),
  );
  return { files: [...files], ignored };
}

import { copyEntry, linkEntry, linkPackages, putFile } from "../../system/copy-tree.js";
import { lookAtFile, namesIn, pathFrom, pathJoin, realPath } from "../../system/folder.js";
import { openRepository } from "../../system/git.js";
import { records } from "../../system/git-output.js";
import { removeFolder, temporaryFolder } from "../../system/temporary-folder.js";
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
  const { files, ignored } = await listContent(root);
  for (const path of files)
    if (!isOwnPath(path, root.own)) copyEntry(pathJoin(root.path, path), pathJoin(folder, path));
  for (const path of ignored) if (!isOwnPath(path, root.own)) linkIgnored(path, { root, folder, unseen });
  for (const { root: of, path, content } of putBack)
    if (of === root.path) putFile(pathJoin(folder, path), content, isExecutable(pathJoin(root.path, path)));
  return { cwd: pathJoin(folder, pathFrom(root.path, realPath(cwd))), remove: () => removeFolder(folder) };
}

const isExecutable = (path: string): boolean => lookAtFile(path)?.mode === "100755";

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

/** The files of the work, and what lies beside it. */
async function listContent(root: RootState): Promise<{ files: readonly string[]; ignored: readonly string[] }> {
  const repository = root.git ? await openRepository(root.path) : null;
  if (!repository?.ok) {
    const files = Object.keys(root.files);
    const tops = new Set(files.map((path) => path.split("/", 1)[0] ?? ""));
    return { files, ignored: namesIn(root.path).filter((name) => !tops.has(name)) };
  }
  const list = async (...words: readonly string[]): Promise<readonly string[]> => {
    const answer = await repository.ask(["ls-files", "-z", ...words]);
    return answer.ok ? records(answer.out).map((path) => path.replace(/\/$/, "")) : [];
  };
  return {
    files: [...new Set(await list("-c", "-o", "--exclude-standard"))],
    ignored: await list("-o", "-i", "--exclude-standard", "--directory"),
  };
}

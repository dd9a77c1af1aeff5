import { hasContent, putFile, putLink } from "../../../lib/files/copy-tree.js";
import { hashFile } from "../../../lib/files/file-cache.js";
import { pathJoin } from "../../../lib/files/folder.js";
import type { PutBack } from "./put-back.js";

/** The files of a copy that are as they were at the start. */
export class OldFiles {
  readonly #root: string;
  readonly #folder: string;
  readonly #files: readonly PutBack[];

  constructor(root: string, folder: string, files: readonly PutBack[]) {
    this.#root = root;
    this.#folder = folder;
    this.#files = inOrder(files.filter((each) => each.root === root));
  }

  /** Puts them there, whatever became of them. */
  put(): void {
    const folder = this.#folder;
    for (const { path, content, isLink, isExecutable: was } of this.#files)
      if (isLink) putLink(folder, path, String(content));
      else putFile({ folder, path, bytes: content, isExecutable: was ?? isExecutable(pathJoin(this.#root, path)) });
  }

  /** Those that something rewrote. New files that are left out may be made again: tests write files. */
  listRewritten(): readonly string[] {
    const isRewritten = ({ path, content, isLink }: PutBack): boolean =>
      content !== null && !isLink && !hasContent(pathJoin(this.#folder, path), content);
    return this.#files.filter(isRewritten).map(({ path }) => path);
  }
}

export const isExecutable = (path: string): boolean => hashFile(path)?.mode === "100755";

/** Links last: what is taken out may lie in a folder in their place. */
const inOrder = (files: readonly PutBack[]): readonly PutBack[] => {
  const rank = ({ content, isLink }: PutBack): number => (isLink ? 2 : content === null ? 0 : 1);
  return files.toSorted((a, b) => rank(a) - rank(b));
};

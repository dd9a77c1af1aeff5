import { blobHash, type HashName, sha256Of } from "../../lib/files/file-cache.js";
import { pathJoin, textAt } from "../../lib/files/folder.js";
import type { Repository } from "../../lib/git/git.js";
import type { CommitTree } from "../../lib/git/object-cache.js";
import type { FileState } from "./workspace-state.js";

/** Whether git holds a text as it is but for its line ends, as `core.autocrlf` makes it. */
export function isHeldWithOtherLineEnds(text: string, hash: string, hashName: HashName): boolean {
  return text.includes("\r\n") && blobHash(Buffer.from(text.replaceAll("\r\n", "\n")), hashName) === hash;
}

const pointer =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-.*\n)*oid sha256:([0-9a-f]{64})\nsize (\d+)\n$/;
const maxPointer = 1024;

/**
 * Marks files of which git holds a pointer of Git LFS. The content is compared by ourselves: the filter that would do it
 * is a command from a configuration.
 */
export async function markPointers(
  repository: Repository,
  files: Map<string, FileState>,
  held: CommitTree,
): Promise<void> {
  if (!/\bfilter=lfs\b/.test(textAt(pathJoin(repository.root, ".gitattributes")) ?? "")) return;
  const unknown = [...files].flatMap(([name, state]) => {
    const entry = state.committed ? undefined : held.get(name);
    return entry && entry !== state && entry.hash !== state.hash ? [{ name, state, entry }] : [];
  });
  const blobs = await repository.blobs(
    unknown.map(({ entry }) => entry.hash),
    maxPointer,
  );
  for (const { name, state, entry } of unknown) {
    const [, oid] = pointer.exec(blobs.get(entry.hash)?.toString("utf8") ?? "") ?? [];
    if (oid !== undefined && oid === sha256Of(pathJoin(repository.root, name))) files.set(name, asCommitted(state));
  }
}

export const asCommitted = (state: FileState): FileState => ({ ...state, committed: true });

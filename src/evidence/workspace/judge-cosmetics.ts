import { digest } from "../../lib/files/folder.js";
import type { FileChange } from "./changes.js";
import { isEdit, maxCompared } from "./compare-files.js";
import { withoutCosmetics } from "./cosmetic.js";
import { openRoot } from "./held-at.js";
import type { FileState, RootState } from "./workspace-state.js";

export async function judgeCosmetics(changes: readonly FileChange[], root: RootState): Promise<readonly FileChange[]> {
  const edits = changes.filter(isEdit);
  if (edits.length === 0 || edits.length > maxCompared) return changes;
  const missing = edits.flatMap(({ before, now }) => [before, now]).filter((state) => state && !state.plain);
  const repository = missing.length > 0 ? await openRoot(root) : null;
  const blobs = (await repository?.blobs(missing.flatMap((state) => state?.hash ?? []))) ?? new Map<string, Buffer>();
  const plain = (state: FileState | null, path: string): string | undefined => {
    const bytes = blobs.get(state?.hash ?? "");
    if (state?.plain || !bytes || bytes.subarray(0, 8192).includes(0)) return state?.plain;
    return digest(withoutCosmetics(bytes.toString("utf8"), path));
  };
  return changes.map((change) => {
    if (!isEdit(change)) return change;
    const old = plain(change.before, change.path);
    return old !== undefined && old === plain(change.now, change.path) ? { ...change, cosmetic: true } : change;
  });
}

import type { CheckRoom } from "../agents/sandbox/check-room.js";
import { digest, realPath } from "../lib/files/folder.js";
import { toolVersions } from "../lib/process/tool-versions.js";
import { digestIgnored } from "./workspace/ignored-entries.js";
import type { WorkspaceState } from "./workspace/workspace-state.js";

export interface MeasuredContent {
  readonly cwd: string;
  readonly room: Pick<CheckRoom, "id">;
  readonly now: WorkspaceState;
}

/** What a result is kept by: all that it was measured on, and what was asked, as plain JSON. Null where that is not known. */
export async function contentKey(
  { cwd, room, now }: MeasuredContent,
  asked: readonly unknown[],
): Promise<string | null> {
  if (now.snapshot === null) return null;
  const place = [realPath(cwd), now.snapshot, await digestIgnored(now), room.id, ...toolVersions()];
  return digest(JSON.stringify([place, asked]));
}

import type { CheckRoom } from "../../agents/sandbox/check-room.js";
import { UserError } from "../../lib/errors.js";
import { exists } from "../../lib/files/disk.js";

/** The command that prepares a checkout failed: a registry may be away, or this machine lacks what it needs. */
export class SetupFailed extends UserError {}

interface Preparation {
  /** A command line for the shell; null if none was named. */
  readonly setup: string | null;
  readonly cwd: string;
  readonly logFile: string;
  readonly signal: AbortSignal;
  /** Where it runs: what it installs may have scripts of the agent's. */
  readonly room: CheckRoom;
}

const maxMs = 3_600_000;

/** Runs the command that a new worktree needs, such as the one that installs packages. */
export async function prepareWorktree({ setup, cwd, logFile, signal, room }: Preparation): Promise<void> {
  if (setup === null) return;
  const { ending } = await room.run(["sh", "-c", setup], { cwd, logFile, signal, timeoutMs: maxMs, network: true });
  if ((ending.is === "exited" && ending.code === 0) || signal.aborted) return;
  throw new SetupFailed({
    what: `--setup failed in the new worktree: ${ending.is === "exited" ? `exit code ${ending.code}` : ending.is}`,
    where: logFile,
    fix: `correct the command: ${setup}${room.id === null ? "" : `; it runs in a sandbox (${room.id}): show what it needs with --sandbox-mount FOLDER, or add --checks-outside`}`,
  });
}

/** Folders that a package manager fills and git usually ignores. */
const installed = ["node_modules", ".venv", "venv", "vendor"] as const;

/** What is in the project and not in a fresh worktree, so that its checks may fail. */
export function describeMissing(project: string, worktree: string): string | null {
  const missing = installed.filter((name) => exists(`${project}/${name}`) && !exists(`${worktree}/${name}`));
  return missing.length === 0
    ? null
    : `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not in a new worktree: name the command that installs what is needed with --setup "npm ci"`;
}

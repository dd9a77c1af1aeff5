import { closeSync } from "node:fs";
import { leaveFull, mayBeTerminal } from "./print.js";
import { leaveRawMode } from "./raw-mode.js";
import { isStdinAwaited } from "./read-stdin.js";

/** Exits immediately with this status. On a normal exit Node restores the terminal and crashes if it was closed. */
export function endNow(status: number): never {
  leaveFull();
  leaveRawMode();
  for (const descriptor of [0, 1, 2] as const) if (mayBeTerminal(descriptor)) closeQuietly(descriptor);
  if (isStdinAwaited()) process.kill(process.pid, "SIGKILL"); // Node would wait for whoever holds the other end.
  return process.exit(status);
}

function closeQuietly(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // Already closed.
  }
}

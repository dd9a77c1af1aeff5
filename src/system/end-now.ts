import { closeSync } from "node:fs";
import { mayBeTerminal } from "./print.js";

/** Ends this process at once with this status. Node restores the terminal at its end, and crashes where that was closed. */
export function endNow(status: number): never {
  for (const descriptor of [0, 1, 2] as const) if (mayBeTerminal(descriptor)) closeQuietly(descriptor);
  return process.exit(status);
}

function closeQuietly(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // Closed already.
  }
}

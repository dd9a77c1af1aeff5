import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** A heap of this size is not worth the time. */
const small = 48 * 1024 * 1024;

let collect: (() => void) | null = null;

/**
 * Collects garbage, where there may be much of it: after reading a long list, V8 lets a heap grow to twice of what is in
 * use before it does so itself. For moments when nobody waits for us.
 */
export function freeMemory(): void {
  if (process.memoryUsage().heapUsed < small) return;
  collect ??= exposeCollector();
  collect();
}

/** Node has no call for it unless it is started with a flag. */
function exposeCollector(): () => void {
  try {
    setFlagsFromString("--expose-gc");
    const found: unknown = runInNewContext("gc");
    return typeof found === "function" ? () => found() : () => undefined;
  } catch {
    return () => undefined;
  }
}

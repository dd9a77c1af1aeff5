const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls `hear` for each request to stop that reaches this process, until called off. */
export function onStopSignals(hear: (signal: (typeof stopSignals)[number]) => void): () => void {
  for (const signal of stopSignals) process.on(signal, hear);
  return () => {
    for (const signal of stopSignals) process.off(signal, hear);
  };
}

/** The work is over and the status is known: a signal that comes now must not replace it. */
export function ignoreStopSignals(): void {
  for (const signal of stopSignals) process.on(signal, () => undefined);
}

/** Resolves after so long, or at once when the signal is aborted. */
export function sleepUntil(seconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || seconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    // A timer holds no more than 24 days; nobody waits longer for a reset.
    const timer = setTimeout(end, Math.min(seconds * 1000, 2 ** 31 - 1));
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    }
    signal.addEventListener("abort", end, { once: true });
  });
}

/** Ends this process at once. */
export const endNow = (code: number): never => process.exit(code);

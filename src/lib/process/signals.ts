import { constants } from "node:os";

/**
 * Every signal that ends a process by default and can be handled: if one ended a run, there would be no record and no
 * meaningful status. Faults of the process itself (SIGSEGV, SIGBUS …) are left alone.
 */
const stopSignals = (
  [
    ...["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF"],
    ...["SIGXCPU", "SIGPWR", "SIGIO", "SIGSTKFLT", "SIGSYS", "SIGTRAP", "SIGABRT"],
  ] as NodeJS.Signals[]
).filter((signal) => signal in constants.signals);

/** Node resets signal handlers when it starts, so we can only detect `nohup` by its name. */
const isUnderNohup = (): boolean => /(?:^|\/)nohup$/.test(process.env["_"] ?? "");

/** Calls `onSignal` for each stop signal this process receives. Returns a function that removes the handlers. */
export function onStopSignals(onSignal: (signal: NodeJS.Signals) => void): () => void {
  const onHangUp = isUnderNohup() ? (): void => undefined : onSignal;
  for (const signal of stopSignals) addHandler(signal, signal === "SIGHUP" ? onHangUp : onSignal);
  return () => {
    for (const signal of stopSignals) process.off(signal, signal === "SIGHUP" ? onHangUp : onSignal);
  };
}

/** Used once the run is over and its status is known: a late signal must not replace it. */
export function ignoreStopSignals(): void {
  for (const signal of stopSignals) addHandler(signal, () => undefined);
}

function addHandler(signal: NodeJS.Signals, onSignal: (signal: NodeJS.Signals) => void): void {
  try {
    process.on(signal, onSignal);
  } catch {
    // The system knows the signal but does not allow a handler.
  }
}

/** Resolves after the given seconds, or immediately if the signal is aborted. */
export function sleepUntil(seconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || seconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    // setTimeout overflows beyond 24 days, and no reset takes that long.
    const timer = setTimeout(end, Math.min(seconds * 1000, 2 ** 31 - 1));
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    }
    signal.addEventListener("abort", end, { once: true });
  });
}

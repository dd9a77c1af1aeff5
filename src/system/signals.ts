import { constants } from "node:os";

/**
 * Every signal that ends a process by default and can be handled: ended by one, a run would leave without a record and
 * with a status that says nothing. Faults of the process itself (SIGSEGV, SIGBUS …) cannot be survived.
 */
const stopSignals = (
  [
    ...["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF"],
    ...["SIGXCPU", "SIGPWR", "SIGIO", "SIGSTKFLT", "SIGSYS", "SIGTRAP", "SIGABRT"],
  ] as NodeJS.Signals[]
).filter((signal) => signal in constants.signals);

/** Node makes every signal deadly again when it starts, so what `nohup` asked for is known by its name only. */
const isUnderNohup = (): boolean => /(?:^|\/)nohup$/.test(process.env["_"] ?? "");

/** Calls `onSignal` for each request to stop that reaches this process, until called off. */
export function onStopSignals(onSignal: (signal: NodeJS.Signals) => void): () => void {
  const hearHangUp = isUnderNohup() ? (): void => undefined : onSignal;
  for (const signal of stopSignals) listen(signal, signal === "SIGHUP" ? hearHangUp : onSignal);
  return () => {
    for (const signal of stopSignals) process.off(signal, signal === "SIGHUP" ? hearHangUp : onSignal);
  };
}

/** The work is over and the status is known: a signal that comes now must not replace it. */
export function ignoreStopSignals(): void {
  for (const signal of stopSignals) listen(signal, () => undefined);
}

function listen(signal: NodeJS.Signals, onSignal: (signal: NodeJS.Signals) => void): void {
  try {
    process.on(signal, onSignal);
  } catch {
    // This system has the signal and does not let it be handled.
  }
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

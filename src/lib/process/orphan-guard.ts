import { killRemains, type Started } from "./kill.js";

const running = new Set<Started>();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Kills a command if we exit first: it has its own process group, so Ctrl-C in the terminal does not reach it. If
 * another handler is registered for the signal, that one stops the command. Returns a function that ends the guard.
 */
export function guardAgainstOrphans(started: Started): () => void {
  if (running.size === 0) watch();
  running.add(started);
  return () => {
    running.delete(started);
    if (running.size === 0) unwatch();
  };
}

function watch(): void {
  process.on("exit", endAll);
  for (const signal of signals) process.on(signal, endAllAndDie);
}

function unwatch(): void {
  process.off("exit", endAll);
  for (const signal of signals) process.off(signal, endAllAndDie);
}

function endAll(): void {
  for (const started of running) killRemains(started);
}

function endAllAndDie(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  unwatch();
  process.kill(process.pid, signal); // Re-raise it, now without our handler.
}

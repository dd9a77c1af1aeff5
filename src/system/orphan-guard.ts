import { killRemains, type Started } from "./kill.js";

const running = new Set<Started>();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Sees to it that a command does not outlive us: its group is its own, so a Ctrl-C on the terminal does not reach it.
 * Where somebody else listens to the signal, they stop the command themselves. Returns the way to end the watch.
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
  process.kill(process.pid, signal); // As it would have gone without us listening.
}

import { readProcessTable } from "./list-processes.js";

/** Signals what a process started, at any depth, but not programs of this name. */
export function signalDescendants(pid: number, signal: NodeJS.Signals, except: string): void {
  const table = readProcessTable();
  const found = new Set([pid]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const [child, { parent }] of table) if (found.has(parent)) found.add(child);
  }
  for (const each of found) if (each !== pid && table.get(each)?.name !== except) send(each, signal);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}

// What a trial left running: the processes that carry its name in their environment.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** Their numbers and words: there should be none. */
export function leftRunning(name) {
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && read(`/proc/${pid}/environ`).includes(name))
    .filter((pid) => !/^State:\s+Z/m.test(read(`/proc/${pid}/status`)))
    .map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").slice(0, 120)}`);
}

export async function waitForNothingLeft(name, withinMs) {
  for (let waited = 0; ; waited += 50) {
    const left = leftRunning(name);
    if (left.length === 0) return;
    if (waited >= withinMs) throw new Error(`left running: ${left.join("; ")}`);
    await setTimeout(50);
  }
}

/** It may have ended meanwhile. */
function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

import { readFileSync } from "node:fs";

/**
 * Whether this process may read the terminal and change its mode: the system stops a background job that tries. If
 * unknown, it may.
 */
export function isInForeground(): boolean {
  const [group, foreground] = readGroups();
  return group === undefined || foreground === undefined || group === foreground;
}

/** The process group of this process, and the one in the foreground of its terminal. */
function readGroups(): readonly (string | undefined)[] {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return [fields[2], fields[5]];
  } catch {
    return askForGroups();
  }
}

function askForGroups(): readonly string[] {
  try {
    // Loaded here: it brings Node's network code, which no other command needs at its start.
    const { execFileSync } = process.getBuiltinModule("node:child_process");
    const words = ["-o", "pgid=", "-o", "tpgid=", "-p", String(process.pid)];
    return execFileSync("ps", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
      .trim()
      .split(/\s+/);
  } catch {
    return [];
  }
}

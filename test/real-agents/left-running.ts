import { readdirSync, readFileSync } from "node:fs";

/** The processes that were started below a home folder, by their environment. Linux only. */
export function listRunning(home: string): readonly string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && readText(`/proc/${name}/environ`).split("\0").includes(`HOME=${home}`))
    .map((pid) => `${pid} ${readText(`/proc/${pid}/cmdline`).replaceAll("\0", " ")}`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // It has ended, or is not ours.
  }
}

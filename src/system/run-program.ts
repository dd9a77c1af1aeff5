import { execFile } from "node:child_process";
import type { ProgramEnd } from "../trackers/world.js";

const mostOutput = 256 * 1024 * 1024;

/** Runs a program without a shell and gives back how it ended. Never throws. */
export function runProgram(
  program: string,
  words: readonly string[],
  { cwd, timeoutMs }: { cwd: string; timeoutMs: number },
): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const options = { cwd, timeout: timeoutMs, maxBuffer: mostOutput, encoding: "utf8" as const };
    const child = execFile(program, [...words], options, (error, out, err) => {
      if (error && (error.code === "ENOENT" || error.code === "EACCES")) resolve({ is: "not-found" });
      else if (error?.killed) resolve({ is: "timed-out", afterMs: timeoutMs });
      else resolve({ is: "ended", code: typeof error?.code === "number" ? error.code : error ? 1 : 0, out, err });
    });
    child.stdin?.end();
  });
}

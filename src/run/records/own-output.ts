import { sleepUntil } from "../../lib/process/signals.js";
import { filesEndingWith, findRedirectedFiles, isPiped } from "../../lib/terminal/own-output.js";

const tries = 10;
const pauseSeconds = 0.01;

/**
 * Files in the project that this process writes its output to: `run > run.log`, `nohup`, `| tee run.log`. They change
 * in every turn and would look like the agent's work. A program behind a pipe gets a moment to write the line that
 * names the run.
 */
export async function findOutputFiles(cwd: string, run: string, stop: AbortSignal): Promise<readonly string[]> {
  const redirected = findRedirectedFiles(cwd);
  if (!isPiped()) return redirected;
  for (let at = 0; at < tries; at++) {
    const piped = filesEndingWith(cwd, run);
    if (piped.length > 0) return [...redirected, ...piped];
    await sleepUntil(pauseSeconds, stop);
  }
  return redirected;
}

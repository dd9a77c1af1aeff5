import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { outerEnv } from "./outer-path.js";

/**
 * A shell that holds on to us by its stdin. If we are killed it waits until the agent's own watchdog is through with the
 * agent, and starts this program once more: any command puts back what was put away in its project.
 */
const script = `
if read -r released; then exit 0; fi
sleep 2
exec "$1" "$2" hidden --dir "$3"
`;

export interface Restorer {
  /** All is back: nothing is left to do. */
  release(): void;
}

/** Of the built program; run from its sources, only the next command puts back. */
export function startRestorer(project: string): Restorer {
  const program = typeof __dirname === "string" ? resolve(__dirname, "../cli.cjs") : "";
  if (process.platform === "win32" || !existsSync(program)) return { release: () => undefined };
  const waiting = spawn("/bin/sh", ["-c", script, "untildone-restorer", process.execPath, program, project], {
    cwd: "/",
    env: outerEnv(process.env),
    stdio: ["pipe", "ignore", "ignore"],
    detached: true, // Signals of the terminal are meant for us.
  });
  waiting.on("error", () => undefined); // Without a shell the next command does it.
  waiting.stdin.on("error", () => undefined);
  waiting.unref();
  return { release: () => void waiting.stdin.end("\n") };
}

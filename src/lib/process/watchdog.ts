import { spawn } from "node:child_process";
import { outerEnv } from "./outer-path.js";

/** A small process beside a command, which kills the command if we are killed ourselves. */
export interface Watchdog {
  /** Sets the group to kill. Before this call, only processes with the mark are found. */
  follow(pid: number): void;
  /** The command is gone: stop watching. */
  release(): void;
}

/**
 * We hold its stdin open, and our death closes it. Then it sends SIGTERM, waits a second, and kills the group, the control group and
 * every process with the mark. A shell, because one runs beside every command and must cost almost nothing.
 */
const script = `
read -r group
if read -r released; then exit 0; fi
if [ -n "$group" ]; then kill -s TERM -- "-$group"; sleep 1; kill -s KILL -- "-$group"; fi
if [ -n "$2" ]; then echo 1 > "$2/cgroup.kill"; fi
for round in 1 2 3 4 5; do
  found=$(grep -lF -- "$1" /proc/[0-9]*/environ | cut -d / -f 3)
  if [ -z "$found" ]; then break; fi
  kill -s KILL $found
done
if [ -n "$2" ]; then rmdir "$2"; fi
`;

/** Started before the command, so that the command never runs unwatched. */
export function startWatchdog(mark: string, cgroup = ""): Watchdog {
  if (process.platform === "win32") return { follow: () => undefined, release: () => undefined };
  const dog = spawn("/bin/sh", ["-c", script, "untildone-watchdog", mark, cgroup], {
    cwd: "/",
    env: outerEnv(process.env),
    stdio: ["pipe", "ignore", "ignore"],
    detached: true, // Terminal signals sent to us must not reach it.
  });
  dog.on("error", () => undefined); // Without a shell there is no watchdog, and the command runs without one.
  dog.stdin.on("error", () => undefined);
  dog.unref();
  let reported = false;
  return {
    follow: (pid) => {
      reported = true;
      dog.stdin.write(`${pid}\n`);
    },
    release: () => {
      dog.stdin.end(reported ? "\n" : "\n\n");
    },
  };
}

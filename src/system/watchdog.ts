import { spawn } from "node:child_process";

/** A small process beside a command, which ends the command if we are killed without a chance to do so ourselves. */
export interface Watchdog {
  /** The group to end. Until told, only those who carry the mark are found. */
  follow(pid: number): void;
  /** The command is gone: nothing to watch any more. */
  release(): void;
}

/**
 * Its standard input is ours to close, and a death closes it: then it asks politely, waits a second, and kills the group
 * and whoever carries the mark. A shell, since it waits beside every command and must cost next to nothing.
 */
const script = `
read -r group
if read -r released; then exit 0; fi
if [ -n "$group" ]; then kill -s TERM -- "-$group"; sleep 1; kill -s KILL -- "-$group"; fi
for round in 1 2 3 4 5; do
  found=$(grep -lF -- "$1" /proc/[0-9]*/environ | cut -d / -f 3)
  if [ -z "$found" ]; then exit 0; fi
  kill -s KILL $found
done
`;

/** Started before the command, so that there is no moment in which a command runs unwatched. */
export function startWatchdog(mark: string): Watchdog {
  if (process.platform === "win32") return { follow: () => undefined, release: () => undefined };
  const dog = spawn("/bin/sh", ["-c", script, "untildone-watchdog", mark], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true, // What a terminal sends to us must not reach it.
  });
  dog.on("error", () => undefined); // Without a shell there is no watchdog, and the command runs all the same.
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

import { realPath } from "../../lib/files/folder.js";
import type { CommandEnding, CommandRun } from "../../lib/process/command-run.js";
import { runCommand } from "../../lib/process/process.js";
import { signalDescendants } from "../../lib/process/signal-descendants.js";
import { wrapInBwrap } from "./bwrap.js";
import type { CheckRoom, RoomOptions } from "./check-room.js";
import { type RoomPlans, useOf } from "./room-plans.js";
import type { Mount, SandboxPlan } from "./sandbox.js";
import { type SteadyMounts, steadyMounts } from "./steady-mounts.js";
import { notStarted } from "./unstarted.js";

/** bwrap exits before the last of its processes is gone. */
const settleMs = 1000;

/** Each command has a sandbox of its own, which ends with everything in it: nothing is left for the next one to find. */
export function bwrapRoom(plans: RoomPlans): CheckRoom {
  const steady = {
    offline: steadyMounts(plans.offline.mounts),
    online: steadyMounts(plans.online.mounts),
    judge: steadyMounts(plans.judge.mounts),
  };
  return {
    id: "bwrap",
    copies: null,
    run: (words, options) => {
      const use = useOf(options);
      return runIn(words, options, { plan: plans[use], steady: steady[use] });
    },
    close: async () => undefined,
  };
}

interface BwrapPlace {
  readonly plan: SandboxPlan;
  readonly steady: SteadyMounts;
}

async function runIn(
  words: readonly string[],
  options: RoomOptions,
  { plan, steady }: BwrapPlace,
): Promise<CommandRun> {
  const { shows = [], network: _, as: __, ...command } = options;
  const mounts = steady.now();
  if (typeof mounts === "string") return notStarted(mounts, command);
  const cwd = realPath(command.cwd);
  const shown = shows.map((path): Mount => ({ path: realPath(path), as: "write" }));
  const here = { ...plan, cwd, mounts: [...mounts, ...shown] };
  const wrapped = wrapInBwrap({ words, stdin: null, env: command.env ?? {} }, here);
  const askToStop = (pid: number, signal: NodeJS.Signals): void => signalDescendants(pid, signal, "bwrap");
  const run = await runCommand(wrapped.words, { ...command, env: wrapped.env, askToStop, settleMs });
  return { ...run, ending: readEnding(run, words[0] ?? "") };
}

/** bwrap says in one line that it, or the program inside, did not start, and exits 1. */
function readEnding({ ending, stdout, stderr }: CommandRun, program: string): CommandEnding {
  if (ending.is !== "exited" || ending.code !== 1 || stdout.bytes > 0 || stderr.bytes > 2000) return ending;
  const [, told = ""] = /^bwrap: (.*)\n?$/.exec(stderr.text()) ?? [];
  if (told === "") return ending;
  const [, why] = /^execvp .*: (.+)$/.exec(told) ?? [];
  if (why === "No such file or directory") return { is: "not-found", why: `${program} is not found in the sandbox` };
  if (why !== undefined) return { is: "not-executable", why: `${program} cannot be executed in the sandbox: ${why}` };
  return { is: "not-started", why: `bwrap cannot make the sandbox: ${told}` };
}

import { UserError } from "../../lib/errors.js";
import { realPath } from "../../lib/files/folder.js";
import { removeFolder } from "../../lib/files/temporary-folder.js";
import type { CommandRun } from "../../lib/process/command-run.js";
import { runCommand } from "../../lib/process/process.js";
import { newNonce } from "../../lib/secrets/nonce.js";
import type { CheckRoom, RoomOptions } from "./check-room.js";
import { shell } from "./container.js";
import { openSandbox } from "./open-sandbox.js";
import { type RoomPlans, type RoomUse, useOf } from "./room-plans.js";
import type { Sandbox, SandboxPlan } from "./sandbox.js";
import { type SteadyMounts, steadyMounts } from "./steady-mounts.js";

/**
 * One container for each kind of command, started for the first of them and ended with the run. Commands run one after
 * the other: what one leaves running is ended before the next.
 */
export function containerRoom(plans: RoomPlans, copies: string | null): CheckRoom {
  const opened = new Map<RoomUse, Promise<Sandbox>>();
  const steady = {
    offline: steadyMounts(plans.offline.mounts),
    online: steadyMounts(plans.online.mounts),
    judge: steadyMounts(plans.judge.mounts),
  };
  const homes = new Map<RoomUse, string>();
  let last: Promise<unknown> = Promise.resolve();
  const open = (use: RoomUse): Promise<Sandbox> => {
    const known = opened.get(use) ?? openContainer(plans[use], steady[use]);
    opened.set(use, known);
    return known;
  };
  return {
    id: `${plans.offline.kind} ${plans.offline.image}`,
    copies,
    run(words, options) {
      const use = useOf(options);
      const home = `/tmp/${newNonce()}`;
      const done = last.then(async () => {
        const left = homes.get(use) ?? home;
        homes.set(use, home);
        const place = { sandbox: await open(use), plan: plans[use], home, left };
        return runIn(words, options, place).catch((error) => {
          opened.delete(use); // It has been ended.
          throw error;
        });
      });
      last = done.catch(() => undefined);
      return done;
    },
    async close() {
      for (const each of opened.values()) await each.then((sandbox) => sandbox.close()).catch(() => undefined);
      if (copies !== null) removeFolder(copies);
    },
  };
}

/** In a run that is resumed, an agent has been at work before the first command. */
async function openContainer(plan: SandboxPlan, steady: SteadyMounts): Promise<Sandbox> {
  const mounts = steady.now();
  if (typeof mounts !== "string") return openSandbox({ ...plan, mounts }, []);
  throw new UserError({ what: mounts, where: `--sandbox ${plan.kind}`, fix: "see what it is, and put it back" });
}

/**
 * A home of its own for each command: nothing that one leaves there is read by the next, or fills the disk. The one that
 * it stands for cannot be written: its settings of git are the person's.
 */
const enter = [
  '[ ! -d "$1" ] || { chmod -R u+w "$1"; rm -rf "$1"; } 2> /dev/null; shift',
  "real=$HOME; HOME=$1; TMPDIR=$1/tmp; export HOME TMPDIR",
  'mkdir -p "$TMPDIR" || { echo "the image needs mkdir, and a /tmp that everybody may write to" >&2; exit 126; }',
  '[ ! -e "$real/.gitconfig" ] || cp "$real/.gitconfig" "$HOME" 2>/dev/null',
  'cd "$2" && shift 2 && exec "$@"',
].join("\n");

interface ContainerPlace {
  readonly sandbox: Sandbox;
  readonly plan: SandboxPlan;
  readonly home: string;
  /** The home of the command before. */
  readonly left: string;
}

async function runIn(
  words: readonly string[],
  options: RoomOptions,
  { sandbox, plan, home, left }: ContainerPlace,
): Promise<CommandRun> {
  const { shows: _, network: __, as, ...command } = options;
  const cwd = realPath(command.cwd);
  const inside = as === "judge" ? words : [shell, "-c", enter, "sh", left, home, cwd, ...words];
  const invocation = { words: inside, stdin: command.stdin ?? null, env: ownVariables(command.env ?? {}) };
  const wrapped = sandbox.wrap(invocation, {});
  const { askToStop, settleMs } = sandbox;
  const run = await runCommand(wrapped.words, { ...command, cwd: plan.cwd, env: wrapped.env, askToStop, settleMs });
  await sandbox.sweep();
  return run;
}

/** An image has a path of its own, and a variable that is to be absent is not there anyway. */
const ownVariables = (env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || name === "PATH" || name === "TMPDIR" ? [] : [[name, value]],
    ),
  );

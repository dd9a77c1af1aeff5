import { UserError } from "../base/errors.js";
import { holdProcess } from "../system/held-process.js";
import { runProgram } from "../system/run-program.js";
import { signalDescendants } from "../system/signal-descendants.js";
import { wrapInBwrap } from "./bwrap.js";
import type { ContainerCommands } from "./container.js";
import { dockerCommands, wrapInDocker } from "./docker.js";
import { podmanCommands, wrapInPodman } from "./podman.js";
import type { Sandbox, SandboxPlan } from "./sandbox.js";

/** A program that must be inside, and the command that installs it. */
export interface NeededProgram {
  readonly program: string;
  readonly install: string | null;
}

/** Makes the sandbox of a run, and sees that the agents are in it. */
export async function openSandbox(plan: SandboxPlan, needed: readonly NeededProgram[]): Promise<Sandbox> {
  switch (plan.kind) {
    case "bwrap":
      return openBwrap(plan, needed);
    case "docker":
      return openContainer(plan, { commands: dockerCommands(plan), wrap: wrapInDocker, needed });
    case "podman":
      return openContainer(plan, { commands: podmanCommands(plan), wrap: wrapInPodman, needed });
  }
}

/** bwrap exits before the last of its processes is gone. */
const bwrapSettleMs = 1000;

/** Nothing outlives a turn: its processes end with the first one. */
async function openBwrap(plan: SandboxPlan, needed: readonly NeededProgram[]): Promise<Sandbox> {
  const wrap = (words: readonly string[]) => wrapInBwrap({ words, stdin: null, env: {} }, plan);
  for (const { program } of needed) {
    const { words, env } = wrap(["sh", "-c", 'command -v -- "$1"', "sh", program]);
    const found = await run(words, plan, env);
    if (found === null) continue;
    throw new UserError({
      what: found === "" ? `${program} is not found inside the sandbox` : `bwrap cannot make the sandbox: ${found}`,
      where: "--sandbox bwrap",
      fix: found === "" ? `see that ${program} runs here, or show its folder with --sandbox-mount FOLDER` : null,
    });
  }
  return {
    wrap: (invocation) => wrapInBwrap(invocation, plan),
    askToStop: (pid, signal) => signalDescendants(pid, signal, "bwrap"),
    settleMs: bwrapSettleMs,
    sweep: async () => undefined,
    close: async () => undefined,
  };
}

interface ContainerParts {
  readonly commands: ContainerCommands;
  readonly wrap: (...args: Parameters<typeof wrapInDocker>) => ReturnType<typeof wrapInDocker>;
  readonly needed: readonly NeededProgram[];
}

async function openContainer(plan: SandboxPlan, { commands, wrap, needed }: ContainerParts): Promise<Sandbox> {
  const where = `--sandbox ${plan.kind}`;
  const held = await holdProcess(commands.start, { ready: "ready", timeoutMs: startMs, remove: commands.remove });
  if (held instanceof Error)
    throw new UserError({
      what: `the container of ${plan.image} did not start: ${held.message}`,
      where,
      fix: "the image needs sh, cat and kill",
    });
  for (const { program, install } of needed)
    if ((await run(commands.find(program), plan)) !== null) {
      await held.release();
      throw new UserError({
        what: `${program} is not in the image ${plan.image}`,
        where,
        fix: install ? `add it to its Dockerfile: RUN ${install}` : "add it to its Dockerfile",
      });
    }
  const signalAll = (signal: string): Promise<string | null> => run(commands.signalAll(signal), plan);
  return {
    wrap: (invocation, more) => wrap(invocation, plan, more),
    settleMs: 0,
    askToStop: (_, signal) => void signalAll(signal.replace(/^SIG/, "")),
    sweep: async () => void (await signalAll("KILL")),
    close: () => held.release(),
  };
}

const startMs = 120_000;

/** Null if it worked, or the last line of what it said. */
async function run(
  [program = "", ...words]: readonly string[],
  { cwd }: SandboxPlan,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<string | null> {
  const end = await runProgram(program, words, { cwd, env, timeoutMs: 30_000 });
  if (end.is !== "ended") return `${program} ${end.is}`;
  return end.code === 0 ? null : (end.err.trim().split("\n").at(-1) ?? "");
}

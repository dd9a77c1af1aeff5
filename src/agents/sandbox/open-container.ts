import { UserError } from "../../lib/errors.js";
import { holdProcess } from "../../lib/process/held-process.js";
import { findCause } from "../../lib/text/find-cause.js";
import { type Answer, ask } from "./ask.js";
import type { ContainerCommands } from "./container.js";
import { describeNotStarted } from "./not-started.js";
import type { NeededProgram, Sandbox, SandboxPlan } from "./sandbox.js";
import { vanished } from "./vanished.js";

export interface ContainerParts {
  readonly commands: ContainerCommands;
  readonly wrap: (
    invocation: Parameters<Sandbox["wrap"]>[0],
    plan: SandboxPlan,
    more: Parameters<Sandbox["wrap"]>[1],
  ) => ReturnType<Sandbox["wrap"]>;
  readonly needed: readonly NeededProgram[];
}

/** One container for all turns. */
export async function openContainer(plan: SandboxPlan, parts: ContainerParts): Promise<Sandbox> {
  const { commands, wrap } = parts;
  const held = await holdProcess(commands.start, { ready: "ready", timeoutMs: startMs, remove: commands.remove });
  if (held instanceof Error) throw new UserError(describeNotStarted(plan, held.message));
  const missing = await refuseIncomplete(plan, parts).catch(async (error) => {
    await held.release();
    throw error;
  });
  const signalAll = (signal: string): Promise<Answer> => ask(commands.signalAll(signal), plan);
  return {
    warnings: [...missing, ...findLostLimits(held.warned())],
    wrap: (invocation, more) => wrap(invocation, plan, more),
    settleMs: 0,
    isElsewhere: true,
    askToStop: (_, signal) => void signalAll(signal.replace(/^SIG/, "")),
    sweep: async () => {
      const answer = await signalAll("KILL");
      if (answer.works && answer.out.includes("signalled")) return;
      const cause = answer.works ? "" : answer.cause;
      const gone = vanished(plan, { ended: await held.ended(hasEnded.test(cause) ? endedMs : endMs), cause });
      // What could not be ended is still at work: whoever looks at the project next must find that nothing is.
      if (!(await held.release())) throw stillThere(plan, gone.what);
      throw gone;
    },
    close: async () => void (await held.release()),
  };
}

/** An agent that is not in the image would end in a turn that failed. Returns what it could do without. */
async function refuseIncomplete(plan: SandboxPlan, { commands, needed }: ContainerParts): Promise<readonly string[]> {
  for (const { program, install } of needed) {
    const answer = await ask(commands.find(program), plan);
    if (answer.works) continue;
    // The shell finds nothing without a word; whatever has one is the engine.
    if (answer.cause !== "") throw new UserError(describeNotStarted(plan, answer.cause));
    throw new UserError({
      what: `${program} is not in the image ${plan.image}`,
      where: `--sandbox ${plan.kind}`,
      fix: install ? `add it to its Dockerfile: RUN ${install}` : "add it to its Dockerfile",
    });
  }
  const git = needed.length === 0 || (await ask(commands.find("git"), plan)).works;
  if (git) return [];
  return [
    `git is not in the image ${plan.image}: the agent cannot look at changes or commit. Add it to the Dockerfile`,
  ];
}

/** Engines go on without the limits that the kernel, or its settings, do not let them set. */
const findLostLimits = (lines: readonly string[]): readonly string[] =>
  lines
    .filter((line) => /limit/i.test(line) && /discarded|not supported|ignored/i.test(line))
    .map((line) => `a limit of the sandbox does not hold: ${findCause(line)}`);

const stillThere = ({ kind, name }: SandboxPlan, what: string): UserError =>
  new UserError({
    what: `${what}; and the engine did not end it: the agent may still be at work, and run git's hooks and settings of its own`,
    where: `--sandbox ${kind}`,
    fix: `before you use git here: ${kind} rm --force ${name}, and see that ${kind} ps does not list it; then: untildone run --resume`,
  });

const startMs = 60_000;

/** How long a client may take to tell that its container has ended, and where the engine says that it has. */
const endMs = 1000;
const endedMs = 10_000;
const hasEnded = /not running|no such container|no container with/i;

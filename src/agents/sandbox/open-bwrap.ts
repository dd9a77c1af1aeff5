import { UserError } from "../../lib/errors.js";
import { signalDescendants } from "../../lib/process/signal-descendants.js";
import { ask } from "./ask.js";
import { wrapInBwrap } from "./bwrap.js";
import type { NeededProgram, Sandbox, SandboxPlan } from "./sandbox.js";

/** bwrap exits before the last of its processes is gone. */
const settleMs = 1000;

/** Nothing outlives a turn: its processes end with the first one. */
export async function openBwrap(plan: SandboxPlan, needed: readonly NeededProgram[]): Promise<Sandbox> {
  for (const { program } of needed) {
    const { words, env } = wrapInBwrap({ words: [...find, program], stdin: null, env: {} }, plan);
    const answer = await ask(words, plan, env);
    if (answer.works) continue;
    const { cause } = answer;
    throw new UserError({
      what: cause === "" ? `${program} is not found inside the sandbox` : `bwrap cannot make the sandbox: ${cause}`,
      where: "--sandbox bwrap",
      fix: cause === "" ? `see that ${program} runs here, or show its folder with --sandbox-mount FOLDER` : null,
    });
  }
  return {
    warnings: [],
    wrap: (invocation) => wrapInBwrap(invocation, plan),
    askToStop: (pid, signal) => signalDescendants(pid, signal, "bwrap"),
    settleMs,
    isElsewhere: false,
    sweep: async () => undefined,
    close: async () => undefined,
  };
}

const find = ["sh", "-c", 'command -v -- "$1"', "sh"];

import type { Invocation } from "../agent.js";
import type { AgentRunner } from "../start/run-agent.js";
import type { Sandbox } from "./sandbox.js";

/** Runs agents inside. Only how they are started and stopped differs. */
export const runInSandbox =
  (sandbox: Sandbox, runAgent: AgentRunner): AgentRunner =>
  async (agent, request, options) => {
    const invoke: typeof agent.invoke = (asked) => enterSandbox(sandbox, agent.invoke(asked), options.env);
    // A program of our own is outside: it is asked to stop like any other, and asks the agent.
    const isOutside = (agent.invoke(request).own ?? 0) > 0;
    const stop = isOutside ? {} : { askToStop: sandbox.askToStop };
    const { settleMs } = sandbox;
    const turn = await runAgent({ ...agent, invoke }, request, { ...options, ...stop, settleMs });
    await sandbox.sweep();
    return sandbox.isElsewhere ? { ...turn, leftBehind: 0 } : turn;
  };

/** The command that starts the agent inside, and a program of our own outside. */
export function enterSandbox(sandbox: Sandbox, invocation: Invocation, more: Invocation["env"]): Invocation {
  const { words, own = 0 } = invocation;
  const inside = sandbox.wrap({ ...invocation, words: words.slice(own) }, more);
  return { ...inside, words: [...words.slice(0, own), ...inside.words] };
}

import type { AgentRunner } from "../agents/run-agent.js";
import type { Sandbox } from "./sandbox.js";

/** Runs agents inside. Only how they are started and stopped differs. */
export const runInSandbox =
  (sandbox: Sandbox, runAgent: AgentRunner): AgentRunner =>
  async (agent, request, options) => {
    const invoke: typeof agent.invoke = (asked) => sandbox.wrap(agent.invoke(asked), options.env);
    const turn = await runAgent({ ...agent, invoke }, request, { ...options, askToStop: sandbox.askToStop });
    await sandbox.sweep();
    return turn;
  };

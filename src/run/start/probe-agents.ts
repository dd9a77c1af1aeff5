import type { Agent, Invocation, Probed } from "../../agents/agent.js";
import { withoutNesting } from "../../agents/start/agent-env.js";
import { UserError } from "../../lib/errors.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { runCommand } from "../../lib/process/process.js";

/** A probe has time limits of its own; this is for one that does not keep them. */
const probeMs = 60_000;

/** Starts a probe where the agent will run. */
export type EnterAgentPlace = (invocation: Invocation) => Invocation;

/** Refuses a run whose agent cannot even be started: better now than after its first turn. */
export async function refuseUnusable(agents: readonly Agent[], cwd: string, enter: EnterAgentPlace): Promise<void> {
  for (const { name, probe } of agents) {
    if (!probe) continue;
    const found = await runProbe(enter({ ...probe, stdin: "" }), cwd);
    if (!found.ok)
      throw new UserError({ ...found, where: found.where === "--agent" ? `--agent ${name}` : found.where });
  }
}

/** Whether an agent can be started, by its own probe. */
export async function runProbe({ words, env, stdin }: Invocation, cwd: string): Promise<Probed> {
  const { ending, stdout, stderr } = await runCommand(words, {
    cwd,
    env: { ...withoutNesting, ...env },
    timeoutMs: probeMs,
    ...(stdin === null ? {} : { stdin }),
  });
  const found = tryParseJson(stdout.text());
  if (found !== undefined) return found as Probed;
  const why = stderr.text().trim().split("\n").at(-1) || ending.is;
  return { ok: false, what: `it cannot be started: ${why}`, where: "--agent", fix: "use another agent" };
}

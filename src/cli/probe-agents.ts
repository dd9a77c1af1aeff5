import type { Probed } from "../agents/agent.js";
import { UserError } from "../base/errors.js";
import { type AgentRoles, allAgents } from "../loop/agent-roles.js";
import { runCommand } from "../system/process.js";

/** A probe has a time limit of its own; this is for one that does not keep it. */
const probeMs = 60_000;

/** Refuses a run whose agent cannot even be started: better now than after its first turn. */
export async function refuseUnusable(roles: AgentRoles, cwd: string): Promise<void> {
  for (const { name, probe } of allAgents(roles)) {
    if (!probe) continue;
    const { ending, stdout } = await runCommand(probe.words, { cwd, env: probe.env, timeoutMs: probeMs });
    if (ending.is !== "exited") throw unusable(name, `its probe ended: ${ending.is}`);
    const found: Probed = JSON.parse(stdout.text());
    if (!found.ok) throw new UserError({ ...found, where: `--agent ${name}` });
  }
}

const unusable = (name: string, why: string): UserError =>
  new UserError({ what: `${name} cannot be started: ${why}`, where: "--agent", fix: "use another agent" });

import { dockerCommands, wrapInDocker } from "./docker.js";
import { openBwrap } from "./open-bwrap.js";
import { openContainer } from "./open-container.js";
import { podmanCommands, wrapInPodman } from "./podman.js";
import type { NeededProgram, Sandbox, SandboxPlan } from "./sandbox.js";

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

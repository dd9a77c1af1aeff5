import type { Invocation } from "../agent.js";
import { type ContainerCommands, containerCommands, mountField, wrapInContainer } from "./container.js";
import type { Mount, SandboxPlan } from "./sandbox.js";

export const dockerCommands = (plan: SandboxPlan): ContainerCommands =>
  containerCommands({ program: "docker", options: [], temporary: (mount) => temporaryFolder(mount, plan) }, plan);

/** Only `--tmpfs` takes an owner. Without one it is root's, and so is what programs expect to own in a home. */
function temporaryFolder({ path, as }: Mount, { user }: SandboxPlan): readonly string[] {
  if (as === "empty") return ["--mount", `type=tmpfs,${mountField(`target=${path}`)},readonly,tmpfs-mode=0555`];
  const owner = user ? `,uid=${user.uid},gid=${user.gid}` : "";
  return ["--tmpfs", `${path}:rw,exec,mode=${user ? "0755" : "1777"}${owner}`];
}

export const wrapInDocker = (invocation: Invocation, plan: SandboxPlan, more: Invocation["env"]): Invocation =>
  wrapInContainer("docker", invocation, { plan, more });

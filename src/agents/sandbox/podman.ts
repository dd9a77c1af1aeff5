import type { Invocation } from "../agent.js";
import { type ContainerCommands, containerCommands, mountField, wrapInContainer } from "./container.js";
import type { Mount, SandboxPlan } from "./sandbox.js";

/** Without root, podman maps us to root in the container unless told otherwise. */
export const podmanCommands = (plan: SandboxPlan): ContainerCommands =>
  containerCommands(
    {
      program: "podman",
      options: plan.user && plan.user.uid !== 0 ? ["--userns", "keep-id"] : [],
      temporary: temporaryFolder,
    },
    plan,
  );

/** Unless told otherwise, podman fills a temporary folder with what it covers: with what is to be hidden. */
function temporaryFolder({ path, as }: Mount): readonly string[] {
  const options = as === "empty" ? "ro,tmpfs-mode=0555" : "tmpfs-mode=0755,U=true";
  return ["--mount", `type=tmpfs,${mountField(`target=${path}`)},notmpcopyup,${options}`];
}

export const wrapInPodman = (invocation: Invocation, plan: SandboxPlan, more: Invocation["env"]): Invocation =>
  wrapInContainer("podman", invocation, { plan, more });

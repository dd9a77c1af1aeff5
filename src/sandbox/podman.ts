import type { Invocation } from "../agents/agent.js";
import { type ContainerCommands, containerCommands, wrapInContainer } from "./container.js";
import type { SandboxPlan } from "./sandbox.js";

/**
 * Without root, podman maps us to root in the container unless told otherwise. Labels are not changed: the project is
 * not ours to relabel.
 */
export const podmanCommands = (plan: SandboxPlan): ContainerCommands =>
  containerCommands("podman", plan, [
    ...["--security-opt", "label=disable"],
    ...(plan.user && plan.user.uid !== 0 ? ["--userns", "keep-id"] : []),
  ]);

export const wrapInPodman = (invocation: Invocation, plan: SandboxPlan, more: Invocation["env"]): Invocation =>
  wrapInContainer("podman", invocation, { plan, more });

import type { Invocation } from "../agents/agent.js";
import { type ContainerCommands, containerCommands, wrapInContainer } from "./container.js";
import type { SandboxPlan } from "./sandbox.js";

/** As ourselves, so that the files of the project stay ours. */
export const dockerCommands = (plan: SandboxPlan): ContainerCommands =>
  containerCommands("docker", plan, plan.user ? ["--user", `${plan.user.uid}:${plan.user.gid}`] : []);

export const wrapInDocker = (invocation: Invocation, plan: SandboxPlan, more: Invocation["env"]): Invocation =>
  wrapInContainer("docker", invocation, { plan, more });

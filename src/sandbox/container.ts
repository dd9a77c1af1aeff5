import type { Invocation } from "../agents/agent.js";
import { insideVariables, type Mount, type SandboxPlan } from "./sandbox.js";

/** The commands for one container, which lives as long as its input is open: as long as we do. */
export interface ContainerCommands {
  /** Prints "ready" once it runs. */
  readonly start: readonly string[];
  readonly remove: readonly string[];
  /** Whether a program is in the image. */
  readonly find: (program: string) => readonly string[];
  /** Everything but the container's own first process. */
  readonly signalAll: (signal: string) => readonly string[];
}

/** Docker and podman differ in little. */
export function containerCommands(
  program: "docker" | "podman",
  plan: SandboxPlan,
  own: readonly string[],
): ContainerCommands {
  const { name, image, network, cwd, mounts } = plan;
  const execute = (...words: readonly string[]): readonly string[] => [program, "exec", name, ...words];
  return {
    start: [
      ...[program, "run", "--rm", "--interactive", "--init", "--pull", "never", "--name", name],
      ...["--cap-drop", "ALL", "--security-opt", "no-new-privileges", ...own],
      ...(network === "off" ? ["--network", "none"] : []),
      ...mounts.flatMap((mount) => ["--mount", mountOption(mount)]),
      ...["--workdir", cwd, "--entrypoint", "sh", image ?? "", "-c", "echo ready; exec cat"],
    ],
    remove: [program, "rm", "--force", name],
    find: (wanted) => execute("sh", "-c", 'command -v -- "$1"', "sh", wanted),
    signalAll: (signal) => execute("sh", "-c", `kill -s ${signal} -- -1`),
  };
}

/** The values of variables are taken from the environment of the client, so that none is in the arguments. */
export function wrapInContainer(
  program: "docker" | "podman",
  { words, stdin, env }: Invocation,
  { plan, more }: { readonly plan: SandboxPlan; readonly more: Invocation["env"] },
): Invocation {
  const inside = { ...insideVariables, ...env };
  const names = [...new Set([...plan.env.passed, ...Object.keys(inside), ...Object.keys(more)])].sort();
  return {
    words: [
      ...[program, "exec", ...(stdin === null ? [] : ["--interactive"]), "--workdir", plan.cwd],
      ...names.flatMap((name) => ["--env", name]),
      plan.name,
      ...words,
    ],
    stdin,
    env: inside,
  };
}

/** The option is a line of comma-separated values. */
function mountOption({ path, as }: Mount): string {
  const field = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  if (as === "empty") return `type=tmpfs,${field(`target=${path}`)},readonly,tmpfs-mode=0555`;
  if (as === "scratch") return `type=tmpfs,${field(`target=${path}`)},tmpfs-mode=1777`;
  return `type=bind,${field(`source=${path}`)},${field(`target=${path}`)}${as === "read" ? ",readonly" : ""}`;
}

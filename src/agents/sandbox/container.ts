import type { Invocation } from "../agent.js";
import { insideVariables, type Mount, type SandboxLimits, type SandboxPlan } from "./sandbox.js";

/** The commands for one container, which lives as long as its input is open: as long as we do. */
export interface ContainerCommands {
  /** Prints "ready" once it runs. */
  readonly start: readonly string[];
  readonly remove: readonly string[];
  /** Whether a program is in the image. */
  readonly find: (program: string) => readonly string[];
  /** Everything but the container's own first process. Prints "signalled". */
  readonly signalAll: (signal: string) => readonly string[];
}

/** What docker and podman spell differently. */
export interface Dialect {
  readonly program: "docker" | "podman";
  readonly options: readonly string[];
  /** An empty folder that cannot be written, or one that is thrown away and belongs to the user. */
  readonly temporary: (mount: Mount) => readonly string[];
}

/**
 * The container's first process. No signal of the agent ends it, it reaps what the agent leaves, and what waits for the
 * end of our input is a child, so that a sweep which kills that one only has it started again.
 */
const holder = [
  "trap '' HUP INT QUIT TERM USR1 USR2 PIPE ALRM",
  "echo ready",
  "exec 2> /dev/null",
  "until (while read -r _; do :; done); do :; done",
].join("; ");

export function containerCommands({ program, options, temporary }: Dialect, plan: SandboxPlan): ContainerCommands {
  const { name, image, network, limits, user } = plan;
  const mounts = [...addWrittenFolders(plan.mounts), ...plan.mounts];
  const execute = (...words: readonly string[]): readonly string[] => [
    ...[program, "exec", ...userOption(user), name],
    ...words,
  ];
  const mountWords = (mount: Mount): readonly string[] =>
    mount.as === "empty" || mount.as === "scratch" ? temporary(mount) : ["--mount", bindOption(mount)];
  return {
    start: [
      ...[program, "run", "--rm", "--interactive", "--init=false", "--pull", "never", "--name", name, "--read-only"],
      ...["--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--security-opt", "label=disable", ...options],
      // As ourselves, so that the files of the project stay ours, whatever user the image names.
      ...userOption(user && { ...user, gid: holderGroup(user) }),
      ...(network === "on" ? [] : ["--network", network === "off" ? "none" : "host"]),
      ...limitOptions(limits),
      ...mounts.flatMap(mountWords),
      ...["--entrypoint", shell, image ?? "", "-c", holder],
    ],
    remove: [program, "rm", "--force", name],
    find: (wanted) => execute(shell, "-c", 'command -v -- "$1"', "sh", wanted),
    signalAll: (signal) => execute(shell, "-c", `kill -s ${signal} -- -1; echo signalled`),
  };
}

/** By its path, and in a system that cannot be written: an agent must not put another one in its place. */
export const shell = "/bin/sh";

/** What programs expect to write of a system. */
const writtenFolders = ["/run", "/tmp", "/var/tmp"];

const addWrittenFolders = (mounts: readonly Mount[]): readonly Mount[] =>
  writtenFolders
    .filter((folder) => !mounts.some(({ path }) => path === folder))
    .map((path): Mount => ({ path, as: "scratch" }));

const userOption = (user: SandboxPlan["user"]): readonly string[] =>
  user ? ["--user", `${user.uid}:${user.gid}`] : [];

/** Nobody may trace, or write to, a process of another group: what the agent puts there would outlive its turn. */
const holderGroup = ({ gid }: NonNullable<SandboxPlan["user"]>): number => (gid === 1 ? 2 : 1);

const limitOptions = ({ memory, processes, cpus }: SandboxLimits): readonly string[] => [
  ...(memory === null ? [] : ["--memory", memory]),
  ...(processes === null ? [] : ["--pids-limit", `${processes}`]),
  ...(cpus === null ? [] : ["--cpus", `${cpus}`]),
];

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
      ...[program, "exec", ...(stdin === null ? [] : ["--interactive"]), ...userOption(plan.user)],
      ...["--workdir", plan.cwd],
      ...names.flatMap((name) => ["--env", name]),
      plan.name,
      ...words,
    ],
    stdin,
    env: inside,
  };
}

const bindOption = ({ path, as }: Mount): string =>
  `type=bind,${mountField(`source=${path}`)},${mountField(`target=${path}`)}${as === "read" ? ",readonly" : ""}`;

/** The option is a line of comma-separated values. */
export const mountField = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

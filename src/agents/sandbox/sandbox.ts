import type { Invocation } from "../agent.js";

export const sandboxKinds = ["docker", "podman", "bwrap"] as const;
export type SandboxKind = (typeof sandboxKinds)[number];

/** On as the kind has it, off, or the machine's own. */
export const sandboxNetworks = ["on", "off", "host"] as const;
export type SandboxNetwork = (typeof sandboxNetworks)[number];

/** What a container may use; null for what is not limited. */
export interface SandboxLimits {
  readonly memory: string | null;
  readonly processes: number | null;
  readonly cpus: number | null;
}

/**
 * A path as the agent sees it: writable, read-only, an empty folder that cannot be written, or a writable one that is
 * thrown away.
 */
export interface Mount {
  readonly path: string;
  readonly as: "write" | "read" | "empty" | "scratch";
}

/** Everything that a sandbox depends on. Plain data. */
export interface SandboxPlan {
  readonly kind: SandboxKind;
  /** The name of the container. */
  readonly name: string;
  readonly image: string | null;
  readonly network: SandboxNetwork;
  readonly limits: SandboxLimits;
  /** The folder the agent works in. */
  readonly cwd: string;
  /** Outer folders before inner ones. */
  readonly mounts: readonly Mount[];
  /** The variables of our environment that the agent gets, and those that it does not get. */
  readonly env: { readonly passed: readonly string[]; readonly dropped: readonly string[] };
  /** Where programs are looked for inside. Absent for that of an image, or our own. */
  readonly path?: string;
  /** Who runs the agent; null on systems without user ids. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
}

/** A program that must be inside, and the command that installs it. */
export interface NeededProgram {
  readonly program: string;
  readonly install: string | null;
}

/** Where an agent runs that must not reach the rest of the system. */
export interface Sandbox {
  /** What a person should know before the first turn. */
  readonly warnings: readonly string[];
  /** The command that runs the agent's command inside. `more` are variables of this turn. */
  wrap(invocation: Invocation, more: Invocation["env"]): Invocation;
  /** Asks everything inside to stop. `pid` is the process we started. */
  askToStop(pid: number, signal: NodeJS.Signals): void;
  /** How long processes may take to end by themselves after a turn. */
  readonly settleMs: number;
  /** Whether the agent is no process of ours: what is left out here is the engine's, such as podman's conmon. */
  readonly isElsewhere: boolean;
  /** Ends what a turn left running. Throws if the sandbox is gone. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Set inside every sandbox: claude refuses to run as root without it. */
export const insideVariables: Readonly<Record<string, string>> = { IS_SANDBOX: "1" };

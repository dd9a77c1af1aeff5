import type { Patience } from "../../fleet/pause.js";
import { UserError } from "../../lib/errors.js";
import type { Flag, ParsedArgs } from "../command.js";
import { runFlags } from "../flags/run-flags-table.js";
import { seconds, wholeNumber } from "../numbers.js";
import { redisFlags } from "./redis-flags.js";

/** How a worker runs its agents: as `run` does, but for what is one task's or one terminal's. */
const ownRunFlags = [
  ...[
    "agent",
    "model",
    "permissions",
    "agent-arg",
    "command",
    "script",
    "protocol",
    "check",
    "no-detect",
    "reviewer",
    "strict",
  ],
  ...["max-iterations-per-task", "timeout", "idle-timeout", "grace", "limit-margin", "on-limit", "continue-session"],
  ...[
    "setup",
    "sandbox",
    "sandbox-image",
    "sandbox-network",
    "sandbox-memory",
    "sandbox-processes",
    "sandbox-cpus",
    "sandbox-env",
    "sandbox-mount",
    "checks-outside",
    "policy",
    "set",
  ],
];
const agentFlags: Readonly<Record<string, Flag>> = Object.fromEntries(
  Object.entries(runFlags).filter(([name]) => ownRunFlags.includes(name)),
);

export const workerFlags: Readonly<Record<string, Flag>> = {
  "allow-repo": {
    type: "string",
    value: "PATTERN",
    multiple: true,
    help: "repositories to work on, such as https://github.com/acme/* (** for any path); repeatable, at least one",
  },
  slots: { type: "string", value: "N", help: "how many tasks to work on at once (default 1)" },
  name: { type: "string", value: "NAME", help: "name of this worker (default: that of the machine)" },
  account: {
    type: "string",
    value: "NAME",
    help: "workers of one account share its usage limits (default: default)",
  },
  "takeover-after": {
    type: "string",
    value: "TIME",
    help: "how long a worker may be silent before others take over its tasks (default 30s; the same on all workers)",
  },
  patience: {
    type: "string",
    value: "TIME",
    help: "for how long a repository is tried again that does not answer or takes no push; its tasks fail then (default 24h)",
  },
  "retry-after": {
    type: "string",
    value: "TIME",
    help: "how long such a repository is left alone first; twice as long each time, up to an hour (default 1m)",
  },
  work: { type: "string", value: "FOLDER", help: "folder for clones (default: ~/.local/state/untildone-fleet/NAME)" },
  json: { type: "boolean", help: "print events as JSON lines" },
  ...redisFlags,
  ...agentFlags,
};

/** What a worker was started with, without the agent. */
export interface WorkerSettings {
  /** Repositories to work on. */
  readonly patterns: readonly string[];
  readonly slots: number;
  readonly lockMs: number;
  readonly patience: Patience;
  readonly account: string;
}

export const readWorkerSettings = (args: ParsedArgs): WorkerSettings => ({
  patterns: readPatterns(args),
  slots: readSlots(args),
  lockMs: readLock(args),
  patience: {
    firstMs: seconds(args.text("retry-after") ?? "60", "--retry-after") * 1000,
    mostMs: seconds(args.text("patience") ?? "24h", "--patience") * 1000,
  },
  account: args.text("account") ?? "default",
});

/** The flags of `run` that count for a worker; any other is the task's or the terminal's. */
export const ownArgs = (args: ParsedArgs): ParsedArgs => ({
  ...args,
  text: (name) => (ownRunFlags.includes(name) ? args.text(name) : undefined),
});

function readPatterns(args: ParsedArgs): readonly string[] {
  const patterns = args.texts("allow-repo");
  if (patterns.length > 0) return patterns;
  throw new UserError({
    what: "this worker may work on no repository",
    where: "untildone fleet worker",
    fix: 'name them: --allow-repo "https://github.com/OWNER/*"',
  });
}

const maxSlots = 64;

function readSlots(args: ParsedArgs): number {
  const slots = wholeNumber(args.text("slots") ?? "1", "--slots");
  if (slots >= 1 && slots <= maxSlots) return slots;
  throw new UserError({ what: `--slots is ${slots}`, where: "--slots", fix: `give a number from 1 to ${maxSlots}` });
}

const shortestLock = 2;

function readLock(args: ParsedArgs): number {
  const after = seconds(args.text("takeover-after") ?? "30", "--takeover-after");
  if (after >= shortestLock) return after * 1000;
  throw new UserError({
    what: `--takeover-after is ${after} s`,
    where: "--takeover-after",
    fix: `give at least ${shortestLock}s`,
  });
}

import { hostname } from "node:os";
import { UserError } from "../../base/errors.js";
import { oneLine } from "../../base/printable.js";
import { isAllowed } from "../../fleet/allow-repo.js";
import { closeRepository } from "../../fleet/close-repository.js";
import { Mirror } from "../../fleet/mirror.js";
import type { Patience } from "../../fleet/pause.js";
import { urlVariable } from "../../fleet/redis-address.js";
import { refuseUrl } from "../../fleet/repository-url.js";
import { type OptionsPlace, type WorkTools, workOnTask } from "../../fleet/work-on-task.js";
import { FleetWorker, type Trade, type WorkerEvent } from "../../fleet/worker.js";
import { allAgents, labelAgent } from "../../loop/agent-roles.js";
import type { RunOptions } from "../../run/options.js";
import { now } from "../../system/clock.js";
import { endNow } from "../../system/end-now.js";
import { onStopSignals } from "../../system/signals.js";
import { toolVersions } from "../../system/tool-versions.js";
import type { Command, Flag, Io, ParsedArgs } from "../command.js";
import { seconds, wholeNumber } from "../numbers.js";
import { resolveAgents } from "../resolve-agents.js";
import { parseRunOptions, runConfig, runFlags } from "../run-flags.js";
import { formatWorkerEvent } from "./format-worker-event.js";
import { type OpenFleet, redisFlags, withFleet } from "./redis-flags.js";
import { readWorkerConfig } from "./worker-config.js";
import { openHome } from "./worker-home.js";

/** How a worker runs its agents: as `run` does, but for what is one task's or one terminal's. */
const ownRunFlags = [
  ...["agent", "model", "permissions", "agent-arg", "command", "script", "protocol", "check", "no-detect", "strict"],
  ...["max-iterations-per-task", "timeout", "idle-timeout", "grace", "limit-margin", "on-limit", "continue-session"],
  ...["setup", "sandbox", "sandbox-image", "sandbox-network", "sandbox-env", "sandbox-mount", "policy", "set"],
];
const agentFlags: Readonly<Record<string, Flag>> = Object.fromEntries(
  Object.entries(runFlags).filter(([name]) => ownRunFlags.includes(name)),
);

export const worker: Command = {
  name: "fleet worker",
  usage: "fleet worker --agent NAME --allow-repo PATTERN [options]",
  about:
    "Works on the tasks in the queue, each in a clone of its own. What is run is named here: the agent, the sandbox and the repositories that may be worked on; a job only names a repository and a task. After every iteration the work is pushed and the state is kept in Redis, so that another worker can go on if this one is lost. Ctrl-C ends it after the current iterations, a second one stops the agents, a third exits at once; other workers go on with its tasks.",
  flags: {
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
  },
  maxPositionals: 0,
  examples: [
    'untildone fleet worker --agent claude --allow-repo "https://github.com/acme/*" --slots 2 --setup "npm ci"',
    'untildone fleet worker --agent codex --sandbox bwrap --allow-repo "git@github.com:acme/**"',
  ],
  async run(args, io) {
    const patterns = readPatterns(args);
    const slots = readSlots(args);
    const lockMs = readLock(args);
    const patience = {
      firstMs: seconds(args.text("retry-after") ?? "60", "--retry-after") * 1000,
      mostMs: seconds(args.text("patience") ?? "24h", "--patience") * 1000,
    };
    const agents = nameAgents(args, io);
    return withFleet(args, io, (open) =>
      runWorker(open, { args, io: forgetUrl(io), patterns, slots, lockMs, patience, agents }),
    );
  },
};

interface WorkerSetup {
  readonly args: ParsedArgs;
  readonly io: Io;
  readonly patterns: readonly string[];
  readonly slots: number;
  readonly lockMs: number;
  readonly patience: Patience;
  readonly agents: string;
}

async function runWorker({ connection, fleet }: OpenFleet, setup: WorkerSetup): Promise<number> {
  const { args, io, slots, lockMs, patience, agents } = setup;
  const home = await openHome(args, io, await fleet.board.workers());
  const { name } = home;
  const isJson = args.flag("json");
  const tell = (event: WorkerEvent): void => {
    const line = isJson
      ? JSON.stringify({ at: new Date(now()).toISOString(), worker: name, ...event })
      : formatWorkerEvent(event, now());
    if (line !== null) io.out(`${line}\n`);
  };
  const account = args.text("account") ?? "default";
  const trade = makeTrade({ fleet, connection }, { ...setup, folder: home.folder, account, tell });
  const fleetWorker = new FleetWorker({ connection, fleet, name, slots, lockMs, patience, trade, tell });
  const greet = (): void => {
    const about = {
      slots,
      version: toolVersions()[0],
      active: fleetWorker.active,
      agents,
      account,
      host: hostname(),
      at: new Date(now()).toISOString(),
      ...(fleetWorker.fault === null ? {} : { drained: fleetWorker.fault }),
    };
    fleet.board.greet(name, about).catch(() => undefined);
  };
  greet();
  const greeting = setInterval(greet, 10_000);
  let asked: 0 | 1 | 2 = 0;
  const closing: Promise<void>[] = [];
  const remove = onStopSignals((signal) => {
    if (asked === 2) endNow(3);
    asked = asked === 1 || signal !== "SIGINT" ? 2 : 1;
    const what = asked === 1 ? "leaving after the current iterations (Ctrl-C again stops the agents)" : "leaving now";
    io.err(`${what}; other workers go on\n`);
    closing.push(fleetWorker.close(asked));
    if (asked === 2) setTimeout(() => leaveWithout(io), leaveMs).unref();
  });
  try {
    // Whoever reads this may send a signal: it is listened to by now.
    for (const text of home.told) io.err(`warning: ${text}\n`);
    if (!isJson) io.out(`worker ${name}: ${slots === 1 ? "1 slot" : `${slots} slots`}, ${agents}, Ctrl-C ends it\n`);
    await fleetWorker.run();
    await Promise.all(closing);
    const { fault } = fleetWorker;
    if (fault === null) return 0;
    io.err(
      `worker ${name} takes no more tasks: ${oneLine(fault)}\nother workers go on with its tasks; start it again when that is fixed\n`,
    );
    return 1;
  } finally {
    clearInterval(greeting);
    remove();
    const { fault } = fleetWorker;
    if (fault === null) await fleet.board.leave(name);
    else
      await fleet.board.greet(
        name,
        { slots, active: 0, agents, account, host: hostname(), drained: fault },
        drainedSeconds,
      );
    home.close();
  }
}

const leaveMs = 20_000;
/** For how long status tells why a worker left. */
const drainedSeconds = 24 * 3600;

/** Nothing is given back without Redis: others take over what this worker had. */
function leaveWithout(io: Io): void {
  io.err("Redis does not answer: leaving without it; other workers take over\n");
  endNow(3);
}

interface TradeSetup extends WorkerSetup {
  readonly folder: string;
  readonly account: string;
  tell(event: WorkerEvent): void;
}

function makeTrade({ fleet }: OpenFleet, setup: TradeSetup): Trade {
  const { args, io, patterns, folder, account, tell } = setup;
  const mirrors = new Map<string, Mirror>();
  const findMirror = (url: string): Mirror => {
    const known = mirrors.get(url) ?? new Mirror(`${folder}/mirrors`, url);
    mirrors.set(url, known);
    return known;
  };
  const tools: Omit<WorkTools, "stop" | "emit"> = {
    board: fleet.board,
    mirrors: findMirror,
    mayFetch: (url) => refuseRepository(url, patterns) === null,
    pushed: new Set(),
    places: `${folder}/places`,
    kept: `${folder}/tasks`,
    account,
    runAgent: io.runAgent,
    makeOptions: (place) => makeOptions(args, io, place),
  };
  return {
    refuse: ({ url }) => refuseRepository(url, patterns),
    work: (session, repository, stop) =>
      workOnTask(session, repository, {
        ...tools,
        stop,
        emit: (event) => tell({ type: "task-event", hold: session.hold, event }),
      }),
    tryMachine: ({ url }) => findMirror(url).tryMachine(),
    finish: (submission, repository, last) => closeRepository({ fleet, tools, tell }, { submission, repository, last }),
  };
}

/** Null if it may be worked on here. */
function refuseRepository(url: string, patterns: readonly string[]): string | null {
  const problem = refuseUrl(url);
  if (problem !== null) return `a job names a repository that cannot be used: ${problem}`;
  return isAllowed(url, patterns) ? null : `left to other workers, since --allow-repo does not name it: ${url}`;
}

/** The options of a run in a clone: what this worker was started with, and the project's own configuration. */
async function makeOptions(args: ParsedArgs, io: Io, place: OptionsPlace): Promise<RunOptions> {
  const inside: Io = { ...io, cwd: place.cwd };
  const own: ParsedArgs = { ...args, text: (name) => (isOwn(name) ? args.text(name) : undefined) };
  const { config, promptFile, reserved } = readWorkerConfig(own, { ...inside, cwd: place.start }, place.state);
  const words: ParsedArgs = { ...own, text: (name) => (name === "tasks" ? place.list : own.text(name)) };
  const { options } = await parseRunOptions(words, inside, { config, resume: null });
  const { setup } = options.git;
  return { ...options, promptFile, reserved, git: { worktree: false, checkpoint: "commit", parallel: 1, setup } };
}

const isOwn = (name: string): boolean => ownRunFlags.includes(name);

/** Agents have no business in Redis, nor has anything else that is started here. */
function forgetUrl(io: Io): Io {
  const { [urlVariable]: _, ...env } = io.env;
  delete process.env[urlVariable];
  return { ...io, env };
}

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

/** Mistakes in what the agents are run with are said before the first task. */
function nameAgents(args: ParsedArgs, io: Io): string {
  const { roles } = resolveAgents(
    args,
    runConfig({ ...args, text: (name) => (isOwn(name) ? args.text(name) : undefined) }, io),
    io,
  );
  return [...new Set(allAgents(roles).map(labelAgent))].join(", ");
}

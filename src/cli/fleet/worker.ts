import { hostname } from "node:os";
import { labelAgent } from "../../agents/label-agent.js";
import type { Config } from "../../config/load.js";
import { refuseOpenRedis } from "../../fleet/agent-reach.js";
import { urlVariable } from "../../fleet/redis-address.js";
import { FleetWorker } from "../../fleet/worker.js";
import type { WorkerEvent } from "../../fleet/worker-terms.js";
import { onStopSignals } from "../../lib/process/signals.js";
import { toolVersions } from "../../lib/process/tool-versions.js";
import { endNow } from "../../lib/terminal/end-now.js";
import { oneLine } from "../../lib/text/printable.js";
import { now } from "../../lib/time/clock.js";
import { allAgents } from "../../run/loop/agent-roles.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { runConfig } from "../flags/run-flags.js";
import { resolveAgents } from "../resolve-agents.js";
import { resolveReviewers } from "../resolve-reviewers.js";
import { DrainedBefore } from "./drained-before.js";
import { formatWorkerEvent } from "./format-worker-event.js";
import { type OpenFleet, withFleet } from "./redis-flags.js";
import { ownArgs, readWorkerSettings, type WorkerSettings, workerFlags } from "./worker-flags.js";
import { openHome } from "./worker-home.js";
import { makeTrade } from "./worker-trade.js";

export const worker: Command = {
  name: "fleet worker",
  usage: "fleet worker --agent NAME --allow-repo PATTERN [options]",
  about:
    "Works on the tasks in the queue, each in a clone of its own. What is run is named here: the agent, the sandbox and the repositories that may be worked on; a job only names a repository and a task. After every iteration the work is pushed and the state is kept in Redis, so that another worker can go on if this one is lost. Ctrl-C ends it after the current iterations, a second one stops the agents, a third exits at once; other workers go on with its tasks.",
  flags: workerFlags,
  maxPositionals: 0,
  examples: [
    'untildone fleet worker --agent claude --allow-repo "https://github.com/acme/*" --slots 2 --setup "npm ci"',
    'untildone fleet worker --agent codex --sandbox bwrap --allow-repo "git@github.com:acme/**"',
  ],
  async run(args, io) {
    const settings = readWorkerSettings(args);
    const config = runConfig(ownArgs(args), io);
    const agents = nameAgents(args, io, config);
    const place = { kind: config.sandbox, network: config.sandboxNetwork };
    return withFleet(args, io, (open) => {
      if (!args.flag("insecure-redis")) refuseOpenRedis(place, open.connection.address);
      return runWorker(open, { args, io: forgetUrl(io), settings, agents });
    });
  },
};

interface WorkerSetup {
  readonly args: ParsedArgs;
  readonly io: Io;
  readonly settings: WorkerSettings;
  readonly agents: string;
}

async function runWorker({ connection, fleet }: OpenFleet, setup: WorkerSetup): Promise<number> {
  const { args, io, settings, agents } = setup;
  const { slots, account } = settings;
  const workers = await fleet.board.notices.workers();
  const home = await openHome(args, io, workers);
  const { name } = home;
  const before = new DrainedBefore(workers.get(name));
  const isJson = args.flag("json");
  const tell = (event: WorkerEvent): void => {
    before.note(event);
    const line = isJson
      ? JSON.stringify({ at: new Date(now()).toISOString(), worker: name, ...event })
      : formatWorkerEvent(event, now());
    if (line !== null) io.out(`${line}\n`);
  };
  const trade = makeTrade({ args, io, settings, fleet, folder: home.folder, tell });
  const fleetWorker = new FleetWorker({ ...settings, connection, fleet, name, trade, tell });
  const greet = (): void => {
    const about = {
      slots,
      version: toolVersions()[0],
      active: fleetWorker.active,
      agents,
      account,
      host: hostname(),
      at: new Date(now()).toISOString(),
      ...before.about,
      ...(fleetWorker.fault === null ? {} : { drained: fleetWorker.fault }),
    };
    fleet.board.notices.greet(name, about).catch(() => undefined);
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
    if (fault === null) await fleet.board.notices.leave(name);
    else
      await fleet.board.notices.greet(
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

/** Agents have no business in Redis, nor has anything else that is started here. */
function forgetUrl(io: Io): Io {
  const { [urlVariable]: _, ...env } = io.env;
  delete process.env[urlVariable];
  return { ...io, env };
}

/** Mistakes in what the agents are run with are said before the first task. */
function nameAgents(args: ParsedArgs, io: Io, config: Config): string {
  const { roles } = resolveAgents(args, config, io);
  resolveReviewers(config, io);
  return [...new Set(allAgents(roles).map(labelAgent))].join(", ");
}

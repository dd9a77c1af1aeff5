import { isAllowed } from "../../fleet/allow-repo.js";
import { closeRepository } from "../../fleet/close-repository.js";
import type { Fleet } from "../../fleet/fleet.js";
import { Mirror } from "../../fleet/mirror.js";
import { refuseUrl } from "../../fleet/repository-url.js";
import { workOnTask } from "../../fleet/work-on-task.js";
import type { OptionsPlace, WorkTools } from "../../fleet/work-terms.js";
import type { Trade, WorkerEvent } from "../../fleet/worker-terms.js";
import type { RunOptions } from "../../run/start/options.js";
import type { Io, ParsedArgs } from "../command.js";
import { parseRunOptions } from "../flags/run-flags.js";
import { readWorkerConfig } from "./worker-config.js";
import { ownArgs, type WorkerSettings } from "./worker-flags.js";

/** For how long finished work waits for a remote that is away. */
const holdOnMs = 300_000;

interface TradeSetup {
  readonly args: ParsedArgs;
  readonly io: Io;
  readonly settings: WorkerSettings;
  readonly fleet: Fleet;
  /** Of this worker alone. */
  readonly folder: string;
  tell(event: WorkerEvent): void;
}

/** What this worker does with a task: works on it in a clone, and closes its repository after the last one. */
export function makeTrade({ args, io, settings, fleet, folder, tell }: TradeSetup): Trade {
  const { patterns, account, patience } = settings;
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
    holdOnMs: Math.min(holdOnMs, patience.mostMs),
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
  const own = ownArgs(args);
  const { config, promptFile, reserved } = readWorkerConfig(own, { ...inside, cwd: place.start }, place.state);
  const words: ParsedArgs = { ...own, text: (name) => (name === "tasks" ? place.list : own.text(name)) };
  const { options } = await parseRunOptions(words, inside, { config, resume: null });
  const { setup } = options.git;
  return { ...options, promptFile, reserved, git: { worktree: false, checkpoint: "commit", parallel: 1, setup } };
}

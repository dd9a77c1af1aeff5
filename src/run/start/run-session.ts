import { runAgent } from "../../agents/start/run-agent.js";
import { ReviewerPool } from "../../evidence/review/reviewer-pool.js";
import { pathResolve } from "../../lib/files/folder.js";
import { KeptFile } from "../../lib/files/kept-file.js";
import { sleepUntil } from "../../lib/process/signals.js";
import { newNonce } from "../../lib/secrets/nonce.js";
import { now, stopwatch } from "../../lib/time/clock.js";
import type { FolderGuard } from "../../store/guard.js";
import { listFile } from "../../tasks/find-list.js";
import { judgedBy } from "../judge/judged-by.js";
import type { AgentPort } from "../loop/agent-port.js";
import { blockedIn } from "../records/blocked-report.js";
import { openDaySpending } from "../records/day-spending.js";
import { guardedWrite } from "../records/guarded-write.js";
import { readTrust } from "../records/trust-file.js";
import {
  type ClockPort,
  type Journal,
  openSession,
  type PersonPort,
  type Session,
  type SpendingPort,
  type TasksPort,
} from "../session.js";
import { openSteerFile } from "../steer/steer-file.js";
import { listLimits } from "./announce-run.js";
import type { OpenedRun } from "./open-run.js";
import { openStart, openWorkspace } from "./open-workspace.js";
import { makeWarn, type RunOptions, spendingPlace } from "./options.js";
import { readListText } from "./parts.js";

/** The session of a run in its folder: a project, a worktree or a clone. Takes the baseline. */
export async function openRunSession(
  opened: OpenedRun,
  guard: FolderGuard,
  onResponse: (message: string) => void = () => undefined,
): Promise<Session> {
  const { id, options } = opened;
  const resumed = options.resume !== null;
  const start = await openStart(opened, guard);
  const clock = openClock();
  const spending = openDaySpending(spendingPlace(options));
  attachLimits(opened, guard, () => spending?.read().limit ?? null);
  const workspace = await openWorkspace(opened, start);
  return openSession(
    { ...judgedBy(options.config), run: id, resumed },
    {
      restarts: resumed,
      journal: openJournal(opened, guard, spending),
      spending,
      tasks: openTasks(opened),
      agent: openAgent(opened, onResponse),
      person: openPerson(opened),
      workspace,
      clock,
    },
  );
}

const openClock = (): ClockPort => ({ now, elapsed: stopwatch(), sleep: sleepUntil });

function openJournal(
  { id, store, host }: OpenedRun,
  guard: FolderGuard,
  spending: Pick<SpendingPort, "add"> | null,
): Journal {
  const write = guardedWrite(guard, host);
  return {
    get runState() {
      return store.runState;
    },
    record(decision) {
      const { usd } = decision.after;
      if (usd !== null && usd > 0) spending?.add(usd, id); // First: what is spent counts, also if we are killed now.
      return store.record(decision);
    },
    writeRunFile: (path, text) => store.writeRunFile(path, text),
    recordProof: (task, proof) =>
      write(() => {
        store.append({ kind: "proof", run: id, at: new Date(now()).toISOString(), task, proof });
      }),
  };
}

/** From now on a person can raise the limits of the run. */
function attachLimits(
  { id, store, host, options }: OpenedRun,
  guard: FolderGuard,
  dayLimit: () => number | null,
): void {
  const write = guardedWrite(guard, host);
  const resumed = options.resume ? { resumed: true as const } : {};
  host.control.limits.attach({
    limits: listLimits(options.config.resolved.settings),
    dayLimit,
    emit: host.emit,
    save: (raised) =>
      write(() => {
        store.append({ kind: "raise", run: id, at: new Date(now()).toISOString(), ...resumed, ...raised });
      }),
  });
}

function openTasks({ options, work, parts, choice }: OpenedRun): TasksPort {
  return {
    ...listIn(work.cwd, options),
    tracker: parts.tracker,
    marks: options.config.resolved.marksTasks !== false,
    ...(choice ? { choice } : {}),
  };
}

/** The file of the list as it is in a folder. */
export function listIn(
  cwd: string,
  { tasks }: Pick<RunOptions, "tasks">,
): Pick<TasksPort, "file" | "readText" | "held"> {
  const file = listFile(tasks);
  return {
    file,
    readText: () => readListText(tasks, cwd),
    ...(file === null ? {} : { held: new KeptFile(pathResolve(cwd, file)) }),
  };
}

function openAgent(
  { options, store, host, work, parts, privateFolder }: OpenedRun,
  onResponse: (message: string) => void,
): AgentPort {
  const { agents: roles, reviewers, protocol, continueSession, limits } = options;
  const { prompt, template, phases } = parts;
  return {
    ...{ roles, prompt, template, phases, protocol, continueSession, limits, newNonce },
    ...(reviewers ? { reviewers: new ReviewerPool(reviewers) } : {}),
    run: host.runAgent ?? runAgent,
    ...openTrust(privateFolder, host),
    saveResponse: (text) => {
      onResponse(text);
      store.writeRunFile(`${store.folder}/last-response.md`, text);
    },
    takeBlocked: blockedIn(work.cwd, options),
  };
}

/** Fitted numbers of this project, if a person applied any. */
function openTrust(folder: OpenedRun["privateFolder"], host: OpenedRun["host"]): Pick<AgentPort, "trust"> {
  const saved = readTrust(folder);
  if (saved.is === "damaged") makeWarn(host)(saved.why);
  return saved.is === "table" ? { trust: saved.table } : {};
}

function openPerson({ options, store, host }: OpenedRun): PersonPort {
  const { stop, control, emit } = host;
  const steerFile = openSteerFile(store.folder, options.config.stateFolder);
  return { stop, control, emit, steerFile, forceComplete: options.forceComplete };
}

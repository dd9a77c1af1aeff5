import { enterSandbox } from "../agents/sandbox/run-in-sandbox.js";
import { pathResolve } from "../lib/files/folder.js";
import { now } from "../lib/time/clock.js";
import type { FolderGuard } from "../store/guard.js";
import type { DecisionRecord } from "../store/record.js";
import { Store } from "../store/store.js";
import { abandonRefused, type EndedLoop, endRun, leaveHidden } from "./end-run.js";
import { allAgents } from "./loop/agent-roles.js";
import { runLoop } from "./loop/loop.js";
import type { RunSummary } from "./loop/run-summary.js";
import { type Notifier, openNotifier } from "./notify/notifier.js";
import { guardRun } from "./records/guard-run.js";
import { openPrivateFolder } from "./records/private-folder.js";
import { recall } from "./records/recall.js";
import { inSandbox, startSandbox } from "./start/enter-sandbox.js";
import { type OpenedRun, openRun, type RunContext } from "./start/open-run.js";
import { makeWarn, type RunHost, type RunOptions } from "./start/options.js";
import { refuseUnusable } from "./start/probe-agents.js";
import { isParallel } from "./start/refuse-parallel.js";
import { prepareRun, warnOfAgents } from "./start/refuse-run.js";
import { openRunSession } from "./start/run-session.js";
import { EventFeed } from "./steer/event-feed.js";
import type { RunServer } from "./steer/serve-run.js";
import { openServer } from "./steer/steer-run.js";
import { runParallel } from "./units/parallel.js";

/** The result of a run: the decision that ended it, which alone determines the exit code. */
export interface RunResult {
  readonly last: DecisionRecord;
  readonly summary: RunSummary;
  readonly exitCode: number;
}

/** Runs an agent until the work is done, or there is a reason to stop. */
export async function run(options: RunOptions, host: RunHost): Promise<RunResult> {
  const { parts, list } = await prepareRun(options, host);
  const notifier = openNotifier(options.config.notify, {
    ...{ project: options.cwd, env: options.env, alert: host.alert ?? null, now },
    warn: makeWarn(host),
  });
  const privateFolder = openPrivateFolder(options.cwd, options);
  const folder = pathResolve(options.cwd, options.config.stateFolder);
  const store = Store.open({ folder, command: "run", now: now(), patienceMs: 0 });
  try {
    for (const text of warnOfAgents(options)) makeWarn(host)(text);
    return await runIn(store, options, { parts, list, host, privateFolder, notifier });
  } finally {
    store.close();
  }
}

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

interface NotifiedRun extends RunContext {
  readonly notifier: Notifier | null;
}

/** Opens the run, works until it ends, and closes all that was opened for it. */
async function runIn(store: Store, requested: RunOptions, context: NotifiedRun): Promise<RunResult> {
  const { notifier, list } = context;
  const feed = new EventFeed(now);
  const host = withListeners(context.host, [
    (event) => feed.emit(event),
    ...(notifier ? [notifier.handle.bind(notifier)] : []),
  ]);
  const opened = await openRun(store, requested, { ...context, host });
  const sandbox = await startSandbox(opened).catch((error) => leaveHidden(opened).then(() => Promise.reject(error)));
  const guard = guardRun(opened);
  let server: RunServer | null = null;
  try {
    if (sandbox)
      await refuseUnusable(allAgents(opened.options.agents), opened.work.cwd, (probe) =>
        enterSandbox(sandbox, probe, {}),
      );
    guard.remember();
    if (list.is === "tasks") host.control.words.seeTasks(list.tasks, []);
    server = await openServer(opened, guard, feed);
    const ended = await work(opened, sandbox, guard).catch((error) => abandonRefused(error, opened));
    const summary = await endRun(opened, ended);
    return { last: ended.last, summary, exitCode: ended.last.decision.exitCode ?? 2 };
  } catch (error) {
    notifier?.handleError(error);
    throw error;
  } finally {
    host.control.detach();
    await Promise.all([server?.close(), notifier?.close()]);
    guard.close();
    await Promise.all([sandbox?.close(), opened.room.close()]);
    await leaveHidden(opened);
  }
}

/** One loop, or one for each of several tasks and then one for what is left. */
async function work(opened: OpenedRun, sandbox: Sandbox, guard: FolderGuard): Promise<EndedLoop> {
  const { options } = opened;
  let message: string | null = null;
  const prepared = await openRunSession(inSandbox(opened, sandbox), guard, (text) => {
    message = text;
  });
  const parallel = isParallel(options) ? await runParallel(opened, prepared, guard) : null;
  const session = parallel?.session ?? prepared;
  const memory = options.resume && !parallel ? recall(opened) : undefined;
  const ended = parallel?.last
    ? { last: parallel.last, agent: session.agent.roles.usual[0] ?? null }
    : await runLoop(session, memory);
  return { ...ended, session, message };
}

/** Everything that is emitted also reaches those who watch and those who are notified. */
const withListeners = (host: RunHost, listeners: readonly RunHost["emit"][]): RunHost => ({
  ...host,
  emit(event) {
    host.emit(event);
    for (const listen of listeners) listen(event);
  },
});

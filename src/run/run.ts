import { runAgent } from "../agents/run-agent.js";
import { UserError } from "../base/errors.js";
import { adviseOn } from "../checkpoints/git-worktree.js";
import type { Config } from "../config/load.js";
import { listOrigins } from "../config/origins.js";
import { EventFeed } from "../control/event-feed.js";
import type { RunServer } from "../control/serve-run.js";
import { foldWarnings } from "../core/fold-warnings.js";
import type { Settings } from "../core/settings.js";
import type { KnownTasks } from "../core/tasks.js";
import { openKeptResults } from "../evidence/kept-results.js";
import { formatPlan } from "../evidence/plan-checks.js";
import { lookAtWorkspace } from "../evidence/workspace/state.js";
import { allAgents, describePermissions, labelAgent, listRoles } from "../loop/agent-roles.js";
import { type LoopResult, runLoop } from "../loop/loop.js";
import { RefusedStart } from "../loop/refuse-start.js";
import type { RunLimits, RunUse } from "../loop/run-event.js";
import { RunWork } from "../loop/run-work.js";
import type { LoopSetup } from "../loop/setup.js";
import type { RunSummary } from "../loop/summarize-run.js";
import type { TaskChoice } from "../loop/task-choice.js";
import { type Notifier, openNotifier } from "../notify/notifier.js";
import type { GuardedWrite } from "../parallel/run-writer.js";
import { enterSandbox, runInSandbox } from "../sandbox/run-in-sandbox.js";
import type { Sandbox } from "../sandbox/sandbox.js";
import { findOutcome } from "../store/acceptance.js";
import { FolderGuard } from "../store/guard.js";
import { journalName } from "../store/load.js";
import type { DecisionRecord } from "../store/record.js";
import { type CurrentRun, findRun, type RunState } from "../store/run-state.js";
import { Store } from "../store/store.js";
import { findWaitingWords } from "../store/words.js";
import { newRunId, now, stopwatch } from "../system/clock.js";
import { pathResolve } from "../system/folder.js";
import { KeptFile } from "../system/kept-file.js";
import { newNonce } from "../system/nonce.js";
import { sleepUntil } from "../system/signals.js";
import { listFile } from "../trackers/find-list.js";
import { leftOutSections } from "../trackers/left-out-sections.js";
import { toKnownTasks } from "../trackers/tracker.js";
import type { WorkLedger } from "../work/work-ledger.js";
import { openBaseline } from "./baseline.js";
import { blockedIn } from "./blocked-report.js";
import { passBreaker } from "./breaker.js";
import { unmeasuredBudgets, withRoomForTasks } from "./budget.js";
import { chooseFrom, describeChoice } from "./choose-tasks.js";
import { openCheckpoints, openWorkFolder, refuseUncommitted, refuseWithoutGit, type WorkFolder } from "./git.js";
import { digestGitSettings, type GitSettings } from "./git-settings.js";
import { guardedWrite } from "./guarded-write.js";
import { recallList, resumeLedger, saveLedger, startLedger } from "./ledger.js";
import { missingLogIns } from "./log-ins.js";
import { makeRecord } from "./make-record.js";
import { markEnded, markOpen, openRunFile, refuseAfterCutOff } from "./open-runs.js";
import type { RunHost, RunOptions } from "./options.js";
import { findOutputFiles } from "./own-output.js";
import { isParallel, refuseParallel, runParallel } from "./parallel.js";
import { openParking } from "./parking.js";
import { type Parts, readListText, resolveParts } from "./parts.js";
import { describeMissing, prepareWorktree } from "./prepare-worktree.js";
import { isInside, keptResultsFile, openPrivateFolder, type PrivateFolder } from "./private-folder.js";
import { refuseUnusable } from "./probe-agents.js";
import { readRunRecords, recall } from "./recall.js";
import { refuseUnusableList } from "./refuse-list.js";
import { recallRefused, refusedFile, rememberRefused } from "./refused-memory.js";
import { guardedFiles, writeGitignore } from "./run-files.js";
import {
  ledgerFile,
  type RunRecord,
  readHead,
  recordFile,
  removeOldRecords,
  removeRecord,
  saveRecord,
} from "./run-record.js";
import { describeSandbox, openRunSandbox, refuseSandbox } from "./sandbox.js";
import { openSteerFile } from "./steer-file.js";
import { describeUnused, openServer } from "./steer-run.js";
import { summarizeEnd } from "./summarize-end.js";
import { watchCheckout } from "./watch-checkout.js";

/** The result of a run: the decision that ended it, which alone determines the exit code. */
export interface RunResult {
  readonly last: DecisionRecord;
  readonly summary: RunSummary;
  readonly exitCode: number;
}

/** Runs an agent until the work is done, or there is a reason to stop. */
export async function run(options: RunOptions, host: RunHost): Promise<RunResult> {
  refuseEndless(options.config);
  refuseParallel(options);
  await refuseWithoutGit(options);
  await refuseSandbox(options);
  // In a sandbox, nothing of an agent runs outside of it.
  if (options.config.sandbox === "none") await refuseUnusable(allAgents(options.agents), options.cwd, (probe) => probe);
  const notifier = openNotifier(options.config.notify, {
    ...{ project: options.cwd, env: options.env, alert: host.alert ?? null, now },
    warn: makeWarn(host),
  });
  const parts = await resolveParts(options, options.cwd);
  const listing = await parts.tracker.list();
  const list = toKnownTasks(listing);
  refuseUnusableList(options, list);
  // The list of a resumed run is in its worktree.
  if (!(options.resume && options.git.worktree)) chooseFrom(options, listing);
  const privateFolder = openPrivateFolder(options.cwd, options);
  const folder = pathResolve(options.cwd, options.config.stateFolder);
  const store = Store.open({ folder, command: "run", now: now(), patienceMs: 0 });
  try {
    for (const text of unmeasuredBudgets(allAgents(options.agents), options.config.resolved.settings))
      host.emit({ type: "warning", text });
    for (const text of missingLogIns(allAgents(options.agents), options)) host.emit({ type: "warning", text });
    return await runIn(store, options, { parts, list, host, privateFolder, notifier });
  } finally {
    store.close();
  }
}

/** A run without any limit may never end. */
export function refuseEndless({ resolved }: Config): void {
  const { maxIterations, maxSeconds, maxTokens, maxCostUsd } = resolved.settings;
  if (maxIterations > 0 || [maxSeconds, maxTokens, maxCostUsd].some((cap) => cap !== null && cap > 0)) return;
  throw new UserError({
    what: "the run has no limit at all",
    where: "maxIterations is 0",
    fix: "set --max-time, --max-cost or --max-tokens",
  });
}

/** A run with its folder, files and parts, before the loop starts. */
export interface OpenedRun {
  readonly id: string;
  readonly store: Store;
  readonly options: RunOptions;
  readonly host: RunHost;
  /** The previous run. */
  readonly lastRun: string | null;
  readonly logs: string;
  readonly work: WorkFolder;
  readonly parts: Parts;
  readonly privateFolder: PrivateFolder;
  readonly record: RunRecord;
  readonly choice: TaskChoice | null;
}

interface RunContext {
  readonly parts: Parts;
  /** The tasks before the run. */
  readonly list: KnownTasks;
  readonly host: RunHost;
  readonly privateFolder: PrivateFolder;
  readonly notifier: Notifier | null;
}

async function runIn(store: Store, requested: RunOptions, context: RunContext): Promise<RunResult> {
  const { privateFolder } = context;
  const feed = new EventFeed(now);
  const { notifier } = context;
  const host = withListeners(context.host, [
    feed.emit.bind(feed),
    ...(notifier ? [notifier.handle.bind(notifier)] : []),
  ]);
  const opened = await openRun(store, requested, { ...context, host });
  const { id, options, logs } = opened;
  const sandbox = await startSandbox(opened);
  const guard = new FolderGuard(`${store.folder}/${journalName}`, [
    ...guardedFiles(store.folder, options.cwd, logs),
    recordFile(privateFolder, id),
    openRunFile(privateFolder, id),
    ledgerFile(privateFolder, id),
    keptResultsFile(privateFolder),
    refusedFile(privateFolder),
  ]);
  let server: RunServer | null = null;
  try {
    if (sandbox)
      await refuseUnusable(allAgents(options.agents), opened.work.cwd, (probe) => enterSandbox(sandbox, probe, {}));
    guard.remember();
    if (context.list.is === "tasks") host.control.words.seeTasks(context.list.tasks, []);
    server = await openServer(opened, guard, feed);
    let message: string | null = null;
    const started = prepareLoop(sandbox ? withSandbox(opened, sandbox) : opened, guard, (text) => {
      message = text;
    }).then((prepared) => runLoops({ opened, guard, prepared }));
    const { last, agent, setup } = await started.catch((error) => abandonRefused(error, opened));
    markEnded(privateFolder, id);
    const waiting = findWaitingWords(store.folder, id);
    for (const text of describeUnused(waiting.words, last)) makeWarn(host)(text);
    const records = readRunRecords(store, id);
    const { plans, cwd, own, baseline } = setup;
    if (opened.work.worktree === null && !options.isClone) {
      const ended = { folder: privateFolder, run: id, records, plans, cwd, own, baseline };
      const failed = await rememberRefused(ended);
      if (failed !== null) makeWarn(host)(failed);
    }
    const summary = summarizeEnd({
      records,
      last,
      state: store.runState,
      settings: options.config.resolved.settings,
      agent,
      message,
      owed: setup.work.owed,
      unmarked: setup.work.unmarked,
      waiting,
      worktree: opened.work.worktree ? adviseOn(opened.work.worktree) : null,
      leftOut: await listLeftOut(opened),
    });
    host.emit({ type: "run-end", record: last, summary });
    return { last, summary, exitCode: last.decision.exitCode ?? 2 };
  } catch (error) {
    notifier?.handleError(error);
    throw error;
  } finally {
    host.control.detach();
    await Promise.all([server?.close(), notifier?.close()]);
    guard.close();
    await sandbox?.close();
  }
}

interface StartedRun {
  readonly opened: OpenedRun;
  readonly guard: FolderGuard;
  readonly prepared: LoopSetup;
}

/** One loop, or one for each of several tasks and then one for what is left. */
async function runLoops({ opened, guard, prepared }: StartedRun): Promise<LoopResult & { readonly setup: LoopSetup }> {
  const { options, host } = opened;
  const { worktree: trunk } = opened.work;
  const write = guardedWrite(guard, host);
  const parallel =
    trunk && isParallel(options) ? await runParallel({ ...opened, setup: prepared, trunk, write }) : null;
  const setup = parallel?.setup ?? prepared;
  if (parallel?.last) return { last: parallel.last, agent: setup.agents.usual[0] ?? null, setup };
  return { ...(await runLoop(setup, options.resume && !parallel ? recall(opened) : undefined)), setup };
}

/** The tasks that the run was not about and that are still open, for the summary. */
async function listLeftOut({ choice, parts }: OpenedRun): Promise<readonly string[]> {
  const listing = choice ? await parts.tracker.list() : null;
  return choice && listing?.is === "tasks" ? choice.describe(listing.tasks).leftOut : [];
}

/** A run whose start was refused leaves nothing to resume. */
async function abandonRefused(error: unknown, { id, privateFolder, options, work }: OpenedRun): Promise<never> {
  if (error instanceof RefusedStart) {
    markEnded(privateFolder, id);
    if (options.resume === null) {
      removeRecord(privateFolder, id);
      await work.abandon();
    }
  }
  throw error;
}

/** Everything that is emitted also reaches those who watch and those who are notified. */
const withListeners = (host: RunHost, listeners: readonly RunHost["emit"][]): RunHost => ({
  ...host,
  emit(event) {
    host.emit(event);
    for (const listen of listeners) listen(event);
  },
});

/** Starts the sandbox that was asked for, before the baseline: a run without it must not begin. */
export async function startSandbox({
  id,
  options,
  host,
  work,
  store,
  privateFolder,
}: OpenedRun): Promise<Sandbox | null> {
  const opened = await openRunSandbox(options, {
    run: id,
    cwd: work.cwd,
    own: [store.folder, pathResolve(work.cwd, options.config.stateFolder), pathResolve(privateFolder.path, "..")],
    tasksFile: listFile(options.tasks),
    agents: allAgents(options.agents),
  });
  if (!opened) return null;
  host.emit({ type: "sandbox-entered", ...describeSandbox(opened.plan, options.home) });
  return opened.sandbox;
}

export const withSandbox = (opened: OpenedRun, sandbox: Sandbox): OpenedRun => ({
  ...opened,
  host: { ...opened.host, runAgent: runInSandbox(sandbox, opened.host.runAgent ?? runAgent) },
});

/** Creates the run's id, files and folder, and emits its start. */
export async function openRun(
  store: Store,
  requested: RunOptions,
  { parts: found, list, host, privateFolder }: RunContext,
): Promise<OpenedRun> {
  const { emit } = host;
  const warn = makeWarn(host);
  const lastRun = store.runState.run?.id ?? null;
  const resumed = requested.resume !== null;
  if (!resumed) refuseAfterCutOff(privateFolder, store.folder);
  const id = requested.resume?.run ?? newRunId(now());
  const options = resumed ? requested : { ...requested, config: withRoomForTasks(requested.config, list) };
  const { config } = options;
  await passBreaker(store, options, { ask: host.ask, run: id });
  const logs = `${store.folder}/logs/${id}`;
  writeGitignore(store.folder);
  for (const text of foldWarnings([...config.warnings, ...store.warnings])) warn(text);
  const work = await openWorkFolder(options, { id, resumed, store, logs, warn });
  const parts = work.worktree ? await resolveInWorktree(options, found, work) : found;
  // Read again only where that is cheap, or where a person chose from it.
  const isRead = listFile(options.tasks) !== null || options.choose !== undefined;
  const listing = isRead ? await parts.tracker.list() : null;
  const leftOut = listing ? leftOutSections(listing) : [];
  const chosen = listing && chooseFrom(options, listing);
  const choice = chosen?.choice ?? null;
  emit({
    type: "run-start",
    run: id,
    resumed,
    agents: options.agents.usual.map(labelAgent),
    roles: listRoles(options.agents),
    permissions: describePermissions(allAgents(options.agents)),
    policy: config.resolved.name,
    tasks: options.tasks === "none" ? "no task list" : options.tasks,
    checks: parts.plans.map(formatPlan),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    limits: listLimits(config.resolved.settings),
    used: sumUse(findRun(store.runState, id)),
  });
  if (choice && listing?.is === "tasks") for (const text of describeChoice(choice, listing.tasks)) warn(text);
  if (work.worktree) emit({ type: "worktree-entered", ...work.worktree });
  if (!resumed && isUnfinished(store.runState, privateFolder)) warn(startsFromHere);
  if (isInside(privateFolder)) warn(`${privateFolder.path} is in the project, where the agent works: ${outside}`);
  const record = makeRecord(options, {
    ...{ id, project: privateFolder.project, stateFolder: store.folder, parts },
    gitSettings: work.worktree ? await findGitSettings(options) : null,
    ...(chosen ? { chosen: chosen.named } : {}),
  });
  saveRecord(privateFolder, record);
  removeOldRecords(privateFolder, [id, ...(lastRun === null ? [] : [lastRun])]);
  return { id, store, options, host, lastRun, logs, work, parts, privateFolder, record, choice };
}

/** As they were when the run began: a resumed one may find what its agent changed. */
const findGitSettings = async ({ resume, cwd }: RunOptions): Promise<GitSettings | null> =>
  resume ? (resume.gitSettings ?? null) : digestGitSettings(cwd);

function listLimits({ maxIterations, maxSeconds, maxTokens, maxCostUsd }: Settings): RunLimits {
  const limit = (value: number | null): number | null => (value === 0 ? null : value);
  return {
    iterations: limit(maxIterations),
    seconds: limit(maxSeconds),
    tokens: limit(maxTokens),
    usd: limit(maxCostUsd),
  };
}

const sumUse = (run: CurrentRun | null): RunUse => ({
  iterations: run?.iterations ?? 0,
  seconds: run?.seconds ?? 0,
  tokens: run?.tokens ?? null,
  usd: run?.usd ?? null,
});

/** Whether the last run of the loop ended without completing. */
const isUnfinished = (state: RunState, folder: PrivateFolder): boolean =>
  state.run !== null &&
  state.last !== null &&
  findOutcome(state) !== "completed" &&
  readHead(folder, state.run.id) !== null;

const startsFromHere =
  "the last run did not complete: this one starts from the files as that one left them (untildone run --resume continues it, measured from its own start)";

const outside = "name a folder outside with XDG_STATE_HOME";

const makeWarn =
  ({ emit }: RunHost) =>
  (text: string): void =>
    emit({ type: "warning", text });

/** Takes the baseline and assembles everything the loop needs. */
export async function prepareLoop(
  { id, store, options, host, lastRun, logs, work, parts, privateFolder, record, choice }: OpenedRun,
  guard: FolderGuard,
  onResponse: (message: string) => void,
): Promise<LoopSetup> {
  const { config } = options;
  const resumed = options.resume !== null;
  const { cwd } = work;
  const warn = makeWarn(host);
  const output = host.ownsOutput ? await findOutputFiles(options.cwd, id, host.stop.now) : [];
  const reserved = (options.reserved ?? []).map((folder) => pathResolve(cwd, folder));
  const own = [store.folder, pathResolve(cwd, config.stateFolder), privateFolder.path, ...reserved, ...output];
  const tasksFile = listFile(options.tasks);
  if (work.worktree && record.baseline === null) {
    const missing = options.git.setup === null ? describeMissing(options.cwd, cwd) : null;
    if (missing !== null) warn(missing);
    const { setup } = options.git;
    await prepareWorktree({ setup, cwd, logFile: `${logs}/baseline/setup.log`, signal: host.stop.now });
  }
  const baseline = await openBaseline(
    {
      ...{ cwd, parts, tasksFile, guard, own, settings: config.resolved.settings },
      place: { cwd, isCopy: work.worktree !== null || options.isClone === true, setup: options.git.setup },
      logDirectory: `${logs}/baseline`,
      saved: record.baseline,
      save: (taken) => saveRecord(privateFolder, { ...record, baseline: taken }),
      recall: (taken) =>
        options.isClone ? Promise.resolve(taken) : recallRefused(taken, { folder: privateFolder, warn }),
    },
    host,
  );
  const checkpoints = await openCheckpoints(options, {
    ...{ id, resumed, store, logs, warn, work },
    privateFolder: privateFolder.path,
  });
  const parking = openParking({
    ...{ options, privateFolder, stateFolder: store.folder, run: id, lastRun, warn },
    record: (result) =>
      guardedWrite(
        guard,
        host,
      )(() => {
        store.append({ kind: "park", run: id, at: new Date(now()).toISOString(), ...result });
      }),
  });
  let write: GuardedWrite = (act) => act();
  const save = (ledger: WorkLedger): void => {
    const failed = write(() => saveLedger(privateFolder, id, ledger));
    if (failed !== null) warn(failed);
  };
  const ledger = record.baseline === null ? startLedger(baseline) : resumeLedger(privateFolder, id);
  save(ledger);
  // A start that fails earlier leaves the previous run resumable.
  markOpen(privateFolder, { run: id, stateFolder: store.folder });
  guard.remember();
  if (isParallel(options)) write = guardedWrite(guard, host);
  return {
    ...loopTerms(options, parts, host),
    cwd,
    run: id,
    resumed,
    restarts: resumed,
    ...(choice ? { choice } : {}),
    store,
    recordProof: (task, proof) =>
      guardedWrite(
        guard,
        host,
      )(() => {
        store.append({ kind: "proof", run: id, at: new Date(now()).toISOString(), task, proof });
      }),
    guard,
    tasksFile,
    own,
    kept: openKeptResults({ path: keptResultsFile(privateFolder), now, write: guardedWrite(guard, host) }),
    baseline,
    // A start with older files is not what the first turn finds.
    workspace:
      resumed || baseline.state.snapshot === null
        ? await lookAtWorkspace(cwd, { ignore: own, start: baseline.state })
        : baseline.state,
    work: new RunWork(ledger, {
      save,
      isListGiven: config.resolved.settings.grantedBy !== "facts",
      acceptsEdits: config.resolved.settings.acceptListEdits,
      resumed,
      listBefore: resumed
        ? null
        : recallList(readListText(options.tasks, cwd), {
            ...{ run: lastRun, folder: privateFolder, warn },
            acceptsEdits: config.resolved.settings.acceptListEdits,
          }),
    }),
    ...parking,
    checkpoints,
    steerFile: openSteerFile(store.folder, config.stateFolder),
    logFile: (iteration, name) => {
      store.makeFolder(logs);
      return `${logs}/${String(iteration).padStart(4, "0")}-${name}`;
    },
    saveResponse: (text) => {
      onResponse(text);
      store.writeRunFile(`${store.folder}/last-response.md`, text);
    },
    takeBlocked: blockedIn(cwd, options),
    readList: () => readListText(options.tasks, cwd),
    ...(tasksFile === null ? {} : { list: new KeptFile(pathResolve(cwd, tasksFile)) }),
    ...(work.worktree ? { outside: await watchCheckout({ cwd: options.cwd, own }) } : {}),
  };
}

/** The part of the setup that does not depend on the folder. */
const loopTerms = (
  options: RunOptions,
  parts: Parts,
  { stop, control, emit, runAgent: runner = runAgent }: RunHost,
) => ({
  agents: options.agents,
  runAgent: runner,
  tracker: parts.tracker,
  plans: parts.plans,
  policy: options.config.resolved,
  spec: options.config.policy,
  settings: options.config.settings,
  origins: listOrigins(options.config),
  prompt: parts.prompt,
  template: parts.template,
  phases: parts.phases,
  protocol: options.protocol,
  continueSession: options.continueSession,
  forceComplete: options.forceComplete,
  limits: options.limits,
  stop,
  control,
  emit,
  now,
  elapsed: stopwatch(),
  newNonce,
  sleep: sleepUntil,
});

/** The parts as committed in the worktree. */
async function resolveInWorktree(options: RunOptions, found: Parts, work: WorkFolder): Promise<Parts> {
  try {
    const named = [options.tasks, options.promptFile, options.templateFile, found.promptFile];
    refuseUncommitted(named, { from: options.cwd, to: work.cwd });
    return await resolveParts(options, work.cwd);
  } catch (error) {
    await work.abandon();
    throw error;
  }
}

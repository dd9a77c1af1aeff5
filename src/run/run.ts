import { runAgent } from "../agents/run-agent.js";
import { UserError } from "../base/errors.js";
import { adviseOn } from "../checkpoints/git-worktree.js";
import type { Config } from "../config/load.js";
import { listOrigins } from "../config/origins.js";
import { budgetLines, isSpent } from "../core/budget.js";
import { defaultSettings } from "../core/settings.js";
import { formatPlan } from "../evidence/plan-checks.js";
import { lookAtWorkspace } from "../evidence/workspace/state.js";
import { feedbackForNextTurn, runLoop } from "../loop/loop.js";
import { nextStep } from "../loop/next-step.js";
import { RunWork } from "../loop/run-work.js";
import { readList } from "../loop/select.js";
import type { LoopSetup } from "../loop/setup.js";
import { type RunSummary, summarizeRun } from "../loop/summarize-run.js";
import { FolderGuard } from "../store/guard.js";
import { eachRecordBackwards, journalName } from "../store/load.js";
import type { DecisionRecord } from "../store/record.js";
import type { RunState } from "../store/run-state.js";
import { Store } from "../store/store.js";
import { newRunId, now, stopwatch } from "../system/clock.js";
import { makeFolder, removeFile } from "../system/disk.js";
import { pathResolve } from "../system/folder.js";
import { newNonce } from "../system/nonce.js";
import { sleepUntil } from "../system/signals.js";
import { listFile } from "../trackers/find-list.js";
import { acceptableTasks } from "./acceptable.js";
import { openBaseline } from "./baseline.js";
import { passBreaker } from "./breaker.js";
import { unmeasuredBudgets, withRoomForTasks } from "./budget.js";
import { currentFile, readCurrent } from "./current-run.js";
import { openCheckpoints, openWorkFolder, refuseUncommitted, refuseWithoutGit, type WorkFolder } from "./git.js";
import { ledgerFile, owedByLastRun, readLedger, startLedger } from "./ledger.js";
import type { RunHost, RunOptions } from "./options.js";
import { findOutputFiles } from "./own-output.js";
import { type Parts, readListText, resolveParts } from "./parts.js";
import { baselineFile, flagsFile, guardedFiles, writeGitignore } from "./run-files.js";

/** The result of a run: the decision that ended it, which alone determines the exit code. */
export interface RunResult {
  readonly last: DecisionRecord;
  readonly summary: RunSummary;
  readonly exitCode: number;
}

/** Runs an agent until the work is done, or there is a reason to stop. */
export async function run(options: RunOptions, host: RunHost): Promise<RunResult> {
  refuseEndless(options.config);
  await refuseWithoutGit(options);
  const parts = await resolveParts(options, options.cwd);
  const folder = pathResolve(options.cwd, options.config.stateFolder);
  const store = Store.open({ folder, command: "run", now: now(), patienceMs: 0 });
  try {
    for (const text of unmeasuredBudgets(options.agents, options.config.resolved.settings))
      host.emit({ type: "warning", text });
    return await runIn(store, options, { parts, host });
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
interface OpenedRun {
  readonly id: string;
  readonly store: Store;
  readonly options: RunOptions;
  readonly host: RunHost;
  /** The previous run. */
  readonly lastRun: string | null;
  readonly logs: string;
  readonly work: WorkFolder;
  readonly parts: Parts;
}

async function runIn(
  store: Store,
  requested: RunOptions,
  { parts, host }: { parts: Parts; host: RunHost },
): Promise<RunResult> {
  const opened = await openRun(store, requested, { parts, host });
  const { id, options, logs } = opened;
  const guard = new FolderGuard(`${store.folder}/${journalName}`, guardedFiles(store.folder, options.cwd, logs));
  try {
    guard.remember();
    let message: string | null = null;
    const setup = await prepareLoop(opened, guard, (text) => {
      message = text;
    });
    const { last, agent } = await runLoop(setup, options.resume ? lastFeedback(store, id) : []);
    removeFile(currentFile(store.folder));
    const records = readRunRecords(store, id);
    const summary = summarizeRun({
      records,
      last,
      current: store.runState.run,
      message,
      owed: setup.work.owed,
      unmarked: setup.work.unmarked,
      next: nextStep({
        decision: last.decision,
        failure: last.observation.turn?.report.failure ?? null,
        agent,
        acceptable: acceptableTasks(store.runState),
        explainDecision: findExplainingDecision(records),
        spent: budgetLines(last.observation, options.config.resolved.settings)
          .filter(isSpent)
          .map(({ name }) => name),
      }),
      worktree: opened.work.worktree ? adviseOn(opened.work.worktree) : null,
    });
    host.emit({ type: "run-end", record: last, summary });
    return { last, summary, exitCode: last.decision.exitCode ?? 2 };
  } finally {
    guard.close();
  }
}

/** Creates the run's id, files and folder, and emits its start. */
async function openRun(
  store: Store,
  requested: RunOptions,
  { parts: found, host }: { parts: Parts; host: RunHost },
): Promise<OpenedRun> {
  const { emit } = host;
  const warn = makeWarn(host);
  const lastRun = store.runState.run?.id ?? null;
  const resumed = requested.resume;
  const id = resumed ? findRunToResume(store.folder, store.runState) : newRunId(now());
  const options = resumed
    ? requested
    : { ...requested, config: withRoomForTasks(requested.config, await readList(found.tracker)) };
  const { config } = options;
  await passBreaker(store, options, { ask: host.ask, run: id });
  const logs = `${store.folder}/logs/${id}`;
  const cutShort = resumed ? null : readCurrent(store.folder);
  writeRunFiles(store, options, logs);
  for (const text of [...config.warnings, ...store.warnings]) warn(text);
  const work = await openWorkFolder(options, { id, resumed, store, logs, warn });
  const parts = work.worktree ? await resolveInWorktree(options, found, work) : found;
  emit({
    type: "run-start",
    run: id,
    resumed,
    agents: options.agents.map(({ name }) => name),
    policy: config.resolved.name,
    tasks: options.tasks === "none" ? "no task list" : options.tasks,
    checks: parts.plans.map(formatPlan),
  });
  if (work.worktree) emit({ type: "worktree-entered", ...work.worktree });
  if (cutShort !== null)
    warn(`run ${cutShort} was cut short; this is a new run, and what is ticked in the list now counts as done`);
  return { id, store, options, host, lastRun, logs, work, parts };
}

const makeWarn =
  ({ emit }: RunHost) =>
  (text: string): void =>
    emit({ type: "warning", text });

/** Takes the baseline and assembles everything the loop needs. */
async function prepareLoop(
  { id, store, options, host, lastRun, logs, work, parts }: OpenedRun,
  guard: FolderGuard,
  onResponse: (message: string) => void,
): Promise<LoopSetup> {
  const { config, resume: resumed } = options;
  const { cwd } = work;
  const warn = makeWarn(host);
  const output = host.ownsOutput ? await findOutputFiles(options.cwd, id, host.stop.now) : [];
  const own = [store.folder, pathResolve(cwd, config.stateFolder), ...output];
  const tasksFile = listFile(options.tasks);
  const baseline = await openBaseline(
    { cwd, parts, tasksFile, file: baselineFile(logs), store, run: id, resumed, guard, own },
    host,
  );
  const checkpoints = await openCheckpoints(options, { id, resumed, store, logs, warn, work });
  // From here on the run can be resumed. A start that fails earlier leaves the previous run resumable.
  store.writeRunFile(currentFile(store.folder), `${JSON.stringify({ run: id })}\n`);
  guard.remember();
  const ledger = (resumed ? readLedger(ledgerFile(logs), warn) : null) ?? startLedger(baseline);
  return {
    ...loopTerms(options, parts, host),
    cwd,
    run: id,
    resumed,
    store,
    guard,
    tasksFile,
    own,
    baseline,
    workspace: resumed ? await lookAtWorkspace(cwd, { ignore: own }) : baseline.state,
    work: new RunWork(ledger, {
      save: (saved) => store.writeRunFile(ledgerFile(logs), JSON.stringify(saved)),
      isListGiven: config.resolved.settings.proof !== "facts",
      acceptsEdits: config.resolved.settings.acceptListEdits,
      resumed,
      owedBefore: resumed ? [] : owedByLastRun(store, readListText(options.tasks, cwd), { run: lastRun, warn }),
    }),
    checkpoints,
    logFile: (iteration, name) => {
      makeFolder(logs);
      return `${logs}/${String(iteration).padStart(4, "0")}-${name}`;
    },
    saveResponse: (text) => {
      onResponse(text);
      store.writeRunFile(`${store.folder}/last-response.md`, text);
    },
    readList: () => readListText(options.tasks, cwd),
  };
}

/** The part of the setup that does not depend on the folder. */
const loopTerms = (options: RunOptions, parts: Parts, { stop, emit, runAgent: runner = runAgent }: RunHost) => ({
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
  emit,
  now,
  elapsed: stopwatch(),
  newNonce,
  sleep: sleepUntil,
});

/** Saves what a resumed run needs: the flags, and the detected list and iteration limit. */
function writeRunFiles(store: Store, { config, flags, tasks }: RunOptions, logs: string): void {
  const { from } = config.origins["maxIterations"] ?? {};
  const { maxIterations } = config.resolved.settings;
  const isDerived = from === "default" && maxIterations !== defaultSettings.maxIterations;
  const found = { ...(isDerived ? { "max-iterations": String(maxIterations) } : {}), ...flags, tasks };
  store.writeRunFile(
    flagsFile(logs),
    `${JSON.stringify(found)}
`,
  );
  writeGitignore(store.folder);
}

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

/** The run to resume, even if it was killed before its first decision. */
export function findRunToResume(folder: string, { run: current, last }: RunState): string {
  const cutShort = readCurrent(folder);
  if (cutShort !== null) return cutShort;
  if (current && last?.outcome !== "completed") return current.id;
  throw nothingToResume(
    folder,
    current
      ? "the last run was completed: leave --resume out to start a new one"
      : "start a run: untildone run --agent claude",
  );
}

const nothingToResume = (folder: string, fix: string): UserError =>
  new UserError({ what: "there is nothing to resume", where: folder, fix });

/** The feedback of the run's last decision, for the turn that did not happen. */
function lastFeedback({ folder }: Store, run: string): readonly string[] {
  let feedback: readonly string[] = [];
  eachRecordBackwards(folder, (record) => {
    if (record.run !== run) return "enough";
    if (record.kind !== "decision") return "more";
    feedback = feedbackForNextTurn(record);
    return "enough";
  });
  return feedback;
}

/** The decisions of a run, oldest first. */
function readRunRecords({ folder }: Store, run: string): readonly DecisionRecord[] {
  const records: DecisionRecord[] = [];
  eachRecordBackwards(folder, (record) => {
    if (record.run !== run) return "enough";
    if (record.kind === "decision") records.push(record);
    return "more";
  });
  return records.reverse();
}

/** The decision that best explains the end of the run: the last one after a turn, or one that set a task aside. */
const findExplainingDecision = (records: readonly DecisionRecord[]): number | null =>
  records.findLast(({ decision, observation }) => decision.setAside || observation.turn)?.n ?? null;

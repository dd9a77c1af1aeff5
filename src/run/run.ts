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

/** What a run came to: the decision that ended it, from which alone the exit code is made. */
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

/** A run without any cap could go on for ever, and one day it does. */
export function refuseEndless({ resolved }: Config): void {
  const { maxIterations, maxSeconds, maxTokens, maxCostUsd } = resolved.settings;
  if (maxIterations > 0 || [maxSeconds, maxTokens, maxCostUsd].some((cap) => cap !== null && cap > 0)) return;
  throw new UserError({
    what: "the run has no cap at all",
    where: "maxIterations is 0",
    fix: "set --max-time, --max-cost or --max-tokens beside it",
  });
}

/** A run whose folder, files and parts are settled, before its loop. */
interface OpenedRun {
  readonly id: string;
  readonly store: Store;
  readonly options: RunOptions;
  readonly host: RunHost;
  /** The run before this one. */
  readonly lastRun: string | null;
  readonly logs: string;
  readonly work: WorkFolder;
  readonly parts: Parts;
}

async function runIn(
  store: Store,
  asked: RunOptions,
  { parts, host }: { parts: Parts; host: RunHost },
): Promise<RunResult> {
  const opened = await openRun(store, asked, { parts, host });
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
      next: nextStep({
        decision: last.decision,
        failure: last.observation.turn?.report.failure ?? null,
        agent,
        acceptable: acceptableTasks(store.runState),
        explainDecision: tellingDecision(records),
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

/** Gives the run its id, its files and its folder, and says that it starts. */
async function openRun(
  store: Store,
  asked: RunOptions,
  { parts: found, host }: { parts: Parts; host: RunHost },
): Promise<OpenedRun> {
  const { emit } = host;
  const warn = warner(host);
  const lastRun = store.runState.run?.id ?? null;
  const resumed = asked.resume;
  const id = resumed ? findRunToResume(store.folder, store.runState) : newRunId(now());
  const options = resumed ? asked : { ...asked, config: withRoomForTasks(asked.config, await readList(found.tracker)) };
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

const warner =
  ({ emit }: RunHost) =>
  (text: string): void =>
    emit({ type: "warning", text });

/** Looks at the start of the run and puts everything together that the loop works with. */
async function prepareLoop(
  { id, store, options, host, lastRun, logs, work, parts }: OpenedRun,
  guard: FolderGuard,
  hear: (message: string) => void,
): Promise<LoopSetup> {
  const { config, resume: resumed } = options;
  const { cwd } = work;
  const warn = warner(host);
  const output = host.ownsOutput ? await findOutputFiles(options.cwd, id, host.stop.now) : [];
  const own = [store.folder, pathResolve(cwd, config.stateFolder), ...output];
  const tasksFile = listFile(options.tasks);
  const baseline = await openBaseline(
    { cwd, parts, tasksFile, file: baselineFile(logs), store, run: id, resumed, guard, own },
    host,
  );
  const checkpoints = await openCheckpoints(options, { id, resumed, store, logs, warn, work });
  // From here on it can be resumed. A start that was refused leaves an earlier run to be resumed as it was.
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
      resumed,
      owedBefore: resumed ? [] : owedByLastRun(store, readListText(options.tasks, cwd), { run: lastRun, warn }),
    }),
    checkpoints,
    logFile: (iteration, name) => {
      makeFolder(logs);
      return `${logs}/${String(iteration).padStart(4, "0")}-${name}`;
    },
    saveResponse: (text) => {
      hear(text);
      store.writeRunFile(`${store.folder}/last-response.md`, text);
    },
    readList: () => readListText(options.tasks, cwd),
  };
}

/** What is the same for the loop in every folder. */
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

/** What the run is resumed with: its flags, and the list and the cap that were found for it. */
function writeRunFiles(store: Store, { config, flags, tasks }: RunOptions, logs: string): void {
  const { from } = config.origins["maxIterations"] ?? {};
  const { maxIterations } = config.resolved.settings;
  const isOurs = from === "default" && maxIterations !== defaultSettings.maxIterations;
  const found = { ...(isOurs ? { "max-iterations": String(maxIterations) } : {}), ...flags, tasks };
  store.writeRunFile(
    flagsFile(logs),
    `${JSON.stringify(found)}
`,
  );
  writeGitignore(store.folder);
}

/** The parts as the worktree has them: as they were committed. */
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

/** The run to resume, also where it was cut short before its first decision. */
export function findRunToResume(folder: string, { run: current, last }: RunState): string {
  const cutShort = readCurrent(folder);
  if (cutShort !== null) return cutShort;
  if (current && last?.outcome !== "completed") return current.id;
  throw nothingToResume(
    folder,
    current
      ? "the last run was completed: leave --resume out to begin a new one"
      : "begin a run: untildone run --agent claude",
  );
}

const nothingToResume = (folder: string, fix: string): UserError =>
  new UserError({ what: "there is nothing to resume", where: folder, fix });

/** What the last decision of the run told the agent, for the turn that never came. */
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

/** The decision that says most of why the run ended: the last one after a turn, or that set a task aside. */
const tellingDecision = (records: readonly DecisionRecord[]): number | null =>
  records.findLast(({ decision, observation }) => decision.setAside || observation.turn)?.n ?? null;

import { resolve } from "node:path";
import { UserError } from "../base/errors.js";
import { isRecord } from "../base/is-record.js";
import type { Checkpoints } from "../checkpoints/checkpoints.js";
import { adviseOn } from "../checkpoints/git-worktree.js";
import type { Config } from "../config/load.js";
import { closedBreaker, enterBreaker } from "../core/breaker.js";
import { breakerLimits } from "../core/weigh.js";
import { type Baseline, takeBaseline } from "../evidence/baseline.js";
import type { CheckPlan } from "../evidence/plan.js";
import { formatPlan, planChecks } from "../evidence/plan-checks.js";
import { lookAtWorkspace, type WorkspaceState } from "../evidence/workspace/state.js";
import { runLoop } from "../loop/loop.js";
import { nextStep } from "../loop/next-step.js";
import type { RunEvent } from "../loop/run-event.js";
import { RunWork } from "../loop/run-work.js";
import { readList, selectTask } from "../loop/select.js";
import type { Limits, LoopSetup } from "../loop/setup.js";
import { StopRequest } from "../loop/stop.js";
import { type Ended, summarizeRun } from "../loop/summarize-run.js";
import { makeTurnPrompt } from "../loop/take-turn.js";
import { terminalReporter } from "../report/terminal.js";
import { FolderGuard } from "../store/guard.js";
import { circuitStateName, eachRecordBackwards, exitStateName, journalName, loadState } from "../store/load.js";
import type { DecisionRecord } from "../store/record.js";
import { lockName, Store } from "../store/store.js";
import { elapsedSeconds, newRunId, now } from "../system/clock.js";
import { exists, makeFolder, removeFile, replaceFile } from "../system/disk.js";
import { readIfThere } from "../system/files.js";
import { textAt } from "../system/folder.js";
import { newNonce } from "../system/nonce.js";
import { endNow, onStopSignals, sleepUntil } from "../system/signals.js";
import { openTracker } from "../trackers/open-tracker.js";
import type { WorkLedger } from "../work/work-ledger.js";
import { acceptable } from "./accept.js";
import { writeStateFile } from "./check.js";
import { namedChecks } from "./check-flags.js";
import type { Command, Io, ParsedArgs } from "./command.js";
import { currentFile, readCurrent } from "./current-run.js";
import { checkOrigin, listOrigins } from "./judging.js";
import { flagsFile, flagsToSave, type Resumed, withSavedFlags } from "./resume-flags.js";
import { unmeasuredBudgets, withRoomForTasks } from "./run-budget.js";
import { runConfig, runFlags, seconds } from "./run-flags.js";
import {
  gitRecordFile,
  openCheckpoints,
  openWorkFolder,
  refuseUncommitted,
  refuseWithoutGit,
  type WorkFolder,
} from "./run-git.js";
import { ledgerFile, owedByLastRun, readLedger, startLedger } from "./run-ledger.js";
import { resolveAgents, resolvePhases, resolvePrompt, resolveProtocol } from "./run-parts.js";
import { shadowRun } from "./shadow.js";
import { chooseList, fileOfList } from "./task-list.js";

export const run: Command = {
  name: "run",
  usage: "run --agent NAME [options]",
  about:
    "Runs the agent until the work is done: selects a task, asks the agent, looks at what it did, decides, acts. Ctrl-C finishes\nthe iteration, a second one stops the agent, a third ends at once.\n\nExit status: 0 completed, 1 stuck, blocked or for review, 2 aborted (a cap, an unusable agent or list, a mistake),\n3 interrupted; --exit-codes gold for the other table.",
  flags: runFlags,
  examples: [
    "untildone run --agent claude --tasks TODO.md --max-time 8h",
    'untildone run --command "my-agent --yes" --check tests="npm test"',
    "untildone run --agent codex --dry-run",
    "untildone run --resume",
  ],
  run: (args, io) => startRun(args, io),
};

/** What a caller of ours may want otherwise than the command line can say. */
export interface RunChanges {
  readonly limits?: Partial<Limits>;
  /** Hears every event after it was shown. */
  readonly hear?: (event: RunEvent) => void;
}

/** The command itself, for whoever gives it its words: the command line, and the demo. */
export async function startRun(asked: ParsedArgs, io: Io, { limits = {}, hear }: RunChanges = {}): Promise<number> {
  const { given: args, notes } = resumeFlags(asked, io);
  const config = runConfig(args, io);
  if (args.flag("shadow")) return shadowRun(args, io, config);
  refuseEndless(config);
  await refuseWithoutGit(args, io);
  const parts = await resolveParts(args, config, { io, cwd: io.cwd });
  if (args.flag("dry-run")) return dryRun(parts, { given: args, io, config });
  const folder = resolve(io.cwd, config.stateFolder);
  const store = Store.open({ folder, command: "run", now: now(), patienceMs: 0 });
  const stop = new StopRequest();
  const show = reporter(args, io);
  const emit = (event: RunEvent): void => {
    show(event);
    hear?.(event);
  };
  const callOff = onStopSignals((signal) => {
    const heard = stop.raise(signal === "SIGINT" ? 1 : 2);
    if (!heard) endNow(3);
    if (stop.level > 0) emit({ type: "interrupt-hear", level: stop.level === 1 ? 1 : 2 });
  });
  try {
    for (const text of [...notes, ...unmeasuredBudgets(parts.agents, config.resolved.settings)])
      emit({ type: "warning-give", text });
    return await runIn(store, { given: args, io, cwd: io.cwd, config, parts, stop, say: emit, limits });
  } finally {
    store.close();
    callOff();
  }
}

/** With --resume alone a run goes on with its own agent, list, checks and settings. */
function resumeFlags(args: ParsedArgs, io: Io): Resumed {
  if (!args.flag("resume")) return { given: args, notes: [] };
  const folder = resolve(io.cwd, runConfig(args, io).stateFolder);
  const { run: current } = loadState(folder).kept;
  const run = readCurrent(folder) ?? current?.id;
  if (run === undefined) return { given: args, notes: [] };
  return withSavedFlags(args, flagsFile(`${folder}/logs/${run}`), current?.id === run ? current : null);
}

/** The flags to go on with, and the list and cap that were found for the run. */
function flagsOfRun({ given: args, config, parts }: Running) {
  const cap = String(config.resolved.settings.maxIterations);
  return { "max-iterations": cap, ...flagsToSave(args), tasks: parts.list };
}

type Parts = Awaited<ReturnType<typeof resolveParts>>;

/** Everything but the state: what can be wrong with it is told before anything is begun. */
async function resolveParts(args: ParsedArgs, config: Config, { io, cwd }: { io: Io; cwd: string }) {
  const agents = resolveAgents(args, config, io);
  const work = { ...io, cwd };
  const list = await chooseList(args.text("tasks"), config, work);
  const { optionalSections } = config.resolved.settings;
  const tracker = await openTracker(list, { cwd, env: io.env, optionalSections });
  const { plans, notes } = planChecks({
    cwd,
    checks: namedChecks(args, config),
    origin: checkOrigin(config, "--check"),
    detect: !args.flag("no-detect"),
  });
  const words = resolvePrompt(args, config, { io: work, hasList: list !== "none" });
  return {
    agents,
    list,
    tracker,
    plans,
    notes,
    ...words,
    phases: resolvePhases(config, work),
    protocol: resolveProtocol(args),
  };
}

/** A run without any cap could go on for ever, and one day it does. */
function refuseEndless({ resolved }: Config): void {
  const { maxIterations, maxSeconds, maxTokens, maxCostUsd } = resolved.settings;
  if (maxIterations > 0 || [maxSeconds, maxTokens, maxCostUsd].some((cap) => cap !== null && cap > 0)) return;
  throw new UserError({
    what: "the run has no cap at all",
    where: "maxIterations is 0",
    fix: "set --max-time, --max-cost or --max-tokens beside it",
  });
}

interface Running {
  readonly given: ParsedArgs;
  readonly io: Io;
  /** Where the work is: the project, or the run's worktree. */
  readonly cwd: string;
  readonly config: Config;
  readonly parts: Parts;
  readonly stop: StopRequest;
  readonly say: (event: RunEvent) => void;
  readonly limits: Partial<Limits>;
}

async function runIn(store: Store, begun: Running): Promise<number> {
  const { given: args, io, say: emit } = begun;
  const lastId = store.runState.run?.id ?? null;
  const last = args.flag("resume") ? lastRun(store) : null;
  const resumed = last !== null;
  const id = last ?? newRunId(now());
  const config = resumed ? begun.config : withRoomForTasks(begun.config, await readList(begun.parts.tracker));
  const started = { ...begun, config };
  await meetBreaker(store, { given: args, config, io, run: id });
  const cutShort = resumed ? null : readCurrent(store.folder);
  store.writeRunFile(currentFile(store.folder), `${JSON.stringify({ run: id })}\n`);
  store.writeRunFile(flagsFile(`${store.folder}/logs/${id}`), `${JSON.stringify(flagsOfRun(started))}\n`);
  writeGitignore(store.folder);
  for (const text of [...config.warnings, ...store.warnings]) emit({ type: "warning-give", text });
  const logs = `${store.folder}/logs/${id}`;
  const warn = (text: string): void => emit({ type: "warning-give", text });
  const work = await openWorkFolder(args, io, { id, resumed, store, logs, warn });
  const running = { ...started, cwd: work.cwd, parts: await partsIn(work, started) };
  const { parts } = running;
  emit({
    type: "run-start",
    run: id,
    resumed,
    agents: parts.agents.map(({ name }) => name),
    policy: config.resolved.name,
    tasks: parts.list === "none" ? "no task list" : parts.list,
    checks: parts.plans.map(formatPlan),
  });
  if (work.worktree) emit({ type: "worktree-enter", ...work.worktree });
  if (cutShort !== null)
    warn(
      `run ${cutShort} was cut short. Its ticks count as done from now on; to go on with it instead: untildone run --resume`,
    );
  const guard = new FolderGuard(`${store.folder}/${journalName}`, guarded(store.folder, io.cwd, logs));
  try {
    guard.remember();
    const own = [store.folder, resolve(work.cwd, config.stateFolder)];
    const baseline = await openBaseline(running, { file: `${logs}/baseline.json`, store, resumed, guard, own });
    const checkpoints = await openCheckpoints({ given: args, config, work, id, logs, resumed, store, warn });
    const workspace = resumed ? await lookAtWorkspace(work.cwd, { ignore: own }) : baseline.state;
    const ledger = (resumed ? readLedger(ledgerFile(logs), warn) : null) ?? startLedger(baseline);
    const owedBefore = resumed ? [] : owedByLastRun(store, listText(running), { run: lastId, warn });
    const begun = { id, logs, baseline, workspace, ledger, owedBefore, own, guard, resumed, checkpoints };
    const setup = createSetup(store, running, begun);
    const heard = listenTo(setup);
    const { last: final, agent } = await runLoop(heard.setup, resumed ? lastFeedback(store) : []);
    removeFile(currentFile(store.folder));
    if (config.stateFile) writeStateFile(config.stateFile, final, { store, io });
    emit({
      type: "run-end",
      record: final,
      summary: summarizeRun({
        records: readRunRecords(store, id),
        last: final,
        kept: store.runState.run,
        ...heard.seen,
        owed: setup.work.owed,
        next: nextStep({
          decision: final.decision,
          failure: final.observation.turn?.said.failure ?? null,
          agent,
          acceptable: acceptable(store.runState),
        }),
        worktree: work.worktree ? adviseOn(work.worktree) : null,
      }),
    });
    return final.decision.exitCode ?? 2;
  } finally {
    guard.close();
  }
}

/** The parts as the folder of the run has them: in a worktree, as they were committed. */
async function partsIn(work: WorkFolder, { given: args, config, io, parts }: Running): Promise<Parts> {
  if (!work.worktree) return parts;
  try {
    const named = [parts.list, args.text("prompt"), args.text("template"), parts.promptFile];
    refuseUncommitted(named, { from: io.cwd, to: work.cwd });
    return await resolveParts(args, config, { io, cwd: work.cwd });
  } catch (error) {
    await work.abandon();
    throw error;
  }
}

/** An agent's `git add -A` must not commit our files; configuration and prompts stay visible. Yours is left as it is. */
function writeGitignore(folder: string): void {
  const file = `${folder}/.gitignore`;
  if (!exists(file)) replaceFile(file, `${ourFiles.join("\n")}\n`);
}

const ourFiles = [
  ...["decisions.jsonl*", "exit-state.json*", "circuit-state.json*", "current-run.json", "workspace.json"],
  ...["last-response.md", "untildone.lock*", "logs/", "worktrees/", "shadow/", ".gitignore"],
];

const guarded = (folder: string, cwd: string, logs: string): readonly string[] => [
  ...[exitStateName, circuitStateName, lockName, "config.yaml", "config.yml", "config.json"].map(
    (name) => `${folder}/${name}`,
  ),
  `${cwd}/.bb3/config.yaml`,
  currentFile(folder),
  `${logs}/baseline.json`,
  ledgerFile(logs),
  flagsFile(logs),
  gitRecordFile(logs),
];

/** The run to go on with, also where it was cut short before its first decision; null where there was none. */
function lastRun({ runState, folder }: Store): string | null {
  const cutShort = readCurrent(folder);
  if (cutShort !== null) return cutShort;
  if (runState.last?.outcome !== "completed" || !runState.run) return runState.run?.id ?? null;
  throw new UserError({
    what: "the last run was completed: there is nothing to resume",
    where: folder,
    fix: "leave --resume out to begin a new one",
  });
}

/** An open breaker outlives the run that opened it; only a person, or time, closes it. */
async function meetBreaker(
  store: Store,
  { given: args, config, io, run: id }: { given: ParsedArgs; config: Config; io: Io; run: string },
): Promise<void> {
  const { settings } = config.resolved;
  const { state, reason } = enterBreaker(store.runState.breaker, breakerLimits(settings), now());
  if (state !== "open") return;
  const why = `the breaker is open${reason ? `: ${reason}` : ""}`;
  const answer = args.flag("reset-breaker") ? "yes" : ((await io.ask?.(`${why}\nclose it and begin? [y/N] `)) ?? "");
  if (!/^y(?:es)?$/i.test(answer.trim()))
    throw new UserError({
      what: why,
      where: store.folder,
      fix: "look at what went wrong (untildone explain), then untildone run --reset-breaker",
    });
  store.append({
    kind: "breaker",
    at: new Date(now()).toISOString(),
    run: id,
    why: "reset at the start of a run",
    breaker: closedBreaker,
  });
  store.snapshot();
}

interface BaselineOf extends Pick<Begun, "resumed" | "guard" | "own"> {
  readonly file: string;
  readonly store: Store;
}

async function openBaseline(
  { cwd, parts, stop, say: emit }: Running,
  { file, store, resumed, guard, own }: BaselineOf,
): Promise<Baseline> {
  const kept = resumed ? readIfThere(file) : null;
  if (kept !== null) return readBaseline(kept, file);
  const { baseline } = await takeBaseline({
    cwd,
    plans: parts.plans,
    tasksFile: fileOfList(parts.list),
    ignore: own,
    signal: stop.now,
    logDirectory: file.replace(/baseline\.json$/, "baseline"),
  });
  for (const restored of guard.restore()) emit({ type: "file-restore", ...restored });
  // One that was cut short knows nothing: a resumed run takes it again.
  if (!stop.now.aborted) store.writeRunFile(file, JSON.stringify(baseline));
  const failing = baseline.checks
    .filter(({ state }) => state !== "holds")
    .map(
      ({ name, state, failing: tests }) =>
        `${name} ${state} already${tests.length > 0 ? `: ${tests.slice(0, 5).join(", ")}` : ""}`,
    )
    .map((line) => line.replaceAll(`${cwd}/`, ""));
  emit({ type: "baseline-take", failing, notes: [...parts.notes, ...baseline.notes] });
  if (!parts.plans.some((plan) => canVerify(plan, baseline))) emit({ type: "warning-give", text: noCheck });
  return baseline;
}

/** Taken anew it would call the run's own work its start: without it the run cannot go on. */
function readBaseline(text: string, file: string): Baseline {
  try {
    const held: unknown = JSON.parse(text);
    if (isRecord(held) && isRecord(held["state"]) && Array.isArray(held["checks"])) return held as unknown as Baseline;
  } catch {
    // Said below.
  }
  throw new UserError({
    what: "the run cannot be resumed: the record of how things stood at its start is damaged",
    where: file,
    fix: "begin a new run without --resume; the work so far stays as it is",
  });
}

/** A required command; one that we found ourselves counts only where it runs any tests. */
function canVerify(plan: CheckPlan, { checks }: Baseline): boolean {
  if (plan.kind === "judge") return true;
  if (plan.kind !== "command" || !plan.required) return false;
  return !plan.found || checks.find(({ name }) => name === plan.name)?.state !== "unknown";
}

const noCheck =
  'no check can verify the work: tasks will be done but unverified. Name one with --check tests="npm test", or refuse such tasks with --set requireChecks=true';

function listText({ cwd, parts }: Pick<Running, "cwd" | "parts">): string | null {
  const file = fileOfList(parts.list);
  return file === null ? null : textAt(resolve(cwd, file));
}

interface Begun {
  readonly id: string;
  readonly logs: string;
  readonly baseline: Baseline;
  readonly workspace: WorkspaceState;
  readonly ledger: WorkLedger;
  readonly owedBefore: readonly string[];
  readonly own: readonly string[];
  readonly guard: FolderGuard;
  readonly resumed: boolean;
  readonly checkpoints: Checkpoints | null;
}

function createSetup(
  store: Store,
  { given: args, cwd, config, parts, stop, say: emit, limits }: Running,
  { id, logs, baseline, workspace, ledger, owedBefore, own, guard, resumed, checkpoints }: Begun,
): LoopSetup {
  const time = (flag: string, otherwise: number): number => {
    const text = args.text(flag);
    return text === undefined ? otherwise : seconds(text, `--${flag}`);
  };
  return {
    cwd,
    run: id,
    resumed,
    store,
    guard,
    agents: parts.agents,
    tracker: parts.tracker,
    tasksFile: fileOfList(parts.list),
    own,
    plans: parts.plans,
    baseline,
    workspace,
    policy: config.resolved,
    spec: config.policy,
    settings: config.settings,
    work: new RunWork(ledger, {
      save: (kept) => store.writeRunFile(ledgerFile(logs), JSON.stringify(kept)),
      isListGiven: config.resolved.settings.proof !== "facts",
      resumed,
      owedBefore,
    }),
    origins: listOrigins(config),
    prompt: parts.prompt,
    template: parts.template,
    phases: parts.phases,
    protocol: parts.protocol,
    continueSession: args.flag("continue-session"),
    forceComplete: args.flag("force-complete"),
    limits: {
      timeoutSeconds: time("timeout", 7200),
      idleTimeoutSeconds: time("idle-timeout", 1800),
      graceSeconds: time("grace", 10),
      retrySeconds: 5,
      retries: 3,
      limitMarginSeconds: time("limit-margin", 5),
      ...limits,
    },
    checkpoints,
    stop,
    say: emit,
    now,
    elapsed: elapsedSeconds,
    newNonce,
    sleep: sleepUntil,
    logFile: (iteration, name) => {
      makeFolder(logs);
      return `${logs}/${String(iteration).padStart(4, "0")}-${name}`;
    },
    keepResponse: (text) => store.writeRunFile(`${store.folder}/last-response.md`, text),
    readList: () => listText({ cwd, parts }),
  };
}

/** What the last decision of the run told the agent, for the turn that never came. */
function lastFeedback({ folder }: Store): readonly string[] {
  let feedback: readonly string[] = [];
  eachRecordBackwards(folder, (record) => {
    if (record.kind !== "decision") return "more";
    feedback = record.decision.feedback;
    return "enough";
  });
  return feedback;
}

/** The setup, with an ear for what no record tells: the agent's last message, and a task marked as the run was stopped. */
function listenTo(setup: LoopSetup): { setup: LoopSetup; seen: Pick<Ended, "message" | "lastMark"> } {
  const seen: { message: string | null; lastMark: Ended["lastMark"] } = { message: null, lastMark: null };
  return {
    seen,
    setup: {
      ...setup,
      keepResponse: (text) => {
        seen.message = text;
        setup.keepResponse(text);
      },
      say: (event) => {
        if (event.type === "task-mark") seen.lastMark = event.problem === null ? event : null;
        setup.say(event);
      },
    },
  };
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

function reporter(args: ParsedArgs, io: Io): (event: RunEvent) => void {
  if (args.flag("json"))
    return (event) => {
      if (event.type !== "agent-output") io.out(`${JSON.stringify(event)}\n`);
    };
  const live = io.isTerminal ? (text: string): void => io.out(`\r\u001b[K${text}`) : null;
  return terminalReporter({ colour: io.colour, width: terminalWidth(io), live, print: (text) => io.out(text) });
}

/** Lines are broken for a person's screen only: a log is searched line by line. */
export const terminalWidth = (io: Io): number => (io.isTerminal ? Math.max(20, io.width) : Number.POSITIVE_INFINITY);

async function dryRun(
  parts: Parts,
  { given: args, io, config }: Pick<Running, "given" | "io" | "config">,
): Promise<number> {
  const selected = selectTask(await readList(parts.tracker), null);
  const [phase = { name: "work", template: null }] = parts.phases;
  const setup = { ...parts, policy: config.resolved, run: "dry-run", readList: () => listText({ cwd: io.cwd, parts }) };
  const nonce = parts.protocol === "untildone" ? "000000" : null;
  const prompt = makeTurnPrompt(setup, { iteration: 1, selected, phase, feedback: [], nonce });
  const plan = {
    policy: config.resolved.name,
    tasks: parts.list,
    task: selected.task?.id ?? null,
    agents: parts.agents.map((agent) => ({
      name: agent.name,
      words: agent.invoke({ prompt: "{prompt}", resume: null }).words,
    })),
    checks: parts.plans.map(formatPlan),
    notes: parts.notes,
    prompt,
  };
  if (args.flag("json")) io.out(`${JSON.stringify(plan)}\n`);
  else {
    io.out(`policy   ${plan.policy}\ntasks    ${plan.tasks}${plan.task ? `, next ${plan.task}` : ""}\n`);
    for (const { name, words } of plan.agents) io.out(`agent    ${name}: ${words.join(" ")}\n`);
    for (const check of plan.checks) io.out(`check    ${check}\n`);
    for (const note of plan.notes) io.out(`note     ${note}\n`);
    io.out(`\n${prompt}`);
  }
  return 0;
}

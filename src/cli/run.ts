import { resolve } from "node:path";
import { adviseOn } from "../checkpoints/worktree.js";
import type { Config } from "../config/load.js";
import { isRecord } from "../config/readers.js";
import { closedBreaker, enterBreaker } from "../core/breaker.js";
import { breakerLimits } from "../core/weigh.js";
import { UserError } from "../errors.js";
import { type Baseline, takeBaseline } from "../evidence/baseline.js";
import type { CheckPlan } from "../evidence/plan.js";
import { planChecks, tellPlan } from "../evidence/plan-checks.js";
import { lookAtWorkspace, type WorkspaceState } from "../evidence/workspace/state.js";
import { runLoop } from "../loop/loop.js";
import { nextStep } from "../loop/next-step.js";
import type { RunEvent } from "../loop/run-event.js";
import { RunWork } from "../loop/run-work.js";
import { readList, selectTask } from "../loop/select.js";
import type { Checkpoints, Limits, LoopSetup } from "../loop/setup.js";
import { StopWish } from "../loop/stop.js";
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
import { openTracker } from "../system/open-tracker.js";
import { endNow, onStopSignals, sleepUntil } from "../system/signals.js";
import type { WorkLedger } from "../work/work-ledger.js";
import { acceptable } from "./accept.js";
import { keepStateFile } from "./check.js";
import { namedChecks } from "./check-flags.js";
import type { Command, Given, Io } from "./command.js";
import { currentFile, readCurrent } from "./current-run.js";
import { checkOrigin, originsOf } from "./judging.js";
import { flagsFile, flagsToSave, type Resumed, withSavedFlags } from "./resume-flags.js";
import { unmeasuredBudgets, withRoomForTasks } from "./run-budget.js";
import { runConfig, runFlags, seconds } from "./run-flags.js";
import {
  checkpointsOf,
  gitRecordFile,
  refuseUncommitted,
  refuseWithoutGit,
  type WorkFolder,
  workFolderOf,
} from "./run-git.js";
import { ledgerFile, owedByLastRun, readLedger, startLedger } from "./run-ledger.js";
import { agentsOf, phasesOf, promptOf, protocolOf } from "./run-parts.js";
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
  run: (given, io) => startRun(given, io),
};

/** What a caller of ours may want otherwise than the command line can say. */
export interface RunChanges {
  readonly limits?: Partial<Limits>;
  /** Hears every event after it was shown. */
  readonly hear?: (event: RunEvent) => void;
}

/** The command itself, for whoever gives it its words: the command line, and the demo. */
export async function startRun(asked: Given, io: Io, { limits = {}, hear }: RunChanges = {}): Promise<number> {
  const { given, notes } = resumeFlags(asked, io);
  const config = runConfig(given, io);
  if (given.flag("shadow")) return shadowRun(given, io, config);
  refuseEndless(config);
  await refuseWithoutGit(given, io);
  const parts = await partsOf(given, config, { io, cwd: io.cwd });
  if (given.flag("dry-run")) return dryRun(parts, { given, io, config });
  const folder = resolve(io.cwd, config.stateFolder);
  const store = Store.open({ folder, command: "run", now: now(), patienceMs: 0 });
  const stop = new StopWish();
  const show = reporter(given, io);
  const say = (event: RunEvent): void => {
    show(event);
    hear?.(event);
  };
  const callOff = onStopSignals((signal) => {
    const heard = stop.raise(signal === "SIGINT" ? 1 : 2);
    if (!heard) endNow(3);
    if (stop.level > 0) say({ type: "interrupt-hear", level: stop.level === 1 ? 1 : 2 });
  });
  try {
    for (const text of [...notes, ...unmeasuredBudgets(parts.agents, config.resolved.settings)])
      say({ type: "warning-give", text });
    return await runIn(store, { given, io, cwd: io.cwd, config, parts, stop, say, limits });
  } finally {
    store.close();
    callOff();
  }
}

/** With --resume alone a run goes on with its own agent, list, checks and settings. */
function resumeFlags(asked: Given, io: Io): Resumed {
  if (!asked.flag("resume")) return { given: asked, notes: [] };
  const folder = resolve(io.cwd, runConfig(asked, io).stateFolder);
  const { run: kept } = loadState(folder).kept;
  const run = readCurrent(folder) ?? kept?.id;
  if (run === undefined) return { given: asked, notes: [] };
  return withSavedFlags(asked, flagsFile(`${folder}/logs/${run}`), kept?.id === run ? kept : null);
}

/** The flags to go on with, and the list and cap that were found for the run. */
function flagsOfRun({ given, config, parts }: Running) {
  const cap = String(config.resolved.settings.maxIterations);
  return { "max-iterations": cap, ...flagsToSave(given), tasks: parts.list };
}

type Parts = Awaited<ReturnType<typeof partsOf>>;

/** Everything but the state: what can be wrong with it is told before anything is begun. */
async function partsOf(given: Given, config: Config, { io, cwd }: { io: Io; cwd: string }) {
  const agents = agentsOf(given, config, io);
  const work = { ...io, cwd };
  const list = await chooseList(given.text("tasks"), config, work);
  const { optionalSections } = config.resolved.settings;
  const tracker = await openTracker(list, { cwd, env: io.env, optionalSections });
  const { plans, notes } = planChecks({
    cwd,
    checks: namedChecks(given, config),
    origin: checkOrigin(config, "--check"),
    detect: !given.flag("no-detect"),
  });
  const words = promptOf(given, config, { io: work, hasList: list !== "none" });
  return { agents, list, tracker, plans, notes, ...words, phases: phasesOf(config, work), protocol: protocolOf(given) };
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
  readonly given: Given;
  readonly io: Io;
  /** Where the work is: the project, or the run's worktree. */
  readonly cwd: string;
  readonly config: Config;
  readonly parts: Parts;
  readonly stop: StopWish;
  readonly say: (event: RunEvent) => void;
  readonly limits: Partial<Limits>;
}

async function runIn(store: Store, begun: Running): Promise<number> {
  const { given, io, say } = begun;
  const lastId = store.kept.run?.id ?? null;
  const last = given.flag("resume") ? lastRun(store) : null;
  const resumed = last !== null;
  const id = last ?? newRunId(now());
  const config = resumed ? begun.config : withRoomForTasks(begun.config, await readList(begun.parts.tracker));
  const started = { ...begun, config };
  await meetBreaker(store, { given, config, io, run: id });
  const cutShort = resumed ? null : readCurrent(store.folder);
  store.keep(currentFile(store.folder), `${JSON.stringify({ run: id })}\n`);
  store.keep(flagsFile(`${store.folder}/logs/${id}`), `${JSON.stringify(flagsOfRun(started))}\n`);
  keepOutOfGit(store.folder);
  for (const text of [...config.warnings, ...store.warnings]) say({ type: "warning-give", text });
  const logs = `${store.folder}/logs/${id}`;
  const warn = (text: string): void => say({ type: "warning-give", text });
  const work = await workFolderOf(given, io, { id, resumed, store, logs, warn });
  const running = { ...started, cwd: work.cwd, parts: await partsIn(work, started) };
  const { parts } = running;
  say({
    type: "run-start",
    run: id,
    resumed,
    agents: parts.agents.map(({ name }) => name),
    policy: config.resolved.name,
    tasks: parts.list === "none" ? "no task list" : parts.list,
    checks: parts.plans.map(tellPlan),
  });
  if (work.worktree) say({ type: "worktree-enter", ...work.worktree });
  if (cutShort !== null)
    warn(
      `run ${cutShort} was cut short. Its ticks count as done from now on; to go on with it instead: untildone run --resume`,
    );
  const guard = new FolderGuard(`${store.folder}/${journalName}`, guarded(store.folder, io.cwd, logs));
  try {
    guard.remember();
    const own = [store.folder, resolve(work.cwd, config.stateFolder)];
    const baseline = await baselineOf(running, { file: `${logs}/baseline.json`, store, resumed, guard, own });
    const checkpoints = await checkpointsOf({ given, config, work, id, logs, resumed, store, warn });
    const workspace = resumed ? await lookAtWorkspace(work.cwd, { ignore: own }) : baseline.state;
    const ledger = (resumed ? readLedger(ledgerFile(logs), warn) : null) ?? startLedger(baseline);
    const owedBefore = resumed ? [] : owedByLastRun(store, listText(running), { run: lastId, warn });
    const begun = { id, logs, baseline, workspace, ledger, owedBefore, own, guard, resumed, checkpoints };
    const setup = setupOf(store, running, begun);
    const heard = listenTo(setup);
    const { last: final, agent } = await runLoop(heard.setup, resumed ? lastFeedback(store) : []);
    removeFile(currentFile(store.folder));
    if (config.stateFile) keepStateFile(config.stateFile, final, { store, io });
    say({
      type: "run-end",
      record: final,
      summary: summarizeRun({
        records: recordsOf(store, id),
        last: final,
        kept: store.kept.run,
        ...heard.seen,
        owed: setup.work.owed,
        next: nextStep({
          decision: final.decision,
          failure: final.observation.turn?.said.failure ?? null,
          agent,
          acceptable: acceptable(store.kept),
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
async function partsIn(work: WorkFolder, { given, config, io, parts }: Running): Promise<Parts> {
  if (!work.worktree) return parts;
  try {
    const named = [parts.list, given.text("prompt"), given.text("template"), parts.promptFile];
    refuseUncommitted(named, { from: io.cwd, to: work.cwd });
    return await partsOf(given, config, { io, cwd: work.cwd });
  } catch (error) {
    await work.abandon();
    throw error;
  }
}

/** An agent's `git add -A` must not commit our files; configuration and prompts stay visible. Yours is left as it is. */
function keepOutOfGit(folder: string): void {
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
function lastRun({ kept, folder }: Store): string | null {
  const cutShort = readCurrent(folder);
  if (cutShort !== null) return cutShort;
  if (kept.last?.outcome !== "completed" || !kept.run) return kept.run?.id ?? null;
  throw new UserError({
    what: "the last run was completed: there is nothing to resume",
    where: folder,
    fix: "leave --resume out to begin a new one",
  });
}

/** An open breaker outlives the run that opened it; only a person, or time, closes it. */
async function meetBreaker(
  store: Store,
  { given, config, io, run: id }: { given: Given; config: Config; io: Io; run: string },
): Promise<void> {
  const { settings } = config.resolved;
  const { state, reason } = enterBreaker(store.kept.breaker, breakerLimits(settings), now());
  if (state !== "open") return;
  const why = `the breaker is open${reason ? `: ${reason}` : ""}`;
  const answer = given.flag("reset-breaker") ? "yes" : ((await io.ask?.(`${why}\nclose it and begin? [y/N] `)) ?? "");
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

async function baselineOf(
  { cwd, parts, stop, say }: Running,
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
  for (const restored of guard.restore()) say({ type: "file-restore", ...restored });
  // One that was cut short knows nothing: a resumed run takes it again.
  if (!stop.now.aborted) store.keep(file, JSON.stringify(baseline));
  const failing = baseline.checks
    .filter(({ state }) => state !== "holds")
    .map(
      ({ name, state, failing: tests }) =>
        `${name} ${state} already${tests.length > 0 ? `: ${tests.slice(0, 5).join(", ")}` : ""}`,
    )
    .map((line) => line.replaceAll(`${cwd}/`, ""));
  say({ type: "baseline-take", failing, notes: [...parts.notes, ...baseline.notes] });
  if (!parts.plans.some((plan) => canVerify(plan, baseline))) say({ type: "warning-give", text: noCheck });
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

function setupOf(
  store: Store,
  { given, cwd, config, parts, stop, say, limits }: Running,
  { id, logs, baseline, workspace, ledger, owedBefore, own, guard, resumed, checkpoints }: Begun,
): LoopSetup {
  const time = (flag: string, otherwise: number): number => {
    const text = given.text(flag);
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
      save: (kept) => store.keep(ledgerFile(logs), JSON.stringify(kept)),
      isListGiven: config.resolved.settings.proof !== "facts",
      resumed,
      owedBefore,
    }),
    origins: originsOf(config),
    prompt: parts.prompt,
    template: parts.template,
    phases: parts.phases,
    protocol: parts.protocol,
    continueSession: given.flag("continue-session"),
    forceComplete: given.flag("force-complete"),
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
    say,
    now,
    elapsed: elapsedSeconds,
    newNonce,
    sleep: sleepUntil,
    logFile: (iteration, name) => {
      makeFolder(logs);
      return `${logs}/${String(iteration).padStart(4, "0")}-${name}`;
    },
    keepResponse: (text) => store.keep(`${store.folder}/last-response.md`, text),
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
function recordsOf({ folder }: Store, run: string): readonly DecisionRecord[] {
  const records: DecisionRecord[] = [];
  eachRecordBackwards(folder, (record) => {
    if (record.run !== run) return "enough";
    if (record.kind === "decision") records.push(record);
    return "more";
  });
  return records.reverse();
}

function reporter(given: Given, io: Io): (event: RunEvent) => void {
  if (given.flag("json"))
    return (event) => {
      if (event.type !== "agent-output") io.out(`${JSON.stringify(event)}\n`);
    };
  const live = io.isTerminal ? (text: string): void => io.out(`\r\u001b[K${text}`) : null;
  return terminalReporter({ colour: io.colour, width: widthOf(io), live, print: (text) => io.out(text) });
}

/** Lines are broken for a person's screen only: a log is searched line by line. */
export const widthOf = (io: Io): number => (io.isTerminal ? Math.max(20, io.width) : Number.POSITIVE_INFINITY);

async function dryRun(parts: Parts, { given, io, config }: Pick<Running, "given" | "io" | "config">): Promise<number> {
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
    checks: parts.plans.map(tellPlan),
    notes: parts.notes,
    prompt,
  };
  if (given.flag("json")) io.out(`${JSON.stringify(plan)}\n`);
  else {
    io.out(`policy   ${plan.policy}\ntasks    ${plan.tasks}${plan.task ? `, next ${plan.task}` : ""}\n`);
    for (const { name, words } of plan.agents) io.out(`agent    ${name}: ${words.join(" ")}\n`);
    for (const check of plan.checks) io.out(`check    ${check}\n`);
    for (const note of plan.notes) io.out(`note     ${note}\n`);
    io.out(`\n${prompt}`);
  }
  return 0;
}

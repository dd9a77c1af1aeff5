import { resolve } from "node:path";
import { formatPlan } from "../evidence/plan-checks.js";
import { allAgents, labelAgent } from "../loop/agent-roles.js";
import { RunControl } from "../loop/run-control.js";
import type { RunEvent } from "../loop/run-event.js";
import { selectTask } from "../loop/select.js";
import type { TurnLimits } from "../loop/setup.js";
import { StopRequest } from "../loop/stop.js";
import { makeTurnPrompt } from "../loop/take-turn.js";
import { breakerRefusal } from "../run/breaker.js";
import { chooseFrom, describeChoice } from "../run/choose-tasks.js";
import { findWorkFolder, refuseWithoutGit } from "../run/git.js";
import { readLedger } from "../run/ledger.js";
import { describeCutOff, findCutOff } from "../run/open-runs.js";
import type { RunOptions } from "../run/options.js";
import { refuseParallel } from "../run/parallel.js";
import { readListText, resolveParts } from "../run/parts.js";
import { findPrivateFolder } from "../run/private-folder.js";
import { describeUnusable } from "../run/refuse-list.js";
import { refuseEndless, run as runAgentLoop } from "../run/run.js";
import { refuseSandbox } from "../run/sandbox.js";
import { loadState } from "../store/load.js";
import { endNow } from "../system/end-now.js";
import { freeMemory } from "../system/free-memory.js";
import { ignoreStopSignals, onStopSignals } from "../system/signals.js";
import { formatLeftOut, leftOutSections } from "../trackers/left-out-sections.js";
import { toKnownTasks } from "../trackers/tracker.js";
import type { WorkLedger } from "../work/work-ledger.js";
import { writeStateFile } from "./check.js";
import type { Command, Io, ParsedArgs } from "./command.js";
import { openTraceExporter } from "./export-traces.js";
import { publishRun, refusePullRequest } from "./publish-run.js";
import { withResumedFlags } from "./resume-flags.js";
import { parseRunOptions, runConfig, runFlags } from "./run-flags.js";
import { createReporter } from "./run-reporter.js";
import { shadowRun } from "./shadow.js";

export const run: Command = {
  name: "run",
  maxPositionals: 0,
  usage: "run [--agent NAME] [options]",
  about:
    "Runs the agent until the work is done: selects a task, asks the agent, checks what it did, decides, acts. Ctrl-C stops after the current iteration, a second one stops the agent, a third exits at once. On a terminal, p pauses after the current iteration, s stops after it, and ? shows the keys; untildone watch shows the same in another terminal.\n\nExit status: 0 completed, 1 stuck, blocked or needs review, 2 aborted (a limit, an unusable agent or task list, an error), 3 interrupted. --exit-codes gold selects another table.",
  flags: runFlags,
  examples: [
    "untildone run --agent claude --tasks TODO.md --max-time 8h",
    'untildone run --command "my-agent --yes" --check tests="npm test"',
    "untildone run --agent claude,codex --model claude=opus",
    "untildone run --agent claude:haiku,claude:opus --escalate 2",
    "untildone run --agent claude --tasks TODO.md --only T1,T3",
    'untildone run --agent claude --tasks TODO.md --parallel 4 --setup "npm ci"',
    "untildone run --agent codex --dry-run",
    "untildone run --resume",
  ],
  run: (args, io) => startRun(args, io),
};

/** Overrides for callers inside the program, such as the demo. */
export interface RunChanges {
  readonly limits?: Partial<TurnLimits>;
  /** Called with every event after it was shown. */
  readonly onEvent?: (event: RunEvent) => void;
}

/** Starts a run, for the command line and the demo. */
export async function startRun(typed: ParsedArgs, io: Io, { limits = {}, onEvent }: RunChanges = {}): Promise<number> {
  const { args, notes, record } = withResumedFlags(typed, io);
  const config = runConfig(args, io, record?.sources);
  if (args.flag("shadow")) return shadowRun(args, io, config);
  const parsed = await parseRunOptions(args, io, { config, resume: record });
  const options = { ...parsed.options, limits: { ...parsed.options.limits, ...limits } };
  refusePullRequest({ pr: args.flag("pr"), worktree: args.flag("worktree") }, io);
  if (args.flag("dry-run")) return dryRun(options, args, io);
  const stop = new StopRequest();
  const control = new RunControl(stop, (event) => emit(event));
  const reporter = createReporter(io, { json: args.flag("json"), onKey: (key) => steer(control, key) });
  const traces = openTraceExporter(io.env, (text) => reporter.show({ type: "warning", text }));
  let hasStarted = false;
  const emit = (event: RunEvent): void => {
    hasStarted ||= event.type === "run-start";
    reporter.show(event);
    onEvent?.(event);
    traces?.take(event);
    if (io.ownsProcess && idleFrom.has(event.type)) setImmediate(freeMemory);
  };
  const removeHandlers = onStopSignals((signal) => {
    if (control.interrupt(signal === "SIGINT" ? 1 : 2)) return;
    reporter.close();
    io.err(`ended at once${hasStarted ? "; continue with: untildone run --resume" : ""}\n`);
    endNow(3);
  });
  try {
    for (const text of [...notes, ...parsed.notes]) emit({ type: "warning", text });
    const { last, exitCode } = await runAgentLoop(options, {
      stop,
      control,
      emit,
      ask: io.ask,
      alert: io.alert,
      runAgent: io.runAgent,
      ownsOutput: io.ownsProcess ?? false,
    });
    if (config.stateFile) writeStateFile(config.stateFile, last, io);
    await publishRun(
      {
        folder: resolve(io.cwd, config.stateFolder),
        run: last.run,
        pr: args.flag("pr"),
        warn: (text) => emit({ type: "warning", text }),
        onPullRequest: (url) => {
          if (!args.flag("json")) io.out(`Pull request: ${url}\n`);
        },
      },
      io,
    );
    await traces?.close();
    return exitCode;
  } finally {
    reporter.close();
    if (io.ownsProcess) ignoreStopSignals();
    removeHandlers();
  }
}

/** The keys of the live view. */
function steer(control: RunControl, key: string): void {
  if (key === "p" && control.state === "running") control.pause("key");
  else if (key === "p") control.continue("key");
  else if (key === "s") control.stop("key");
}

/** The list was read and the agent is about to work: a moment to give back memory. */
const idleFrom: ReadonlySet<RunEvent["type"]> = new Set(["run-start", "agent-start"]);

/** Why a new run would be refused after one that was killed. */
function cutOffRefusal({ cwd, resume, ...owner }: RunOptions, folder: string): readonly string[] {
  const records = resume ? null : findPrivateFolder(cwd, owner);
  const last = records && findCutOff(records, folder).at(-1);
  if (!last) return [];
  const { what, fix } = describeCutOff(last);
  return [`${what} (${fix})`];
}

/** The list of a resumed run may be in its worktree. */
const findTasksFolder = async ({ cwd, resume }: RunOptions, folder: string): Promise<string> =>
  resume ? await findWorkFolder(cwd, { logs: `${folder}/logs/${resume.run}`, run: resume.run }) : cwd;

/** Which ticks of the list a resumed run accepted. */
function findLedger({ cwd, resume, ...owner }: RunOptions): WorkLedger | null {
  const records = resume && findPrivateFolder(cwd, owner);
  return records && readLedger(records, resume.run);
}

/** Shows what would be done. Status 2 if the run would be refused. */
async function dryRun(options: RunOptions, args: ParsedArgs, io: Io): Promise<number> {
  const { config, tasks, protocol } = options;
  refuseEndless(config);
  refuseParallel(options);
  await refuseWithoutGit(options);
  await refuseSandbox(options);
  const folder = resolve(io.cwd, config.stateFolder);
  const { runState } = loadState(folder);
  const cwd = await findTasksFolder(options, folder);
  const parts = await resolveParts(options, cwd);
  const listing = await parts.tracker.list();
  const list = toKnownTasks(listing);
  const leftOut = leftOutSections(listing);
  const choice = chooseFrom(options, listing)?.choice;
  const selected = selectTask(list, findLedger(options)?.list ?? null, choice ? { choice } : {});
  const [phase = { name: "work", template: null }] = parts.phases;
  const setup = {
    ...parts,
    protocol,
    policy: config.resolved,
    run: "dry-run",
  };
  const known = options.resume ? runState.run : null;
  const background = {
    list: readListText(tasks, cwd),
    notes: known?.notes ?? [],
    workedAhead: known?.workedAhead ?? false,
  };
  const nonce = protocol === "untildone" ? "000000" : null;
  const refusals = [
    ...cutOffRefusal(options, folder),
    ...(list.is === "unusable" ? [describeUnusable(tasks, list.why)] : []),
    ...[options.resetBreaker ? null : breakerRefusal(options, { runState })].flatMap((why) =>
      why === null ? [] : [`${why} (--reset-breaker closes it)`],
    ),
  ];
  const plan = {
    policy: config.resolved.name,
    tasks,
    task: selected.task?.id ?? null,
    agents: allAgents(options.agents).map((agent) => ({
      name: labelAgent(agent),
      words: agent.invoke({ prompt: "{prompt}", resume: null }).words,
    })),
    sandbox: config.sandbox,
    checks: parts.plans.map(formatPlan),
    notes: [
      ...parts.notes,
      ...(choice && list.is === "tasks" ? describeChoice(choice, list.tasks) : []),
      ...(leftOut.length > 0 ? [`not worked on: ${formatLeftOut(leftOut)}`] : []),
    ],
    refusals,
    prompt: makeTurnPrompt(setup, { iteration: 1, selected, phase, feedback: [], words: [], nonce, background }),
  };
  if (args.flag("json")) io.out(`${JSON.stringify(plan)}\n`);
  else {
    io.out(`policy   ${plan.policy}\ntasks    ${plan.tasks}${plan.task ? `, next ${plan.task}` : ""}\n`);
    for (const { name, words } of plan.agents) io.out(`agent    ${name}: ${words.join(" ")}\n`);
    if (plan.sandbox !== "none") io.out(`sandbox  ${plan.sandbox}, network ${config.sandboxNetwork}\n`);
    for (const check of plan.checks) io.out(`check    ${check}\n`);
    for (const note of plan.notes) io.out(`note     ${note}\n`);
    for (const why of refusals) io.out(`refused  ${why}\n`);
    io.out(`\n${plan.prompt}`);
  }
  return refusals.length > 0 ? 2 : 0;
}

import { resolve } from "node:path";
import { freeMemory } from "../../lib/process/free-memory.js";
import { ignoreStopSignals, onStopSignals } from "../../lib/process/signals.js";
import { endNow } from "../../lib/terminal/end-now.js";
import type { TurnLimits } from "../../run/loop/agent-port.js";
import { RunControl } from "../../run/loop/run-control.js";
import type { RunEvent } from "../../run/loop/run-event.js";
import { StopRequest } from "../../run/loop/stop.js";
import { run as runAgentLoop } from "../../run/run.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { dryRun } from "../dry-run.js";
import { openTraceExporter } from "../export-traces.js";
import { keepFirstDayLimit } from "../flags/day-limit-flag.js";
import { withResumedFlags } from "../flags/resume-flags.js";
import { parseRunOptions, runConfig } from "../flags/run-flags.js";
import { runFlags } from "../flags/run-flags-table.js";
import { proveEndedRun } from "../prove-ended-run.js";
import { publishRun, refusePullRequest } from "../publish-run.js";
import { createReporter } from "../run-reporter.js";
import { shadowRun } from "../shadow.js";
import { type ReachedRun, viewActions } from "../view-actions.js";
import { writeStateFile } from "./check.js";

export const run: Command = {
  name: "run",
  findsProject: "flags",
  usage: "run [TASK…] [options]",
  about:
    "Runs the agent until the work is done, through a task list or the tasks you type (in quotes, or with --task): selects a task, asks the agent, checks what it did, decides, acts. Ctrl-C stops after the current iteration, a second one stops the agent, a third exits at once. On a terminal, p pauses after the current iteration, s stops after it, and ? shows the keys; untildone watch shows the same in another terminal.\n\nExit status: 0 completed, 1 stuck, blocked or needs review, 2 aborted (a limit, an unusable agent or task list, an error), 3 interrupted. --exit-codes gold selects another table.",
  flags: runFlags,
  optionGroups: [
    ["What to do", ["task", "tasks", "only", "skip", "section", "prompt", "resume", "dry-run"]],
    ["Who does it", ["agent", "model", "permissions", "escalate", "command", "agent-arg", "continue-session"]],
    ["What checks it", ["check", "optional-check", "no-detect", "reviewer", "strict", "accept-list-edits"]],
    [
      "When it stops",
      [
        "max-time",
        "max-cost",
        "max-cost-per-day",
        "max-tokens",
        "max-iterations",
        "max-iterations-per-task",
        "on-limit",
        "timeout",
        "idle-timeout",
      ],
    ],
    ["Where it works", ["worktree", "parallel", "setup", "checkpoint", "pr", "sandbox"]],
  ],
  examples: [
    'untildone run "Parse dates such as 2026-01-31 -- verify: npm test"',
    "untildone run --agent claude --tasks TODO.md --max-time 8h",
    'untildone run --command "my-agent --yes" --check tests="npm test"',
    "untildone run --agent claude,codex --model claude=opus",
    "untildone run --agent claude:haiku,claude:opus --escalate 2",
    "untildone run --agent claude --tasks TODO.md --only T1,T3",
    "untildone run --agent claude --tasks TODO.md --reviewer codex",
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
  const kept = keepFirstDayLimit(args, io);
  const stop = new StopRequest();
  const control = new RunControl(stop, (event) => emit(event));
  const reporter = createReporter(io, {
    json: args.flag("json"),
    onKey: (key) => steer(control, key),
    actions: viewActions(reachInside(control), args, io),
  });
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
    for (const text of [...notes, ...kept, ...parsed.notes]) emit({ type: "warning", text });
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
    if (args.flag("prove"))
      await proveEndedRun(last.run, { config, args, io, warn: (text) => emit({ type: "warning", text }) });
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

const reachInside = (control: RunControl): ReachedRun => ({
  tell: (text, task) => control.words.tell(text, task === null ? {} : { task }),
  answer: (text) => control.words.answer(text, undefined),
  raise: (budget) => control.raise(budget, "key"),
});

/** The keys of the live view. */
function steer(control: RunControl, key: string): void {
  if (key === "p" && control.state === "running") control.pause("key");
  else if (key === "p") control.continue("key");
  else if (key === "s") control.stop("key");
}

/** The list was read and the agent is about to work: a moment to give back memory. */
const idleFrom: ReadonlySet<RunEvent["type"]> = new Set(["run-start", "agent-start"]);

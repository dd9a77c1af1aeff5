/** The loop as a function: runs an agent until the work is done, as `untildone run` does. */
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Agent } from "./agents/agent.js";
import { commandAgent, knownAgent } from "./agents/start/start-agent.js";
import { type Config, loadConfig } from "./config/load.js";
import type { SettingsPatch } from "./decide/settings.js";
import { splitCommand } from "./evidence/split-words.js";
import { UserError } from "./lib/errors.js";
import { usualAgents } from "./run/loop/agent-roles.js";
import { RunControl } from "./run/loop/run-control.js";
import type { RunEvent } from "./run/loop/run-event.js";
import { StopRequest } from "./run/loop/stop.js";
import { type RunResult, run as runOptions } from "./run/run.js";
import { defaultLimits } from "./run/start/limits.js";
import type { RunOptions } from "./run/start/options.js";
import { findListIn } from "./tasks/open.js";
import { systemWorld } from "./tasks/system-world.js";

export type { Agent, Invocation } from "./agents/agent.js";
// One task in a clone of its own, on whatever machine, and the journal of all of them: docs/tasks-elsewhere.md.
export type { SandboxKind, SandboxNetwork } from "./agents/sandbox/sandbox.js";
export type { AgentRunner } from "./agents/start/run-agent.js";
export type { Decision, Outcome, SetAside } from "./decide/decision.js";
export { describeDecisionProof } from "./decide/decision-proof.js";
export { resolveReadiness } from "./decide/dependencies.js";
export type { Evidence } from "./decide/evidence.js";
export type { DoneSoFar } from "./decide/observe.js";
export { describeProof } from "./decide/proof.js";
export type { Task } from "./decide/tasks.js";
export type { EndHost } from "./run/end-host.js";
export { branchName } from "./run/git/checkpoints.js";
export { SetupFailed } from "./run/git/prepare-worktree.js";
export { type EndTerms, type JudgedEnd, judgeEnd } from "./run/judge-end.js";
export { RefusedStart } from "./run/loop/refuse-start.js";
export type { ClosedLimit, LimitBoard } from "./run/parallel/limit-gate.js";
export type { RefusedWork } from "./run/parallel/unit.js";
export { unitName as taskFileName } from "./run/records/unit-record.js";
export { openTaskRun, type TaskHost } from "./run/units/open-task-run.js";
export { asTaskRecord, findUnusableAgent, recordTaskEnd, type TaskEnding } from "./run/units/task-record.js";
export { NothingToDo, type TaskRun, type TaskState, type TaskTerms, type TaskTrunk } from "./run/units/task-terms.js";
export { addDone } from "./store/apply-decision.js";
export { type CopiedRecord, JournalCopy } from "./store/journal-copy.js";
export { readDecision } from "./store/read-record.js";
export type { DecisionRecord } from "./store/record.js";
export { isUnitDone as isTaskDone } from "./store/units.js";
export { type RunEvent, type RunOptions, type RunResult, StopRequest };

export interface RunInput {
  /** The project's folder. */
  readonly cwd: string;
  /** The name of a known agent, such as claude; `{ command }` for any program; or an agent of your own. */
  readonly agent: string | { readonly command: string } | Agent;
  /** A file, a folder, github:OWNER/REPO, beads or none (default: the list found in the project). */
  readonly tasks?: string;
  readonly promptFile?: string;
  /** Checks that must pass, by name: `{ tests: "npm test" }`. */
  readonly checks?: Readonly<Record<string, string>>;
  /** Whether to detect checks in the project too (default: yes). */
  readonly detectChecks?: boolean;
  readonly policy?: string;
  readonly settings?: SettingsPatch;
  /** Called with every event. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Stops the run after the current iteration. */
  readonly signal?: AbortSignal;
}

/** Runs an agent until the work is done, or there is a reason to stop. Invalid input throws a UserError. */
export async function run(input: RunInput): Promise<RunResult> {
  const options = await makeOptions(input);
  const stop = new StopRequest();
  const raise = (): void => void stop.raise(1);
  input.signal?.addEventListener("abort", raise, { once: true });
  if (input.signal?.aborted) raise();
  try {
    const emit = (event: RunEvent): void => input.onEvent?.(event);
    return await runOptions(options, { stop, control: new RunControl(stop), emit, ask: null });
  } finally {
    input.signal?.removeEventListener("abort", raise);
  }
}

/** How a run in a folder is done: what `run` makes of its input, for `openTaskRun` and `judgeEnd`. */
export async function makeOptions(input: Omit<RunInput, "onEvent" | "signal">): Promise<RunOptions> {
  const cwd = resolve(input.cwd);
  const flags = { policy: input.policy, settings: input.settings ?? {} };
  const config = loadConfig({ cwd, env: process.env, home: homedir(), flags });
  const found = input.tasks ?? config.tasks;
  return {
    cwd,
    env: process.env,
    home: homedir(),
    config,
    agents: usualAgents([resolveAgent(input.agent)]),
    tasks: found ?? (await findListIn(systemWorld(cwd, process.env), listOptions(config))) ?? "none",
    promptFile: input.promptFile ?? null,
    templateFile: null,
    protocol: "untildone",
    checks: {
      ...config.checks,
      ...Object.fromEntries(
        Object.entries(input.checks ?? {}).map(([name, command]) => [name, { command, required: true }]),
      ),
    },
    checkOrigin: () => "run",
    detectChecks: input.detectChecks ?? true,
    limits: defaultLimits,
    continueSession: false,
    forceComplete: false,
    resume: null,
    resetBreaker: false,
    git: { worktree: false, checkpoint: null, parallel: 1, setup: null },
    flags: {},
  };
}

/** Whoever calls it from JavaScript has no types that name what is missing. */
function resolveAgent(agent: RunInput["agent"] | undefined): Agent {
  if (!agent)
    throw new UserError({
      what: "no agent is named",
      where: "agent",
      fix: 'name one: agent: "claude", or { command: "…" }',
    });
  if (typeof agent === "string") return knownAgent(agent);
  return "command" in agent ? commandAgent(splitCommand(agent.command, "agent.command")) : agent;
}

const listOptions = ({ stateFolder, resolved }: Config) => ({
  stateFolder,
  optionalSections: resolved.settings.optionalSections,
  taskMarks: resolved.settings.taskMarks,
});

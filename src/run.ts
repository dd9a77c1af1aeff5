/** The loop as a function: runs an agent until the work is done, as `untildone run` does. */
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Agent } from "./agents/agent.js";
import { commandAgent, knownAgent } from "./agents/start-agent.js";
import { type Config, loadConfig } from "./config/load.js";
import type { SettingsPatch } from "./core/settings.js";
import { splitCommand } from "./evidence/split-words.js";
import { usualAgents } from "./loop/agent-roles.js";
import { RunControl } from "./loop/run-control.js";
import type { RunEvent } from "./loop/run-event.js";
import { StopRequest } from "./loop/stop.js";
import { defaultLimits } from "./run/limits.js";
import { type RunResult, run as runOptions } from "./run/run.js";

import { findListIn } from "./trackers/open.js";
import { systemWorld } from "./trackers/system-world.js";

export type { Agent, Invocation } from "./agents/agent.js";
export type { DecisionRecord } from "./store/record.js";
export type { RunEvent, RunResult };

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
  const cwd = resolve(input.cwd);
  const base = loadConfig({
    cwd,
    env: process.env,
    home: homedir(),
    flags: { policy: input.policy, settings: input.settings ?? {} },
  });
  const stop = new StopRequest();
  const raise = (): void => void stop.raise(1);
  input.signal?.addEventListener("abort", raise, { once: true });
  if (input.signal?.aborted) raise();
  try {
    return await runOptions(
      {
        cwd,
        env: process.env,
        home: homedir(),
        config: base,
        agents: usualAgents([resolveAgent(input.agent)]),
        tasks:
          input.tasks ?? base.tasks ?? (await findListIn(systemWorld(cwd, process.env), listOptions(base))) ?? "none",
        promptFile: input.promptFile ?? null,
        templateFile: null,
        protocol: "untildone",
        checks: {
          ...base.checks,
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
      },
      { stop, control: new RunControl(stop), emit: (event) => input.onEvent?.(event), ask: null },
    );
  } finally {
    input.signal?.removeEventListener("abort", raise);
  }
}

function resolveAgent(agent: RunInput["agent"]): Agent {
  if (typeof agent === "string") return knownAgent(agent);
  return "command" in agent ? commandAgent(splitCommand(agent.command, "agent.command")) : agent;
}

const listOptions = ({ stateFolder, resolved }: Config) => ({
  stateFolder,
  optionalSections: resolved.settings.optionalSections,
  taskMarks: resolved.settings.taskMarks,
});

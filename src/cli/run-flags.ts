import { permissionLevels } from "../agents/agent.js";
import { agentNames } from "../agents/start-agent.js";
import { UserError } from "../base/errors.js";
import { suggest } from "../base/nearest.js";
import { type CheckpointKind, checkpointKinds } from "../checkpoints/checkpoints.js";
import { type Config, loadConfig, type SavedSources } from "../config/load.js";
import { allAgents } from "../loop/agent-roles.js";
import { type Protocol, protocols } from "../loop/protocol.js";
import { defaultLimits } from "../run/limits.js";
import type { RunOptions } from "../run/options.js";
import { checkFlag, detectFlag, namedChecks, optionalCheckFlag } from "./check-flags.js";
import type { Flag, Io, ParsedArgs } from "./command.js";
import { configFlags } from "./config-flags.js";
import { checkOrigin } from "./judging.js";
import { notifyFlags, readNotifyFlags } from "./notify-flags.js";
import { seconds, wholeNumber } from "./numbers.js";
import { refuseUnknownModels } from "./refuse-unknown-models.js";
import { resolveAgents } from "./resolve-agents.js";
import { readSandboxFlags, sandboxFlags } from "./sandbox-flags.js";
import { flagsToSave } from "./saved-flags.js";
import { chooseList } from "./task-list.js";

export const runFlags = {
  agent: {
    type: "string",
    value: "NAME[,NAME]",
    choices: agentNames,
    help: `${agentNames.join(", ")} or acp:"PROGRAM …" (default: the first one installed), each with its model if you like: claude:haiku,claude:opus; the next one takes over while one is at a limit, out of service or not logged in`,
  },
  escalate: {
    type: "string",
    value: "N",
    bare: "2",
    help: "give a task that was refused N times (2 if left out) to the next agent of the list, once, before it is set aside",
  },
  model: {
    type: "string",
    value: "MODEL",
    help: "the agent's model; with several agents: claude=opus,codex=gpt-5 (default: the agent's own choice)",
  },
  permissions: {
    type: "string",
    value: "WORD",
    choices: permissionLevels,
    help: "what the agent may do without asking: all (default), edit (files only) or read (nothing is changed)",
  },
  "agent-arg": {
    type: "string",
    value: "ARG",
    multiple: true,
    help: "extra argument for the agent, such as --agent-arg=--max-turns=50; repeatable; with several agents: claude=ARG",
  },
  command: {
    type: "string",
    value: "WORDS",
    help: "run this program as the agent (no shell); the prompt replaces {prompt} or goes to stdin",
  },
  script: { type: "string", value: "FILE", help: "the script that the scripted agent plays" },
  prompt: { type: "string", value: "FILE", help: "prompt file (default: .ralph/PROMPT.md or PROMPT.md)" },
  template: {
    type: "string",
    value: "FILE",
    help: "prompt template; may use {{prompt}} {{task}} {{feedback}} {{protocol}} {{iteration}} {{run}}",
  },
  protocol: {
    type: "string",
    value: "NAME",
    choices: protocols,
    help: `status block the agent is asked for: ${protocols.join(", ")} (default untildone)`,
  },
  tasks: {
    type: "string",
    value: "LIST",
    help: "task list: a file, a folder, github:OWNER/REPO, beads or none (default: found in the project)",
  },
  only: {
    type: "string",
    value: "ID[,ID]",
    multiple: true,
    help: "work on these tasks only, and on what they wait for; repeatable",
  },
  skip: { type: "string", value: "ID[,ID]", multiple: true, help: "leave these tasks out of the run; repeatable" },
  section: {
    type: "string",
    value: "NAME",
    multiple: true,
    help: "work on the tasks under this heading of the list only; repeatable",
  },
  check: checkFlag,
  "optional-check": optionalCheckFlag,
  "no-detect": detectFlag,
  strict: {
    type: "boolean",
    help: "set unverified, changedTests and signs to refuse, and acceptListEdits to false",
  },
  "accept-list-edits": { type: "boolean", help: "let the agent remove, cancel and reword tasks in the list" },
  "max-iterations": {
    type: "string",
    value: "N",
    help: "stop after N iterations (default 50; 0 = unlimited, needs another limit)",
  },
  "max-time": { type: "string", value: "TIME", help: "stop after this time, such as 90, 30m or 8h" },
  "max-cost": { type: "string", value: "USD", help: "stop after this cost in US dollars, as reported by the agent" },
  "max-tokens": { type: "string", value: "N", help: "stop after N tokens" },
  "max-iterations-per-task": { type: "string", value: "N", help: "set a task aside after N iterations (default 10)" },
  timeout: { type: "string", value: "TIME", help: "time limit for one agent turn (default 2h; 0 = none)" },
  "idle-timeout": {
    type: "string",
    value: "TIME",
    help: "time limit for an agent that prints nothing (default 30m; 0 = none)",
  },
  grace: { type: "string", value: "TIME", help: "time between asking an agent to stop and killing it (default 10s)" },
  "limit-margin": { type: "string", value: "TIME", help: "extra wait after a usage limit resets (default 5s)" },
  "on-limit": {
    type: "string",
    value: "WORD",
    choices: ["wait", "exit"],
    help: "at a usage limit: wait (default) or exit",
  },
  "continue-session": { type: "boolean", help: "continue the agent's session instead of starting a new one each turn" },
  checkpoint: {
    type: "string",
    value: "WORD",
    choices: checkpointKinds,
    help: "commit after each iteration: commit (on your branch) or branch (on untildone/RUN)",
  },
  worktree: { type: "boolean", help: "work in a separate git worktree, on branch untildone/RUN" },
  pr: { type: "boolean", help: "with --worktree: open a pull request with the report at the end, through gh" },
  parallel: {
    type: "string",
    value: "N",
    help: "work on up to N tasks at once, each in its own git worktree, merged into branch untildone/RUN (default 1)",
  },
  setup: {
    type: "string",
    value: "COMMAND",
    help: 'shell command that prepares each new worktree, such as "npm ci"',
  },
  ...sandboxFlags,
  ...notifyFlags,
  resume: { type: "boolean", help: "resume the last run with its agent, tasks, checks, settings and budgets" },
  "reset-breaker": { type: "boolean", help: "close an open circuit breaker first" },
  "force-complete": {
    type: "boolean",
    help: "mark the selected task (without a list: the run) as done on your word",
  },
  "exit-codes": {
    type: "string",
    value: "WORD",
    choices: ["standard", "gold"],
    help: "exit code table: standard or gold",
  },
  "dry-run": { type: "boolean", help: "show the prompt, command, checks and policy without starting anything" },
  shadow: { type: "boolean", help: "judge another loop's responses as they arrive, without acting" },
  json: { type: "boolean", help: "print events as JSON lines" },
  ...configFlags,
} as const satisfies Record<string, Flag>;

/** Flags that are aliases of settings. */
export const flagSettings: Readonly<Record<string, string>> = {
  "max-iterations": "maxIterations",
  "max-tokens": "maxTokens",
  "max-iterations-per-task": "maxIterationsPerTask",
  escalate: "escalate",
  "max-time": "maxSeconds",
  "max-cost": "maxCostUsd",
  "on-limit": "onLimit",
  "exit-codes": "exitCodes",
};

/** Converts a flag's text to its setting's format. */
function settingValue(flag: string, text: string): string {
  if (flag === "max-time") return String(seconds(text, "--max-time"));
  if (flag === "max-cost") return String(amount(text, "--max-cost"));
  return flag.startsWith("max-") || flag === "escalate" ? String(wholeNumber(text, `--${flag}`)) : text;
}

/** The configuration with the flags that only a run has. */
export function runConfig(args: ParsedArgs, io: Io, saved?: SavedSources): Config {
  const set = [...args.texts("set")];
  for (const [flag, name] of Object.entries(flagSettings)) {
    const text = args.text(flag);
    if (text !== undefined) set.push(`${name}=${settingValue(flag, text)}`);
  }
  if (args.flag("strict") && args.flag("accept-list-edits"))
    throw new UserError({
      what: "--strict and --accept-list-edits contradict each other",
      where: "untildone run",
      fix: "leave one of them out",
    });
  set.push(...readSandboxFlags(args), ...readNotifyFlags(args));
  if (args.flag("accept-list-edits")) set.push("acceptListEdits=true");
  return loadConfig({
    cwd: io.cwd,
    env: io.env,
    home: io.home,
    saved,
    flags: {
      policy: args.text("policy"),
      set,
      strict: args.flag("strict"),
      state: args.text("state"),
      exitThreshold: args.text("exit-threshold"),
    },
  });
}

export function amount(text: string, where: string): number {
  if (/^(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/.test(text)) return Number(text);
  throw new UserError({ what: `${where} is ${JSON.stringify(text)}`, where, fix: "give an amount such as 5 or 2.50" });
}

/** The run options from the command line, validated as far as possible without a run. */
export async function parseRunOptions(
  args: ParsedArgs,
  io: Io,
  { config, resume }: Pick<RunOptions, "config" | "resume">,
): Promise<{ readonly options: RunOptions; readonly notes: readonly string[] }> {
  const git = parseGit(args);
  const { roles, notes, chosen } = resolveAgents(args, config, io);
  // In a sandbox, nothing of an agent runs outside of it.
  if (!args.flag("dry-run") && config.sandbox === "none") await refuseUnknownModels(allAgents(roles), io);
  const time = (flag: string, otherwise: number): number => {
    const text = args.text(flag);
    return text === undefined ? otherwise : seconds(text, `--${flag}`);
  };
  const limit = (flag: string, otherwise: number): number => time(flag, otherwise) || Number.POSITIVE_INFINITY;
  const options: RunOptions = {
    cwd: io.cwd,
    env: io.env,
    home: io.home,
    config,
    agents: roles,
    tasks: await chooseList(args.text("tasks"), config, io),
    ...parseChoice(args),
    promptFile: args.text("prompt") ?? null,
    templateFile: args.text("template") ?? null,
    protocol: parseProtocol(args.text("protocol")),
    checks: namedChecks(args, config),
    checkOrigin: checkOrigin(config, "--check"),
    detectChecks: !args.flag("no-detect"),
    limits: {
      ...defaultLimits,
      timeoutSeconds: limit("timeout", defaultLimits.timeoutSeconds),
      idleTimeoutSeconds: limit("idle-timeout", defaultLimits.idleTimeoutSeconds),
      graceSeconds: time("grace", defaultLimits.graceSeconds),
      limitMarginSeconds: time("limit-margin", defaultLimits.limitMarginSeconds),
    },
    continueSession: args.flag("continue-session"),
    forceComplete: args.flag("force-complete"),
    resume,
    resetBreaker: args.flag("reset-breaker"),
    git,
    // A resumed run keeps an agent that was chosen for it.
    flags: { ...flagsToSave(args, runFlags), ...(chosen === null ? {} : { agent: chosen }) },
  };
  return { options, notes };
}

function parseChoice(args: ParsedArgs): Pick<RunOptions, "choose"> {
  const ids = (flag: string): readonly string[] =>
    args
      .texts(flag)
      .flatMap((text) => text.split(",").map((id) => id.trim()))
      .filter((id) => id !== "");
  const choose = { only: ids("only"), skip: ids("skip"), sections: args.texts("section") };
  for (const flag of ["only", "skip"] as const)
    if (args.texts(flag).length > 0 && choose[flag].length === 0)
      throw new UserError({ what: `--${flag} names no task`, where: `--${flag}`, fix: `name one: --${flag} T1,T3` });
  return choose.only.length + choose.skip.length + choose.sections.length > 0 ? { choose } : {};
}

function parseProtocol(name = "untildone"): Protocol {
  const found = protocols.find((known) => known === name);
  if (found) return found;
  throw new UserError({
    what: `there is no protocol ${JSON.stringify(name)}`,
    where: "--protocol",
    fix: suggest(name, protocols),
  });
}

const maxParallel = 64;

function parseGit(args: ParsedArgs): RunOptions["git"] {
  const text = args.text("parallel");
  const parallel = text === undefined ? 1 : Number(/^\d{1,3}$/.exec(text)?.[0] ?? 0);
  if (parallel < 1 || parallel > maxParallel)
    throw new UserError({
      what: `--parallel is ${text}`,
      where: "--parallel",
      fix: `give a number of tasks from 1 to ${maxParallel}`,
    });
  return {
    parallel,
    worktree: args.flag("worktree") || parallel > 1,
    checkpoint: parseCheckpoint(args.text("checkpoint")),
    setup: args.text("setup") ?? null,
  };
}

function parseCheckpoint(word: string | undefined): CheckpointKind | null {
  if (word === undefined) return null;
  const found = checkpointKinds.find((kind) => kind === word);
  if (found) return found;
  throw new UserError({
    what: `there is no checkpoint ${JSON.stringify(word)}`,
    where: "--checkpoint",
    fix: suggest(word, checkpointKinds),
  });
}

import { permissionLevels } from "../../agents/agent.js";
import { agentNames } from "../../agents/start/start-agent.js";
import { checkpointKinds } from "../../run/git/checkpoints.js";
import { protocols } from "../../run/loop/protocol.js";
import type { Flag } from "../command.js";
import { checkFlag, detectFlag, optionalCheckFlag } from "./check-flags.js";
import { configFlags } from "./config-flags.js";
import { notifyFlags } from "./notify-flags.js";
import { reviewerFlag } from "./reviewer-flag.js";
import { sandboxFlags } from "./sandbox-flags-table.js";

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
  task: {
    type: "string",
    value: "TEXT",
    multiple: true,
    help: 'do this, without any list; what must be true of it after " -- "; repeatable',
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
  reviewer: reviewerFlag,
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
  "max-cost-per-day": {
    type: "string",
    value: "USD",
    help: "stop when all your runs of today cost this much; the first such limit is kept for all runs, and only untildone config raises it",
  },
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
  prove: { type: "boolean", help: "write the signed proof of the run when it ends, into its folder (untildone prove)" },
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

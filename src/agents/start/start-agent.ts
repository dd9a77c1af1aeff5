import { UserError } from "../../lib/errors.js";
import { suggest } from "../../lib/text/nearest.js";
import { type Agent, type Invocation, type Permissions, permissionLevels } from "../agent.js";
import type { AgentStart, PermissionFlags } from "../agent-cli.js";
import { agentStarts } from "../known-agents.js";

export const agentNames: readonly string[] = [...agentStarts.map(({ name }) => name), "command", "scripted"];

/** What the user sets for an agent. */
export interface AgentOptions {
  readonly model?: string | null;
  readonly permissions?: Permissions;
  /** Extra arguments. */
  readonly args?: readonly string[];
}

/** A built-in adapter by name. */
export const knownAgent = (name: string, options: AgentOptions = {}): Agent => openAgent(findStart(name), options);

/** An agent as it is declared, with what the user sets for it. */
export function openAgent(
  start: AgentStart,
  { model = null, permissions = "all", args = [] }: AgentOptions = {},
): Agent {
  const { flags, env: more, may = usualWords[permissions], isTried } = permissionFlags(start, permissions);
  if (model !== null && start.hasModel === false) throw noModel(start, model);
  const { name, prompt, program = name, format = "auto", politeSignal = "SIGTERM", reports, setUp } = start;
  const env = { ...start.env, ...more };
  return {
    ...{ name, format, politeSignal, reports, setUp, logInSigns: start.logInSigns },
    ...(start.rootVariable === undefined ? {} : { rootVariable: start.rootVariable }),
    may: permissions === "all" || isTried ? may : `${may}, by its documentation`,
    ...(model === null ? {} : { model }),
    invoke(request) {
      const resume = start.hasResume === false ? null : request.resume;
      const words = [program, ...start.args({ resume, model, permissions: flags, more: args })];
      return prompt === "stdin"
        ? { words, stdin: request.prompt, env }
        : { words: [...words, asArgument(request.prompt)], stdin: null, env };
    },
    ...(start.readToolCalls ? { readToolCalls: start.readToolCalls } : {}),
  };
}

/** A prompt that begins with a dash, such as a list, is not an option. */
const asArgument = (prompt: string): string => (prompt.startsWith("-") ? `\n${prompt}` : prompt);

/** The declaration of an agent; an unknown name gets a suggestion. */
export function findStart(name: string, where = "--agent"): AgentStart {
  const start = agentStarts.find((one) => one.name === name);
  if (start) return start;
  throw new UserError({
    what: `there is no agent ${JSON.stringify(name)}`,
    where,
    fix: `${suggest(name, agentNames)}; any other program runs as --agent command --command "PROGRAM …"`,
  });
}

const usualWords: Readonly<Record<Permissions, string>> = {
  all: "edit any file, run any command and use the network, without asking",
  edit: "edit files, and run no commands",
  read: "read files, and change nothing",
};

function permissionFlags({ name, permissions }: AgentStart, level: Permissions): PermissionFlags {
  const found = permissions[level];
  if (found) return found;
  const others = permissionLevels.filter((other) => permissions[other]);
  throw new UserError({
    what: `${name} has no mode for --permissions ${level}`,
    where: "--permissions",
    fix: `use --permissions ${others.join(" or ")} with ${name}, or another agent`,
  });
}

const noModel = ({ name }: AgentStart, model: string): UserError =>
  new UserError({
    what: `${name} cannot be told to use the model ${model}: it chooses one itself`,
    where: "--model",
    fix: "leave the model out, or use another agent",
  });

/** Any program: the prompt replaces `{prompt}` in the arguments, or goes to stdin. */
export function commandAgent({ words, env }: Pick<Invocation, "words" | "env">): Agent {
  return {
    name: "command",
    format: "auto",
    politeSignal: "SIGTERM",
    reports: null,
    setUp: null,
    invoke({ prompt }) {
      const isTold = words.some((word) => word.includes("{prompt}"));
      return {
        words: words.map((word) => word.replaceAll("{prompt}", () => prompt)),
        stdin: isTold ? null : prompt,
        env,
      };
    },
  };
}

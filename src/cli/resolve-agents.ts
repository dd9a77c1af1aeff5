import { resolve } from "node:path";
import type { Agent, Permissions } from "../agents/agent.js";
import { scriptedAgent } from "../agents/start/scripted.js";
import { commandAgent, findStart, knownAgent } from "../agents/start/start-agent.js";
import type { Config } from "../config/load.js";
import type { AgentChoice } from "../config/run-settings.js";
import { type SplitCommand, splitCommand } from "../evidence/split-words.js";
import { UserError } from "../lib/errors.js";
import type { AgentRoles } from "../run/loop/agent-roles.js";
import { type AgentSpec, parseAgentSpecs } from "./agent-spec.js";
import type { Io, ParsedArgs } from "./command.js";
import { loadScript } from "./commands/scripted.js";
import { parsePermissions } from "./flags/permissions-flag.js";
import { chooseInstalled, keepInstalled } from "./installed-agents.js";
import { wholeNumber } from "./numbers.js";
import { isAcp, openAcp } from "./open-acp.js";
import { ownCommandLine } from "./own-command-line.js";
import { type AgentValues, parseByAgent, refuseOthers, valuesFor } from "./values-by-agent.js";

export interface ResolvedAgents {
  readonly roles: AgentRoles;
  /** What the user should know: an agent that was chosen, or is not installed. */
  readonly notes: readonly string[];
  /** The agent that was chosen because none was named. */
  readonly chosen: string | null;
}

/** The agents of a run. Whatever is wrong with them is an error before anything starts. */
export function resolveAgents(args: ParsedArgs, config: Config, io: Io): ResolvedAgents {
  const { specs, notes, chosen } = nameAgents(args, config, io);
  const resolver = new Resolver(args, config, io, specs);
  const roles: AgentRoles = {
    usual: resolver.open({}, "--agent"),
    byPhase: mapChoices(config.phases.map((phase) => [phase.name, phase])),
    byTaskKind: mapChoices(Object.entries(config.agentByTaskKind)),
  };
  refuseEscalation(args, specs);
  return { roles, notes: [...notes, ...resolver.notes], chosen };

  function mapChoices(choices: readonly (readonly [string, AgentChoice])[]): ReadonlyMap<string, readonly Agent[]> {
    const own = choices.filter(([, { agent, model }]) => agent !== undefined || model !== undefined);
    return new Map(own.map(([key, choice]) => [key, resolver.open(choice, key)]));
  }
}

interface NamedAgents extends Pick<ResolvedAgents, "notes" | "chosen"> {
  readonly specs: readonly AgentSpec[];
}

function nameAgents(args: ParsedArgs, config: Config, io: Io): NamedAgents {
  const implied = args.text("command") ? "command" : args.text("script") ? "scripted" : "";
  const specs = parseAgentSpecs(args.text("agent") ?? config.agent ?? implied, "--agent");
  if (specs.length > 0) return { specs, notes: [], chosen: null };
  const { name, note } = chooseInstalled(io);
  return { specs: [{ name, model: null }], notes: [note], chosen: name };
}

/** Nobody could take a task over. */
function refuseEscalation(args: ParsedArgs, specs: readonly AgentSpec[]): void {
  const text = args.text("escalate");
  if (text === undefined || specs.length > 1 || wholeNumber(text, "--escalate") === 0) return;
  const [first] = specs;
  throw new UserError({
    what: "--escalate needs another agent to give tasks to",
    where: "--escalate",
    fix: `name one after the first: --agent ${first?.name ?? "claude"},codex or --agent claude:haiku,claude:opus`,
  });
}

const splitNames = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ),
];

/** Opens agents by name, with the model, permissions and arguments that the user set for them. */
class Resolver {
  readonly notes: string[] = [];
  readonly #args: ParsedArgs;
  readonly #io: Io;
  readonly #specs: readonly AgentSpec[];
  readonly #models: AgentValues;
  readonly #agentArgs: AgentValues;
  readonly #permissions: Permissions;
  /** The agents will be started, and on this system: an image has its own. */
  readonly #isHere: boolean;

  constructor(args: ParsedArgs, config: Config, io: Io, specs: readonly AgentSpec[]) {
    this.#args = args;
    this.#io = io;
    this.#specs = specs;
    const others = choicesIn(config).flatMap(({ agent }) => parseAgentSpecs(agent ?? "", "agent"));
    const all = [...specs, ...others].map(({ name }) => name);
    this.#models = parseByAgent(splitNames(args.text("model") ?? config.model ?? ""));
    const given = args.texts("agent-arg");
    this.#agentArgs = parseByAgent(given.length > 0 ? given : config.agentArgs);
    this.#permissions = parsePermissions(args.text("permissions") ?? config.permissions);
    this.#isHere = !args.flag("dry-run") && !isInImage(config);
    refuseOthers(this.#models, all, "--model");
    refuseOthers(this.#agentArgs, all, "--agent-arg");
  }

  /** The agents of one choice. What it leaves out is as for the whole run. */
  open({ agent, model }: AgentChoice, where: string): readonly Agent[] {
    const specs = agent === undefined ? this.#specs : parseAgentSpecs(agent, where);
    const named = [...new Set(specs.map(({ name }) => name))];
    for (const name of named) this.#refuseUnknown(name, where);
    const { names, notes } = this.#isHere
      ? keepInstalled(named, this.#io, this.#command())
      : { names: named, notes: [] };
    this.notes.push(...notes.filter((note) => !this.notes.includes(note)));
    const isUsual = agent === undefined;
    const models = model === undefined ? shared(this.#models, isUsual) : parseByAgent(splitNames(model));
    const agentArgs = shared(this.#agentArgs, isUsual);
    return specs
      .filter(({ name }) => names.includes(name))
      .map(({ name, model: own }) =>
        this.#openOne(name, {
          model: own ?? valuesFor(name, models, { agents: named, where: "--model" }).at(-1) ?? null,
          args: valuesFor(name, agentArgs, { agents: named, where: "--agent-arg" }),
        }),
      );
  }

  /** The program of --command, if it can be looked for now: the setup of a worktree may make one of its own. */
  #command(): SplitCommand | null {
    const text = this.#args.text("command");
    if (!text) return null;
    const command = splitCommand(text, "--command");
    const isMadeLater = this.#args.text("setup") !== undefined && command.words[0]?.includes("/");
    return isMadeLater ? null : command;
  }

  #refuseUnknown(name: string, where: string): void {
    if (!isProgram(name)) findStart(name, where);
  }

  #openOne(name: string, options: { readonly model: string | null; readonly args: readonly string[] }): Agent {
    const permissions = this.#permissions;
    if (!isProgram(name)) return knownAgent(name, { ...options, permissions });
    if (isAcp(name)) return openAcp(name, { ...options, permissions });
    refuseForProgram(options.model !== null, "--model");
    refuseForProgram(options.args.length > 0, "--agent-arg");
    refuseForProgram(permissions !== "all", "--permissions");
    const flag = name === "command" ? "command" : "script";
    const value = requireValue(this.#args.text(flag), `--${flag}`);
    return name === "command" ? commandAgent(splitCommand(value, "--command")) : playScript(value, this.#io);
  }
}

/** Whether the agent runs in an image, with the programs of that one. */
export const isInImage = ({ sandbox }: Pick<Config, "sandbox">): boolean =>
  sandbox === "docker" || sandbox === "podman";

const isProgram = (name: string): boolean => name === "command" || name === "scripted" || isAcp(name);

const choicesIn = ({ phases, agentByTaskKind }: Config): readonly AgentChoice[] => [
  ...phases,
  ...Object.values(agentByTaskKind),
];

/** A value without a name is for the agent of the run, not for that of a phase or a kind of task. */
const shared = (values: AgentValues, isUsual: boolean): AgentValues => (isUsual ? values : { ...values, plain: [] });

function refuseForProgram(isSet: boolean, flag: string): void {
  if (!isSet) return;
  throw new UserError({
    what: `${flag} is for agents that untildone knows, not for a program of your own`,
    where: flag,
    fix: `leave ${flag} out, and put what the program needs into --command`,
  });
}

/** Report an unreadable script before the run, not in every turn. */
function playScript(script: string, io: Io): Agent {
  loadScript(script, io.cwd);
  return scriptedAgent(ownCommandLine("scripted"), resolve(io.cwd, script));
}

function requireValue(value: string | undefined, where: string): string {
  if (value !== undefined && value !== "") return value;
  throw new UserError({ what: `${where} is missing`, where, fix: "see untildone run --help" });
}

import { join, resolve } from "node:path";
import type { Agent } from "../agents/agent.js";
import { commandAgent, knownAgent } from "../agents/known-agents.js";
import { scriptedAgent } from "../agents/scripted.js";
import { UserError } from "../base/errors.js";
import { suggest } from "../base/nearest.js";
import type { Config } from "../config/load.js";
import { splitCommand } from "../evidence/split-words.js";
import { templateVariables, unknownVariables } from "../loop/prompt.js";
import { type Protocol, protocols } from "../loop/protocol.js";
import type { Phase } from "../loop/setup.js";
import { exists } from "../system/disk.js";
import { readTextSync } from "../system/files.js";
import type { Io, ParsedArgs } from "./command.js";

/** The agents to ask, in order. */
export function resolveAgents(args: ParsedArgs, config: Config, io: Io): readonly Agent[] {
  const command = args.text("command");
  const script = args.text("script");
  const names = (args.text("agent") ?? config.agent ?? (command ? "command" : script ? "scripted" : ""))
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0)
    throw new UserError({
      what: "no agent was named",
      where: "untildone run",
      fix: 'name one: --agent claude, or any program with --command "PROGRAM …"',
    });
  return names.map((name) => {
    if (name === "command") return commandAgent(splitCommand(needed(command, "--command"), "--command"));
    if (name === "scripted") return scriptedAgent(ourselves("scripted"), resolve(io.cwd, needed(script, "--script")));
    return knownAgent(name);
  });
}

/** This program, as another process. */
const ourselves = (command: string): readonly string[] => [process.execPath, process.argv[1] ?? "untildone", command];

function needed(value: string | undefined, where: string): string {
  if (value !== undefined && value !== "") return value;
  throw new UserError({ what: `${where} is missing`, where, fix: "see untildone run --help" });
}

/** The user's own words, and how they are put together. */
export function resolvePrompt(
  args: ParsedArgs,
  config: Config,
  { io, hasList }: { io: Io; hasList: boolean },
): { prompt: string; promptFile: string | undefined; template: string | null } {
  const named = args.text("prompt");
  const file =
    named ?? [join(config.stateFolder, "PROMPT.md"), "PROMPT.md"].find((path) => exists(resolve(io.cwd, path)));
  if (file === undefined && !hasList)
    throw new UserError({
      what: "there is nothing to ask the agent: no prompt and no task list",
      where: "untildone run",
      fix: "write PROMPT.md or name one with --prompt, or name a task list with --tasks",
    });
  const prompt =
    file === undefined
      ? "Work on the task below in this repository. Finish it, run the tests, and stop."
      : readTextSync(file, io.cwd);
  const path = args.text("template");
  const template = path === undefined ? null : templateIn(path, io);
  return { prompt, promptFile: file, template };
}

/** The phases of an iteration; one, with the run's own prompt, where none are configured. */
export function resolvePhases({ phases }: Config, io: Io): readonly Phase[] {
  if (phases.length === 0) return [{ name: "work", template: null }];
  return phases.map(({ name, prompt }) => ({ name, template: prompt === undefined ? null : templateIn(prompt, io) }));
}

function templateIn(path: string, io: Io): string {
  const template = readTextSync(path, io.cwd);
  const [strange] = unknownVariables(template);
  if (strange === undefined) return template;
  throw new UserError({
    what: `there is no variable {{${strange}}}`,
    where: path,
    fix: `known: ${templateVariables.join(", ")}`,
  });
}

export function resolveProtocol(args: ParsedArgs): Protocol {
  const name = args.text("protocol") ?? "untildone";
  const found = protocols.find((known) => known === name);
  if (found) return found;
  throw new UserError({
    what: `there is no protocol ${JSON.stringify(name)}`,
    where: "--protocol",
    fix: suggest(name, protocols),
  });
}

import { resolve } from "node:path";
import { acpAgent, acpPrefix } from "../agents/acp/acp-agent.js";
import type { Agent } from "../agents/agent.js";
import { scriptedAgent } from "../agents/scripted.js";
import { commandAgent, knownAgent } from "../agents/start-agent.js";
import { UserError } from "../base/errors.js";
import type { Config } from "../config/load.js";
import { splitCommand } from "../evidence/split-words.js";
import type { Io, ParsedArgs } from "./command.js";
import { loadScript } from "./scripted.js";

/** The agents to try, in order. */
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
    if (name === "command") return commandAgent(splitCommand(requireValue(command, "--command"), "--command"));
    if (name === "scripted") return playScript(requireValue(script, "--script"), io);
    if (name.startsWith(acpPrefix))
      return acpAgent(ownCommandLine("acp"), splitCommand(name.slice(acpPrefix.length), "--agent acp"));
    return knownAgent(name);
  });
}

/** Report an unreadable script before the run, not in every turn. */
function playScript(script: string, io: Io): Agent {
  loadScript(script, io.cwd);
  return scriptedAgent(ownCommandLine("scripted"), resolve(io.cwd, script));
}

/** The command line that starts this program again. */
const ownCommandLine = (command: string): readonly string[] => [
  process.execPath,
  process.argv[1] ?? "untildone",
  command,
];

function requireValue(value: string | undefined, where: string): string {
  if (value !== undefined && value !== "") return value;
  throw new UserError({ what: `${where} is missing`, where, fix: "see untildone run --help" });
}

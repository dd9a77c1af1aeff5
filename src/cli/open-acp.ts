import { acpAgent, acpPrefix } from "../agents/acp/acp-agent.js";
import type { Agent } from "../agents/agent.js";
import type { AgentOptions } from "../agents/start/start-agent.js";
import { type SplitCommand, splitCommand } from "../evidence/split-words.js";
import { ownCommandLine } from "./own-command-line.js";

export const isAcp = (name: string): boolean => name.startsWith(acpPrefix);

/** The program in `acp:PROGRAM …`. */
export const acpProgram = (name: string): SplitCommand =>
  splitCommand(name.slice(acpPrefix.length), `--agent ${acpPrefix}`);

/** The agent that `acp:PROGRAM …` names. */
export const openAcp = (name: string, options: AgentOptions = {}): Agent =>
  acpAgent(ownCommandLine("acp"), acpProgram(name), options);

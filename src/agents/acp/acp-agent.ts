import type { Agent, Invocation, Permissions } from "../agent.js";
import type { AgentStart } from "../agent-cli.js";
import { claudeStart } from "../known/claude.js";
import { agentStarts } from "../known-agents.js";
import type { AgentOptions } from "../start/start-agent.js";

/** How `--agent` names a program that speaks the Agent Client Protocol. */
export const acpPrefix = "acp:";

/**
 * Any program that speaks the Agent Client Protocol. `bridge` is our own program that holds the conversation, so that it
 * is started, timed out and killed like any other agent. It prints the events of claude, which have a place for
 * everything the protocol tells.
 */
export function acpAgent(
  bridge: readonly string[],
  { words, env }: Pick<Invocation, "words" | "env">,
  { model = null, permissions = "all", args = [] }: AgentOptions = {},
): Agent {
  const kin = findKin(words[0] ?? "");
  const settings = ["--permissions", permissions, ...(model === null ? [] : ["--model", model])];
  const invoke = (flags: readonly string[]) => {
    const own = [...bridge, ...settings, ...flags, "--"];
    return { words: [...own, ...words, ...args], env, own: own.length };
  };
  return {
    name: `${acpPrefix}${words.join(" ")}`,
    format: "claude-stream",
    politeSignal: "SIGINT",
    reports: { cost: false, tokens: false },
    setUp: kin?.isSame ? kin.start.setUp : null,
    ...(kin ? { formOf: kin.start.name, logInSigns: kin.start.logInSigns } : {}),
    ...(model === null ? {} : { model }),
    may: may[permissions],
    probe: invoke(["--probe"]),
    invoke: ({ prompt, resume }) => ({ ...invoke(resume === null ? [] : ["--resume", resume]), stdin: prompt }),
    ...(claudeStart.readToolCalls ? { readToolCalls: claudeStart.readToolCalls } : {}),
  };
}

/** A program may do what it likes without asking; whoever does is stopped, but only afterwards. */
const may: Readonly<Record<Permissions, string>> = {
  all: "edit any file, run any command and use the network: it gets every permission that it asks for",
  edit: "edit files, and run no commands, as far as it asks for permission",
  read: "read files, and change nothing, as far as it asks for permission",
};

/** The known agent that a program is (`gemini`) or stands for (`codex-acp`, `claude-code-acp`). */
function findKin(program: string): { readonly start: AgentStart; readonly isSame: boolean } | null {
  const file = program.split("/").at(-1) ?? "";
  const [, name = file] = /^(.+?)(?:-code)?-acp$/.exec(file) ?? [];
  const start = agentStarts.find((one) => (one.program ?? one.name) === name);
  return start ? { start, isSame: name === file } : null;
}

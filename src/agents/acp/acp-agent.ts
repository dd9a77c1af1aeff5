import type { Agent, Invocation } from "../agent.js";

/** How `--agent` names a program that speaks the Agent Client Protocol. */
export const acpPrefix = "acp:";

/**
 * Any program that speaks the Agent Client Protocol. `bridge` is our own program that holds the conversation, so that it
 * is started, timed out and killed like any other agent. It prints the events of claude, which have a place for
 * everything the protocol tells.
 */
export function acpAgent(bridge: readonly string[], { words, env }: Pick<Invocation, "words" | "env">): Agent {
  return {
    name: `${acpPrefix}${words.join(" ")}`,
    format: "claude-stream",
    politeSignal: "SIGINT",
    reports: { cost: false, tokens: false },
    setUp: null,
    probe: { words: [...bridge, "--probe", "--", ...words], env },
    invoke: ({ prompt, resume }) => ({
      words: [...bridge, ...(resume === null ? [] : ["--resume", resume]), "--", ...words],
      stdin: prompt,
      env,
    }),
  };
}

import type { Agent } from "../agent.js";

/** The built-in agent that plays a script. A separate program, so that it can be killed like any other. */
export function scriptedAgent(program: readonly string[], script: string): Agent {
  return {
    name: "scripted",
    format: "auto",
    politeSignal: "SIGTERM",
    reports: null,
    setUp: null,
    invoke: ({ prompt }) => ({ words: [...program, script], stdin: prompt, env: {} }),
  };
}

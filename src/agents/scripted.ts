import type { Agent } from "./agent.js";

/** The built-in agent that plays a script: a program of its own, so that it can be killed like any other. */
export function scriptedAgent(script: string): Agent {
  return {
    name: "scripted",
    format: "auto",
    politeSignal: "SIGTERM",
    invoke: ({ prompt }) => ({
      words: [process.execPath, process.argv[1] ?? "", "scripted", script],
      stdin: prompt,
      env: {},
    }),
  };
}

import { expect, it } from "vitest";
import { emptyTranscript } from "../../decide/transcript.js";
import type { AgentRunner, AgentTurn } from "../start/run-agent.js";
import { knownAgent } from "../start/start-agent.js";

import { runInSandbox } from "./run-in-sandbox.js";
import type { Sandbox } from "./sandbox.js";

const turn: AgentTurn = {
  transcript: emptyTranscript,
  ...{ ending: { is: "exited", code: 0 }, seconds: 1, leftBehind: 2, notEnded: [] },
};
const runner: AgentRunner = async () => turn;
const sandbox: Sandbox = {
  ...{ warnings: [], settleMs: 0, isElsewhere: false },
  wrap: (invocation) => invocation,
  askToStop: () => undefined,
  sweep: async () => undefined,
  close: async () => undefined,
};

it.each([
  ["an engine that watches its container with processes of ours", true, 0],
  ["an agent that is a process of ours", false, 2],
] as const)("counts what is left by %s", async (_, isElsewhere, leftBehind) => {
  const run = runInSandbox({ ...sandbox, isElsewhere }, runner);
  const ended = await run(knownAgent("claude"), { prompt: "", resume: null }, { cwd: "/", env: {}, outputFile: "x" });
  expect(ended).toEqual({ ...turn, leftBehind });
});

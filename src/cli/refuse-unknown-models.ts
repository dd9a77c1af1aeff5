import type { Agent } from "../agents/agent.js";
import { agentStarts } from "../agents/known-agents.js";
import { withoutNesting } from "../agents/start/agent-env.js";
import { UserError } from "../lib/errors.js";
import { runProgram } from "../lib/process/run-program.js";
import { nearest } from "../lib/text/nearest.js";
import type { Io } from "./command.js";

const timeoutMs = 30_000;

/**
 * Some agents say of an unknown model only that something went wrong. Those are asked for their models before the run;
 * one that does not answer is believed to have it.
 */
export async function refuseUnknownModels(agents: readonly Agent[], { cwd, env }: Io): Promise<void> {
  for (const { name, model } of agents) {
    const start = agentStarts.find((one) => one.name === name);
    if (model === undefined || !start?.listModels) continue;
    const models = await listModels(start.program ?? name, start.listModels, { cwd, env });
    if (models.length === 0 || models.includes(model)) continue;
    const near = nearest(model, models);
    throw new UserError({
      what: `${name} has no model ${JSON.stringify(model)}`,
      where: "--model",
      fix: `${near === undefined ? "" : `did you mean ${near}? `}${name} ${start.listModels.join(" ")} lists them`,
    });
  }
}

async function listModels(
  program: string,
  words: readonly string[],
  { cwd, env }: Pick<Io, "cwd" | "env">,
): Promise<readonly string[]> {
  const run = await runProgram(program, words, { cwd, env: { ...env, ...withoutNesting }, timeoutMs });
  if (run.is !== "ended" || run.code !== 0) return [];
  return run.out
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^[\w.-]+\/\S+$/.test(line));
}

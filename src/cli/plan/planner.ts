import { resolve } from "node:path";
import type { Agent } from "../../agents/agent.js";
import { type AgentRunner, runAgent } from "../../agents/start/run-agent.js";
import type { Config } from "../../config/load.js";
import { finalMessage, type Transcript } from "../../decide/transcript.js";
import { UserError } from "../../lib/errors.js";
import { makeFolder, replaceFile } from "../../lib/files/disk.js";
import { onStopSignals } from "../../lib/process/signals.js";
import { now } from "../../lib/time/clock.js";
import { openDaySpending } from "../../run/records/day-spending.js";
import type { SpendingPort } from "../../run/session.js";
import { refuseUnusable } from "../../run/start/probe-agents.js";
import { refuseSpentDay } from "../../run/start/refuse-spent-day.js";
import type { Io, ParsedArgs } from "../command.js";
import { hasTests } from "../has-tests.js";
import { seconds } from "../numbers.js";
import { resolveAgents } from "../resolve-agents.js";
import { type JudgedPlan, judgePlan, type PlanTerms } from "./judge-plan.js";
import { hasTask, planPrompt } from "./plan-prompt.js";

/** The first answer, and two more. */
export const attempts = 3;

const defaultSeconds = 900;

interface PlannerPlace {
  readonly cwd: string;
  /** Where prompts and answers are kept. */
  readonly folder: string;
  readonly terms: PlanTerms;
  readonly timeoutMs: number;
  readonly spending: SpendingPort | null;
  readonly runAgent: AgentRunner;
  tell(line: string): void;
}

/** An agent that writes a list: by default it may only read. */
export async function openPlanner(args: ParsedArgs, config: Config, io: Io): Promise<Planner> {
  const { roles, notes } = resolveAgents(withCare(args), config, io);
  const tell = (line: string): void => io.err(`${line}\n`);
  for (const note of notes) tell(`note: ${note}`);
  const [agent] = roles.usual;
  if (!agent) throw new Error("no agent was resolved");
  await refuseUnusable([agent], io.cwd, (probe) => probe);
  const { optionalSections, taskMarks } = config.resolved.settings;
  const limit = args.text("timeout");
  return new Planner(agent, {
    cwd: io.cwd,
    folder: resolve(io.cwd, config.stateFolder, "plan"),
    terms: { optionalSections, taskMarks, hasTests: hasTests(io.cwd, config) },
    timeoutMs: (limit === undefined ? defaultSeconds : seconds(limit, "--timeout")) * 1000,
    spending: openDaySpending({ owner: io, now, limit: null }),
    runAgent: io.runAgent ?? runAgent,
    tell,
  });
}

/** A program of one's own has no such permissions. */
function withCare(args: ParsedArgs): ParsedArgs {
  const isProgram = args.text("command") !== undefined || args.text("script") !== undefined;
  const text: ParsedArgs["text"] = (name) =>
    args.text(name) ?? (name === "permissions" && !isProgram ? "read" : undefined);
  return { ...args, text };
}

export class Planner {
  readonly name: string;
  readonly folder: string;
  readonly #agent: Agent;
  readonly #place: PlannerPlace;
  readonly #abort = new AbortController();

  constructor(agent: Agent, place: PlannerPlace) {
    this.name = agent.name;
    this.folder = place.folder;
    this.#agent = agent;
    this.#place = place;
  }

  /** The first list that can be taken, or the last one, with what is wrong; null if a person stopped it. */
  async ask(spec: string): Promise<JudgedPlan | null> {
    const removeHandlers = onStopSignals(() => this.#abort.abort());
    try {
      return await this.#askUntilGood(spec);
    } finally {
      removeHandlers();
    }
  }

  async #askUntilGood(spec: string): Promise<JudgedPlan | null> {
    const { terms, tell } = this.#place;
    let refused: Parameters<typeof planPrompt>[0]["refused"] = null;
    let judged: JudgedPlan = { list: null, tasks: 0, why: [] };
    tell(`${this.name} writes the list`);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (refused) tell(`${this.name} is asked again: ${shorten(refused.why)}`);
      const answer = await this.#answer(planPrompt({ spec, hasTests: terms.hasTests, refused }), attempt);
      if (answer === null) return null;
      judged = await judgePlan(answer, terms);
      if (judged.why.length === 0) return judged;
      refused = { answer, why: judged.why };
    }
    return judged;
  }

  async #answer(prompt: string, attempt: number): Promise<string | null> {
    const { cwd, folder, timeoutMs, spending, runAgent: start } = this.#place;
    refuseSpentDay(spending);
    makeFolder(folder);
    replaceFile(`${folder}/prompt-${attempt}.md`, prompt);
    const outputFile = `${folder}/agent-${attempt}.log`;
    const env = { UNTILDONE_RUN: "plan", UNTILDONE_ITERATION: String(attempt) };
    const signal = this.#abort.signal;
    const limit = timeoutMs > 0 ? { timeoutMs } : {};
    const { transcript } = await start(
      this.#agent,
      { prompt, resume: null },
      { cwd, env, signal, outputFile, ...limit },
    );
    if (signal.aborted) return null;
    if (transcript.costUsd) spending?.add(transcript.costUsd, "plan");
    if (transcript.ending.is === "failed")
      throw new UserError({
        what: `${this.name} gave no answer: ${transcript.ending.failure.message}`,
        where: outputFile,
        fix: "untildone doctor says what is missing",
      });
    return findAnswer(transcript);
  }
}

/** The last message with a list; an agent may say something after it. */
const findAnswer = (transcript: Transcript): string =>
  transcript.messages.findLast(({ text }) => hasTask(text))?.text ?? finalMessage(transcript)?.text ?? "";

const shorten = ([first = "", ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first}; and ${others.length} more`;

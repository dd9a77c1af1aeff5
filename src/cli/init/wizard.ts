import { agentStarts } from "../../agents/known-agents.js";
import { isUserError } from "../../lib/errors.js";
import type { Io } from "../command.js";
import { locateAgent } from "../installed-agents.js";
import { agentHooks } from "./agent-hooks.js";
import { describeCheck, describeList, hasList, hasTests, type Project, type Wishes } from "./project.js";

export interface Answers extends Wishes {
  /** The agents to install hooks for. */
  readonly hooks: readonly string[];
}

export type Ask = NonNullable<Io["ask"]>;

/** A handful of questions, each with a default that Return takes. Nothing is written before the last one. */
export async function askPerson(project: Project, io: Io, ask: Ask): Promise<Answers> {
  io.out(`Set up untildone in ${io.cwd}. Return takes what is in brackets; Ctrl-C leaves everything as it is.\n\n`);
  return {
    tasks: await askForTask(project, io, ask),
    testCommand: await askForTests(project, io, ask),
    agent: await askForAgent(project, io, ask),
    hooks: await askForHooks(io, ask),
  };
}

/** Null if the person left instead of answering. */
export async function unlessInterrupted<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isUserError(error)) return null;
    throw error;
  }
}

async function askForTask(project: Project, io: Io, ask: Ask): Promise<readonly string[]> {
  if (hasList(project)) {
    io.out(`${project.list}: ${describeList(project.tasks)}\n`);
    return [];
  }
  const task = oneLine(await ask(`What is the first task? [write it into ${project.list} later] `));
  return task === "" ? [] : [task];
}

/** The answer goes into a new configuration: one that is there says it already, or is the person's to change. */
async function askForTests(project: Project, io: Io, ask: Ask): Promise<string | null> {
  for (const check of project.checks) io.out(`check ${describeCheck(check)}\n`);
  if (hasTests(project) || project.configFile !== null) return null;
  return oneLine(await ask("Which command tests the project? [none] ")) || null;
}

/** Asked only if there is a choice. */
async function askForAgent({ configFile }: Project, io: Io, ask: Ask): Promise<string | null> {
  const names = installedAgents(io);
  const [first] = names;
  if (first === undefined || names.length === 1 || configFile !== null) return null;
  const answer = await askUntil(ask, `Which agent should run? ${names.join(", ")} [${first}] `, (text) =>
    text === "" || names.includes(text) ? null : `one of ${names.join(", ")}`,
  );
  return answer || first;
}

export const installedAgents = (io: Io): readonly string[] =>
  agentStarts.filter((start) => locateAgent(start, io) !== null).map(({ name }) => name);

async function askForHooks(io: Io, ask: Ask): Promise<readonly string[]> {
  const installed = installedAgents(io);
  const known = agentHooks.filter(({ agent }) => installed.includes(agent)).map(({ agent }) => agent);
  if (known.length === 0) return [];
  const question = `Judge stops inside interactive sessions too? Names of ${known.join(", ")}, or all [none] `;
  const answer = await askUntil(ask, question, (text) => {
    const unknown = splitNames(text).find((name) => name !== "all" && name !== "none" && !known.includes(name));
    return unknown === undefined ? null : `${unknown} is not one of ${known.join(", ")}`;
  });
  const names = splitNames(answer);
  return names.includes("all") ? known : known.filter((name) => names.includes(name));
}

const splitNames = (text: string): readonly string[] => text.split(/[\s,]+/).filter((name) => name !== "");

/** Asks again with what was wrong. */
async function askUntil(ask: Ask, question: string, fault: (text: string) => string | null): Promise<string> {
  const text = oneLine(await ask(question)).toLowerCase();
  const wrong = fault(text);
  return wrong === null ? text : askUntil(ask, `  ${wrong}\n${question}`, fault);
}

export async function confirm(ask: Ask, question: string): Promise<boolean> {
  const answer = await askUntil(ask, `${question} [Y/n] `, (text) =>
    /^(?:y|yes|n|no)?$/.test(text) ? null : "yes or no",
  );
  return !answer.startsWith("n");
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

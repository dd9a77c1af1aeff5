import { UserError } from "../base/errors.js";
import { suggest } from "../base/nearest.js";
import type { Agent, Invocation } from "./agent.js";
import { knownAgents } from "./known-agents.js";

const startable = knownAgents.flatMap(({ name, start, events }) => (start ? [{ name, start, events }] : []));

export const agentNames: readonly string[] = [...startable.map(({ name }) => name), "command", "scripted"];

/** A built-in adapter by name, with extra arguments from the user. */
export function knownAgent(name: string, more: readonly string[] = []): Agent {
  const known = startable.find((one) => one.name === name);
  if (!known)
    throw new UserError({
      what: `there is no agent ${JSON.stringify(name)}`,
      where: "--agent",
      fix: `${suggest(name, agentNames)}; any other program runs as --agent command --command "PROGRAM …"`,
    });
  const { start, events } = known;
  return {
    name,
    format: events?.format ?? "auto",
    politeSignal: start.politeSignal ?? "SIGTERM",
    reports: start.reports,
    logInSigns: start.logInSigns,
    ...(start.rootVariable === undefined ? {} : { rootVariable: start.rootVariable }),
    ...(start.findVainRetry ? { findVainRetry: start.findVainRetry } : {}),
    setUp: { install: `npm install -g ${start.package}`, logIn: start.logIn },
    invoke: (request) => ({ words: [...start.words(request), ...more], stdin: request.prompt, env: start.env ?? {} }),
  };
}

/** Any program: the prompt replaces `{prompt}` in the arguments, or goes to stdin. */
export function commandAgent({ words, env }: Pick<Invocation, "words" | "env">): Agent {
  return {
    name: "command",
    format: "auto",
    politeSignal: "SIGTERM",
    reports: null,
    setUp: null,
    invoke({ prompt }) {
      const isTold = words.some((word) => word.includes("{prompt}"));
      return {
        words: words.map((word) => word.replaceAll("{prompt}", () => prompt)),
        stdin: isTold ? null : prompt,
        env,
      };
    },
  };
}

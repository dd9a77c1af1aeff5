import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentStart } from "../agents/agent-cli.js";
import { agentStarts } from "../agents/known-agents.js";
import { UserError } from "../base/errors.js";
import { findExecutable } from "../system/programs.js";
import type { Io } from "./command.js";

type Place = Pick<Io, "cwd" | "env" | "home">;

/** Where the program of an agent is; null if it is not installed. */
export const locateAgent = ({ name, program = name }: AgentStart, { cwd, env }: Place): string | null =>
  findExecutable(program, { path: env["PATH"] ?? "", cwd });

/** Whether something shows that somebody logged in. That the log-in still holds, only a request can tell. */
export const looksLoggedIn = ({ logInSigns: { variables, files } }: AgentStart, { env, home }: Place): boolean =>
  variables.some((name) => Boolean(env[name])) || (home !== "" && files.some((file) => existsSync(join(home, file))));

/** The agent to use if none was named: the first that is installed and logged in, else the first installed. */
export function chooseInstalled(place: Place): { readonly name: string; readonly note: string } {
  const installed = agentStarts.flatMap((start) => {
    const path = locateAgent(start, place);
    return path === null ? [] : [{ start, path }];
  });
  const ready = installed.find(({ start }) => looksLoggedIn(start, place));
  const chosen = ready ?? installed[0];
  if (!chosen) throw noneInstalled();
  const { name, setUp } = chosen.start;
  const doubt = ready ? "" : `; nothing shows that it is logged in (${setUp.logIn})`;
  return { name, note: `no agent was named: using ${name} (${chosen.path})${doubt}` };
}

const noneInstalled = (): UserError =>
  new UserError({
    what: "no agent was named, and none that untildone knows is installed",
    where: "untildone run",
    fix: `install one, such as ${agentStarts[0]?.setUp.install ?? ""}, or run any program with --command "PROGRAM …"`,
  });

/** Drops the agents that are not installed, each with a note. With none left, the run cannot start. */
export function keepInstalled(
  names: readonly string[],
  place: Place,
): { readonly names: readonly string[]; readonly notes: readonly string[] } {
  const missing = agentStarts.filter((start) => names.includes(start.name) && locateAgent(start, place) === null);
  const isMissing = (name: string): boolean => missing.some((start) => start.name === name);
  const [first] = missing;
  if (first && names.every(isMissing))
    throw new UserError({
      what: `${missing.map(({ name }) => name).join(" and ")} ${missing.length === 1 ? "is" : "are"} not installed`,
      where: "--agent",
      fix: `install it with: ${first.setUp.install}`,
    });
  return {
    names: names.filter((name) => !isMissing(name)),
    notes: missing.map(({ name, setUp }) => `${name} is not installed and takes no turn (${setUp.install})`),
  };
}

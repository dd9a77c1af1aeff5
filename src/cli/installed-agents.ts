import { resolve } from "node:path";
import type { AgentStart } from "../agents/agent-cli.js";
import { agentStarts } from "../agents/known-agents.js";
import { findLogIn } from "../agents/start/log-in.js";
import type { SplitCommand } from "../evidence/split-words.js";
import { UserError } from "../lib/errors.js";
import { exists } from "../lib/files/disk.js";
import { findExecutable } from "../lib/process/programs.js";
import type { Io } from "./command.js";
import { acpProgram, isAcp, openAcp } from "./open-acp.js";

type SearchPlace = Pick<Io, "cwd" | "env" | "home">;

const locate = (program: string, { cwd, env }: SearchPlace): string | null =>
  findExecutable(program, { path: env["PATH"] ?? "", cwd });

/** Where the program of an agent is; null if it is not installed. */
export const locateAgent = ({ name, program = name }: AgentStart, place: SearchPlace): string | null =>
  locate(program, place);

/** The agent to use if none was named: the first that is installed and logged in, else the first installed. */
export function chooseInstalled(place: SearchPlace): { readonly name: string; readonly note: string } {
  const installed = agentStarts.flatMap((start) => {
    const path = locateAgent(start, place);
    return path === null ? [] : [{ start, path }];
  });
  const ready = installed.find(({ start }) => findLogIn(start.logInSigns, place) !== null);
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

/** An agent whose program must be here. */
interface Needed {
  readonly name: string;
  readonly program: string;
  /** The command that installs it, if it is known. */
  readonly install: string | null;
}

/** What must be installed for an agent; null for those that are looked at elsewhere. */
function neededFor(name: string, command: SplitCommand | null): Needed | null {
  if (name === "command") return command && { name, program: command.words[0] ?? "", install: null };
  const start = agentStarts.find((one) => one.name === name);
  if (start) return { name, program: start.program ?? name, install: start.setUp.install };
  if (!isAcp(name)) return null;
  return { name, program: acpProgram(name).words[0] ?? "", install: openAcp(name).setUp?.install ?? null };
}

const withEnv = (place: SearchPlace, command: SplitCommand | null): SearchPlace => ({
  ...place,
  env: { ...place.env, ...command?.env },
});

/** A script of the user's may only lack the right to be run. */
function suggestProgram({ name, program }: Needed, { cwd }: SearchPlace): string {
  if (program.includes("/") && exists(resolve(cwd, program))) return `make it executable: chmod +x ${program}`;
  return name === "command" ? 'name a program that is here: --command "PROGRAM …"' : "name a program that is here";
}

/** Drops the agents that are not installed, each with a note. With none left, the run cannot start. */
export function keepInstalled(
  names: readonly string[],
  place: SearchPlace,
  command: SplitCommand | null,
): { readonly names: readonly string[]; readonly notes: readonly string[] } {
  const missing = names
    .map((name) => neededFor(name, command))
    .filter((needed) => needed !== null)
    .filter(({ name, program }) => locate(program, name === "command" ? withEnv(place, command) : place) === null);
  const isMissing = (name: string): boolean => missing.some((one) => one.name === name);
  const [first] = missing;
  if (first && names.every(isMissing))
    throw new UserError({
      what: `${missing.map(({ program }) => program).join(" and ")} ${missing.length === 1 ? "is" : "are"} not installed`,
      where: first.name === "command" ? "--command" : "--agent",
      fix: first.install === null ? suggestProgram(first, place) : `install it with: ${first.install}`,
    });
  return {
    names: names.filter((name) => !isMissing(name)),
    notes: missing.map(({ program, install }) =>
      [`${program} is not installed and takes no turn`, ...(install === null ? [] : [`(${install})`])].join(" "),
    ),
  };
}

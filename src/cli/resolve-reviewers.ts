import type { Agent } from "../agents/agent.js";
import { commandAgent, findStart, knownAgent } from "../agents/start/start-agent.js";
import type { Config } from "../config/load.js";
import { splitCommand } from "../evidence/split-words.js";
import { UserError } from "../lib/errors.js";
import { findExecutable } from "../lib/process/programs.js";
import { parseAgentSpecs } from "./agent-spec.js";
import type { Io } from "./command.js";
import { namedReviewers } from "./flags/reviewer-flag.js";
import { locateAgent } from "./installed-agents.js";
import { isAcp } from "./open-acp.js";
import { isInImage } from "./resolve-agents.js";

const where = "--reviewer";

/** The reviewers by the name in the settings. Whatever is wrong with one is an error before anything starts. */
export function resolveReviewers(
  config: Pick<Config, "resolved" | "sandbox" | "checksOutside">,
  io: Pick<Io, "cwd" | "env" | "home">,
): ReadonlyMap<string, Agent> | undefined {
  const names = namedReviewers(config);
  if (names.length === 0) return undefined;
  const isHere = !isInImage(config) || config.checksOutside;
  return new Map(names.map((name) => [name, openReviewer(name, isHere ? io : null)]));
}

/** A known agent that may only read, or a program of the user's: `command:PROGRAM …`. */
function openReviewer(name: string, place: Pick<Io, "cwd" | "env" | "home"> | null): Agent {
  if (name.startsWith("command:")) return openProgram(name.slice("command:".length), place);
  const [spec, ...others] = isAcp(name) ? [] : parseAgentSpecs(name, where);
  if (!spec || others.length > 0 || spec.name === "scripted" || spec.name === "command") throw unknownReviewer(name);
  const start = findStart(spec.name, where);
  const agent = knownAgent(spec.name, { model: spec.model, permissions: "read" });
  if (place !== null && locateAgent(start, place) === null)
    throw new UserError({
      what: `the reviewer ${start.program ?? start.name} is not installed`,
      where,
      fix: `install it with: ${start.setUp.install}`,
    });
  return agent;
}

function openProgram(command: string, place: Pick<Io, "cwd" | "env" | "home"> | null): Agent {
  const split = splitCommand(command, where);
  const [program = ""] = split.words;
  if (
    place !== null &&
    findExecutable(program, { path: split.env["PATH"] ?? place.env["PATH"] ?? "", cwd: place.cwd }) === null
  )
    throw new UserError({
      what: `the reviewer ${program} is not installed`,
      where,
      fix: "name a program that is here",
    });
  return commandAgent(split);
}

const unknownReviewer = (name: string): UserError =>
  new UserError({
    what: `${JSON.stringify(name)} is no reviewer`,
    where,
    fix: 'name one agent, such as codex or claude:opus, or a program of yours: --reviewer "command:PROGRAM …"',
  });

import { type Agent, agentWords } from "../../agents/agent.js";
import { findLogIn, mayBeInKeychain } from "../../agents/start/log-in.js";
import { agentNames, knownAgent } from "../../agents/start/start-agent.js";
import type { Config } from "../../config/load.js";
import { splitCommand } from "../../evidence/split-words.js";
import { ownUser } from "../../lib/process/own-user.js";
import { findExecutable } from "../../lib/process/programs.js";
import { runProgram } from "../../lib/process/run-program.js";
import { runProbe } from "../../run/start/probe-agents.js";
import { parseAgentSpecs } from "../agent-spec.js";
import type { Io, ParsedArgs } from "../command.js";
import { isAcp, openAcp } from "../open-acp.js";
import { isInImage } from "../resolve-agents.js";
import { type Finding, fail, ok, warn } from "./finding.js";

/** The agents that are named, or else every known one. */
export async function lookAtAgents(args: ParsedArgs, config: Config, io: Io): Promise<readonly Finding[]> {
  const command = args.text("command");
  const specs = parseAgentSpecs(args.text("agent") ?? config.agent ?? (command ? "command" : ""), "--agent");
  const wanted = [...new Set(specs.map(({ name }) => name))];
  if (wanted.length === 0) return lookForAny(config, io);
  const isReplaced = (name: string): boolean =>
    wanted.some((other) => other !== name && isProgram(other) && findAgent(openByName(other), io) !== null);
  const looks = wanted.map((name) => {
    if (name === "command") return isInImage(config) ? [] : [lookAtCommand(command, io)];
    return isProgram(name) ? lookAtAgent(openByName(name), config, io, isReplaced(name) ? warn : fail) : [];
  });
  return (await Promise.all(looks)).flat();
}

async function lookForAny(config: Config, io: Io): Promise<readonly Finding[]> {
  if (isInImage(config)) return [];
  const agents = agentNames.filter(isProgram).map((name) => knownAgent(name));
  const installed = agents.filter((agent) => findAgent(agent, io) !== null);
  if (installed.length === 0)
    return [
      fail(
        "agents",
        `none is installed (looked for ${agents.map(({ name }) => name).join(", ")})`,
        `${agents[0]?.setUp?.install}; or use any program: untildone run --command "PROGRAM …"`,
      ),
    ];
  const missing = agents.filter((agent) => !installed.includes(agent)).map(({ name }) => name);
  const looks = await Promise.all(installed.map((agent) => lookAtAgent(agent, config, io, warn)));
  return [...looks.flat(), ...(missing.length > 0 ? [ok("agents", `not installed: ${missing.join(", ")}`)] : [])];
}

/** A coding CLI by name. */
const isProgram = (name: string): boolean => name !== "command" && name !== "scripted";

const openByName = (name: string): Agent => (isAcp(name) ? openAcp(name) : knownAgent(name));

const programOf = (agent: Agent): string => agentWords(agent.invoke({ prompt: "", resume: null }))[0] ?? "";

const findAgent = (agent: Agent, { env, cwd }: Io): string | null =>
  findExecutable(programOf(agent), { path: env["PATH"] ?? "", cwd });

/** `severity` is that of an agent that cannot run: a run starts without it if another one is installed. */
async function lookAtAgent(agent: Agent, config: Config, io: Io, severity: typeof fail): Promise<readonly Finding[]> {
  const { name, setUp } = agent;
  if (isInImage(config)) return lookAtLogIn(agent, io); // Looked for where the sandbox is tried.
  const program = findAgent(agent, io);
  if (program === null) return [severity(name, "not installed", setUp?.install ?? null)];
  return [
    agent.probe ? await lookAtProbe(agent, program, config, io) : await lookAtVersion(agent, program, io),
    ...lookAtLogIn(agent, io),
    ...lookAtRoot(agent, config, io, severity),
  ];
}

/** Tries what a run tries before it starts, and refuses. In a sandbox, that is for the run to try. */
async function lookAtProbe({ name, probe }: Agent, program: string, config: Config, { cwd }: Io): Promise<Finding> {
  if (!probe || config.sandbox !== "none") return ok(name, program);
  const found = await runProbe({ ...probe, stdin: "" }, cwd);
  return found.ok ? ok(name, `${program} answers`) : fail(name, found.what, found.fix);
}

const versionMs = 10_000;

async function lookAtVersion({ name, setUp }: Agent, program: string, { cwd }: Io): Promise<Finding> {
  const end = await runProgram(program, ["--version"], { cwd, env: {}, timeoutMs: versionMs });
  const fix = `install it again: ${setUp?.install}`;
  if (end.is === "timed-out")
    return warn(
      name,
      `${program} --version gave no answer within ${versionMs / 1000} s: it is there, but slow`,
      `see how long it takes: time ${program} --version`,
    );
  if (end.is === "not-found" || end.code !== 0) return warn(name, `${program} --version does not work`, fix);
  return ok(name, `${firstLine(end.out) || "version unknown"}, ${program}`);
}

const firstLine = (text: string): string => text.trim().split("\n", 1)[0]?.slice(0, 80) ?? "";

function lookAtLogIn({ name, logInSigns, setUp }: Agent, io: Io): readonly Finding[] {
  if (!logInSigns) return [];
  const found = findLogIn(logInSigns, io);
  const label = `${name} log-in`;
  if (found) return [ok(label, `${found.kind === "key" ? "API key" : "account"} in ${found.from}`)];
  if (mayBeInKeychain(process.platform)) return [ok(label, "cannot be told: the keychain may hold it")];
  const looked = [...logInSigns.variables, ...logInSigns.files.map((file) => `~/${file}`)].join(", ");
  return [warn(label, `none was found (looked for ${looked})`, setUp?.logIn ?? null)];
}

/** A refusal that is certain. */
function lookAtRoot(
  { name, rootVariable }: Agent,
  { sandbox }: Config,
  { env }: Io,
  severity: typeof fail,
): readonly Finding[] {
  if (rootVariable === undefined || ownUser()?.uid !== 0 || sandbox !== "none" || env[rootVariable] === "1") return [];
  return [
    severity(
      `${name} as root`,
      `${name} refuses to run as root with all permissions`,
      `run as another user, add --sandbox bwrap, or, in a sandbox only: export ${rootVariable}=1`,
    ),
  ];
}

function lookAtCommand(command: string | undefined, { env, cwd }: Io): Finding {
  const [program = ""] = command === undefined ? [] : splitCommand(command, "--command").words;
  if (program === "") return fail("command", "no program is named", 'name one: --command "PROGRAM …"');
  const found = findExecutable(program, { path: env["PATH"] ?? "", cwd });
  return found === null
    ? fail("command", `${program} is not installed`, "name a program that is there with --command")
    : ok("command", found);
}

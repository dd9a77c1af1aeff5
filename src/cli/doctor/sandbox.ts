import { type Agent, agentWords } from "../../agents/agent.js";
import { type Answer, ask } from "../../agents/sandbox/ask.js";
import { openSandbox } from "../../agents/sandbox/open-sandbox.js";
import { sandboxFixes } from "../../agents/sandbox/refuse-sandbox.js";
import type { Sandbox, SandboxPlan } from "../../agents/sandbox/sandbox.js";
import { type SandboxKind, sandboxKinds } from "../../agents/sandbox/sandbox.js";
import { agentNames, knownAgent } from "../../agents/start/start-agent.js";
import type { Config } from "../../config/load.js";
import { splitCommand } from "../../evidence/split-words.js";
import { isUserError } from "../../lib/errors.js";
import { linkTarget } from "../../lib/files/folder.js";
import { findExecutable } from "../../lib/process/programs.js";
import { planSandbox, refuseOwnProgram, type SandboxOptions } from "../../run/start/sandbox.js";
import { refuseSandbox } from "../../run/start/sandbox-options.js";
import { parseAgentSpecs } from "../agent-spec.js";
import type { Io, ParsedArgs } from "../command.js";
import { isAcp, openAcp } from "../open-acp.js";
import { type Finding, fail, ok, warn } from "./finding.js";

/** The one that is asked for is opened and tried; the others are only named. */
export async function lookAtSandboxes(args: ParsedArgs, config: Config, io: Io): Promise<readonly Finding[]> {
  if (config.sandbox === "none") return [nameInstalled(io)];
  const label = `sandbox ${config.sandbox}`;
  const options: SandboxOptions = { config, env: io.env, home: io.home, cwd: io.cwd };
  try {
    await refuseSandbox(options);
    const agents = wantedAgents(args, config);
    const plan = planSandbox(options, { run: `doctor-${process.pid}`, cwd: io.cwd, own: [], tasksFile: null, agents });
    if (plan !== null) refuseOwnProgram(plan);
    return plan === null ? [] : await tryOut(plan, { label, agents, command: args.text("command") });
  } catch (error) {
    if (!isUserError(error)) throw error;
    return [fail(label, error.what, error.fix)];
  }
}

function nameInstalled({ env, cwd }: Io): Finding {
  const isThere = (kind: SandboxKind): boolean => findExecutable(kind, { path: env["PATH"] ?? "", cwd }) !== null;
  const there = sandboxKinds.filter(isThere);
  return there.length > 0
    ? ok("sandbox", `installed: ${there.join(", ")} (untildone doctor --sandbox ${there.at(-1)} tries it)`)
    : ok("sandbox", `none is installed; ${sandboxFixes.bwrap}`);
}

/** Those that are named, be they installed here or not. */
function wantedAgents(args: ParsedArgs, config: Config): readonly Agent[] {
  const specs = parseAgentSpecs(args.text("agent") ?? config.agent ?? "", "--agent");
  const names = [...new Set(specs.map(({ name }) => name))].filter((name) => name !== "command" && name !== "scripted");
  return names.map((name) => (isAcp(name) ? openAcp(name) : knownAgent(name)));
}

interface Trial {
  readonly label: string;
  readonly agents: readonly Agent[];
  readonly command: string | undefined;
}

async function tryOut(plan: SandboxPlan, trial: Trial): Promise<readonly Finding[]> {
  const sandbox = await openSandbox(plan, []);
  try {
    const first = await runInside(sandbox, plan, ["echo inside"]);
    await sandbox.sweep();
    const second = await runInside(sandbox, plan, ["echo inside"]);
    for (const answer of [first, second])
      if (!answer.works || answer.out.trim() !== "inside")
        return [fail(trial.label, `a command inside does not work: ${answer.works ? answer.out : answer.cause}`, null)];
    return [
      ok(trial.label, "was opened, and ran two commands"),
      ...sandbox.warnings.map((text) => warn(trial.label, text, null)),
      ...(await lookForAgents(sandbox, plan, trial)),
      ...(await lookForGit(sandbox, plan)),
      await describeNetwork(sandbox, plan),
    ];
  } finally {
    await sandbox.close();
  }
}

function runInside(sandbox: Sandbox, plan: SandboxPlan, [script = "", ...words]: readonly string[]): Promise<Answer> {
  const inside = sandbox.wrap({ words: ["sh", "-c", script, "sh", ...words], stdin: null, env: {} }, {});
  return ask(inside.words, plan, inside.env);
}

const findInside = (sandbox: Sandbox, plan: SandboxPlan, program: string): Promise<Answer> =>
  runInside(sandbox, plan, ['command -v -- "$1"', program]);

const programOf = (agent: Agent): string => agentWords(agent.invoke({ prompt: "", resume: null }))[0] ?? "";

/** Whether the agents that are named are inside; or else which of all are. */
async function lookForAgents(sandbox: Sandbox, plan: SandboxPlan, trial: Trial): Promise<readonly Finding[]> {
  const { agents, command } = trial;
  const place = plan.image === null ? "in the sandbox" : `in the image ${plan.image}`;
  const look = async (name: string, program: string, install: string | null): Promise<Finding> => {
    const answer = await findInside(sandbox, plan, program);
    if (answer.works) return ok(`${name} inside`, answer.out.trim());
    const fix =
      plan.image === null
        ? "show its folder: --sandbox-mount FOLDER"
        : `add it to the Dockerfile${install ? `: RUN ${install}` : ""}`;
    return fail(`${name} inside`, `${program} is not ${place}`, fix);
  };
  const [program] = command === undefined ? [] : splitCommand(command, "--command").words;
  if (program !== undefined) return [await look("command", program, null)];
  if (agents.length > 0)
    return Promise.all(agents.map((agent) => look(agent.name, programOf(agent), agent.setUp?.install ?? null)));
  if (plan.image === null) return [];
  const known = agentNames.filter((name) => name !== "command" && name !== "scripted").map((name) => knownAgent(name));
  const findings = await Promise.all(known.map((agent) => look(agent.name, programOf(agent), null)));
  const there = findings.filter(({ status }) => status === "ok");
  if (there.length > 0) return there;
  return [fail("agents inside", `none is ${place}`, `add one to its Dockerfile: RUN ${known[0]?.setUp?.install}`)];
}

async function lookForGit(sandbox: Sandbox, plan: SandboxPlan): Promise<readonly Finding[]> {
  const answer = await findInside(sandbox, plan, "git");
  if (answer.works) return [];
  return [warn("git inside", "git is not inside: the agent cannot look at changes or commit", "add git to the image")];
}

/** By what can be seen, not by what was asked for: engines have settings of their own. */
async function describeNetwork(sandbox: Sandbox, plan: SandboxPlan): Promise<Finding> {
  const answer = await runInside(sandbox, plan, ["readlink /proc/self/ns/net; grep -c : /proc/net/dev"]);
  const [inside = "", interfaces = ""] = answer.works ? answer.out.trim().split("\n") : [];
  if (inside !== "" && inside === linkTarget("/proc/self/ns/net"))
    return ok("reach", "the network of this machine, its loopback (127.0.0.1) and what listens there, such as Redis");
  if (interfaces === "1") return ok("reach", "no network");
  return ok("reach", "a network of its own: other machines, and not the loopback of this one");
}

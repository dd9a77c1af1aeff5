import { isUserError } from "../base/errors.js";
import type { Config } from "../config/load.js";
import type { Command, Io, ParsedArgs } from "./command.js";
import { lookAtAgents } from "./doctor/agents.js";
import { attempt, type Finding, fail } from "./doctor/finding.js";
import { formatFindings } from "./doctor/format-findings.js";
import { lookAtChecks, lookAtGit, lookAtTasks } from "./doctor/project.js";
import { lookAtFolders, lookAtNode, lookAtSandboxes, lookAtSettings, lookAtState } from "./doctor/system.js";
import { runConfig, runFlags } from "./run-flags.js";
import { sandboxFlags } from "./sandbox-flags.js";

const { agent, command, prompt, tasks, check, "no-detect": noDetect, policy, state, set } = runFlags;

export const doctor: Command = {
  name: "doctor",
  usage: "doctor [options]",
  about:
    "Looks at everything that a run needs, without starting one and without a request to any model: Node, agents and their log-ins, git, the task list, the checks, the configuration, the folders, the disk and the sandbox. Each problem comes with the command that fixes it. Takes the flags of run that matter for it.\n\nExit status: 0 a run can start, 1 it cannot, 2 wrong usage.",
  flags: {
    ...{ agent, command, prompt, tasks, check, "no-detect": noDetect, ...sandboxFlags },
    json: { type: "boolean", help: "print one JSON object: canStart and findings (name, status, text, fix)" },
    ...{ policy, state, set },
  },
  maxPositionals: 0,
  examples: [
    "untildone doctor",
    "untildone doctor --agent claude --tasks TODO.md",
    "untildone doctor --json | jq '.findings[] | select(.status != \"ok\")'",
  ],
  async run(args, io) {
    const findings = await examine(args, io);
    const canStart = findings.every(({ status }) => status !== "fail");
    io.out(
      args.flag("json") ? `${JSON.stringify({ canStart, findings })}\n` : formatFindings(findings, "untildone run", io),
    );
    return canStart ? 0 : 1;
  },
};

/** Everything, in the order of a person who sets it up. Without a configuration, only what does not depend on it. */
async function examine(args: ParsedArgs, io: Io): Promise<readonly Finding[]> {
  const node = lookAtNode(process.versions.node);
  const config = readConfig(args, io);
  if ("status" in config) return [node, config, ...(await attempt("git", () => lookAtGit(io)))];
  const looks = [
    attempt("configuration", () => lookAtSettings(config)),
    attempt("agents", () => lookAtAgents(args, config, io)),
    attempt("sandbox", () => lookAtSandboxes(config, io)),
    attempt("git", () => lookAtGit(io)),
    attempt("tasks", () => lookAtTasks(args, config, io)),
    attempt("checks", () => lookAtChecks(args, config, io)),
    attempt("folders", () => lookAtFolders(config, io)),
    attempt("state folder", () => lookAtState(config, io)),
  ];
  return [node, ...(await Promise.all(looks)).flat()];
}

function readConfig(args: ParsedArgs, io: Io): Config | Finding {
  try {
    return runConfig(args, io);
  } catch (error) {
    if (!isUserError(error)) throw error;
    return fail("configuration", `${error.what} (${error.where})`, error.fix);
  }
}

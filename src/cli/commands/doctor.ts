import type { Config } from "../../config/load.js";
import { isUserError, UserError } from "../../lib/errors.js";
import { onStopSignals } from "../../lib/process/signals.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { lookAtAgents } from "../doctor/agents.js";
import { type CheckLimits, lookAtChecks } from "../doctor/checks.js";
import { attempt, type Finding, fail } from "../doctor/finding.js";
import { formatFindings } from "../doctor/format-findings.js";
import { lookAtGit, lookAtTasks } from "../doctor/project.js";
import { lookAtSandboxes } from "../doctor/sandbox.js";
import { lookAtFolders, lookAtNode, lookAtSettings, lookAtState } from "../doctor/system.js";
import { runConfig } from "../flags/run-flags.js";
import { runFlags } from "../flags/run-flags-table.js";
import { sandboxFlags } from "../flags/sandbox-flags-table.js";
import { seconds } from "../numbers.js";

const { agent, command, prompt, tasks, check, "no-detect": noDetect, policy, state, set } = runFlags;

export const doctor: Command = {
  name: "doctor",
  findsProject: "flags",
  usage: "doctor [options]",
  about:
    "Looks at everything that a run needs, without starting one and without a request to any model: Node, agents and their log-ins, git, the task list, the checks, the configuration, the folders, the disk and the sandbox. Each problem comes with the command that fixes it. Takes the flags of run that matter for it.\n\nRuns each check once, as a run does before its first turn, and says what came of it and which files it left changed. --no-checks leaves that out.\n\nExit status: 0 a run can start, 1 it cannot, 2 wrong usage, 3 interrupted.",
  flags: {
    ...{ agent, command, prompt, tasks, check, "no-detect": noDetect, ...sandboxFlags },
    "no-checks": { type: "boolean", help: "do not run the checks; see only whether their programs are there" },
    timeout: {
      type: "string",
      value: "TIME",
      help: "time limit for all checks together (default 10m, and 2m for each)",
    },
    json: {
      type: "boolean",
      help: "print one JSON object: canStart and findings (name, status, text, fix; check: state, counts, seconds)",
    },
    ...{ policy, state, set },
  },
  maxPositionals: 0,
  examples: [
    "untildone doctor",
    "untildone doctor --agent claude --tasks TODO.md",
    "untildone doctor --no-checks",
    "untildone doctor --json | jq '.findings[] | select(.status != \"ok\")'",
  ],
  async run(args, io) {
    const timeout = readTimeout(args);
    const stop = new AbortController();
    const removeHandlers = onStopSignals(() => stop.abort());
    try {
      const findings = await examine(args, io, { signal: stop.signal, timeout });
      if (stop.signal.aborted) {
        io.err("interrupted\n");
        return 3;
      }
      const canStart = findings.every(({ status }) => status !== "fail");
      io.out(
        args.flag("json")
          ? `${JSON.stringify({ canStart, findings })}\n`
          : formatFindings(findings, "untildone run", io),
      );
      return canStart ? 0 : 1;
    } finally {
      removeHandlers();
    }
  },
};

/** In seconds; undefined for the usual limits. */
function readTimeout(args: ParsedArgs): number | undefined {
  const text = args.text("timeout");
  const limit = text === undefined ? undefined : seconds(text, "--timeout");
  if (limit !== 0) return limit;
  throw new UserError({
    what: "--timeout is 0",
    where: "--timeout",
    fix: "give a time such as 90, 30m or 8h; --no-checks runs none",
  });
}

/** Everything, in the order of a person who sets it up. Without a configuration, only what does not depend on it. */
async function examine(args: ParsedArgs, io: Io, limits: CheckLimits): Promise<readonly Finding[]> {
  const node = lookAtNode(process.versions.node);
  const config = readConfig(args, io);
  if ("status" in config) return [node, config, ...(await attempt("git", () => lookAtGit(io)))];
  const looks = [
    attempt("configuration", () => lookAtSettings(config)),
    attempt("agents", () => lookAtAgents(args, config, io)),
    attempt("sandbox", () => lookAtSandboxes(args, config, io)),
    attempt("git", () => lookAtGit(io)),
    attempt("tasks", () => lookAtTasks(args, config, io)),
    attempt("folders", () => lookAtFolders(config, io)),
    attempt("state folder", () => lookAtState(config, io)),
  ];
  const found = await Promise.all(looks);
  // Last, and alone: they may take long, and a busy machine would make them slower.
  const checks = await attempt("checks", () => lookAtChecks(args, config, { io, ...limits }));
  return [node, ...found.slice(0, -2).flat(), ...checks, ...found.slice(-2).flat()];
}

function readConfig(args: ParsedArgs, io: Io): Config | Finding {
  try {
    return runConfig(args, io);
  } catch (error) {
    if (!isUserError(error)) throw error;
    return fail("configuration", `${error.what} (${error.where})`, error.fix);
  }
}

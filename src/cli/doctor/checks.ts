import { relative, resolve } from "node:path";
import type { Config } from "../../config/load.js";
import type { CommandPlan, JudgePlan } from "../../evidence/plan.js";
import { planChecks } from "../../evidence/plan-checks.js";
import { changesBetween } from "../../evidence/workspace/changes.js";
import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import { findExecutable } from "../../lib/process/programs.js";
import { plural } from "../../lib/text/plural.js";
import type { Io, ParsedArgs } from "../command.js";
import { namedChecks } from "../flags/check-flags.js";
import { checkOrigin } from "../judging.js";
import { describeTried } from "./describe-tried.js";
import { type Finding, ok, warn } from "./finding.js";
import { type CheckTrial, tryChecks } from "./try-checks.js";

export interface CheckLimits {
  readonly signal: AbortSignal;
  /** Seconds for all of them; undefined for the usual limits. */
  readonly timeout: number | undefined;
}

/** Runs each check, or only looks for its program. */
export async function lookAtChecks(
  args: ParsedArgs,
  config: Config,
  { io, ...limits }: CheckLimits & { readonly io: Io },
): Promise<readonly Finding[]> {
  const { plans, notes } = planChecks({
    cwd: io.cwd,
    checks: namedChecks(args, config),
    origin: checkOrigin(config, "--check"),
    detect: !args.flag("no-detect"),
    tests: config.resolved.settings,
  });
  const commands = plans.filter((plan) => plan.kind === "command");
  const judges = plans.filter((plan) => plan.kind === "judge");
  return [
    ...(commands.some(({ required }) => required) ? [] : [noCheck]),
    ...notes.filter((note) => note.endsWith("is not used") && !note.includes("found too")).map(toFinding),
    ...(args.flag("no-checks")
      ? commands.map((plan) => lookForProgram(plan, io))
      : await runChecks(commands, config, { io, ...limits })),
    ...judges.map((plan) => lookForProgram(plan, io)),
  ];
}

const noCheck = warn(
  "checks",
  "no command that could verify the work was found",
  'untildone run --check tests="npm test"',
);

/** A script that is no check, though it has the name of one. */
const toFinding = (note: string): Finding => ok("checks", note);

function lookForProgram({ name, words, origin, required }: CommandPlan | JudgePlan, io: Io): Finding {
  const [program = ""] = words;
  const found = findExecutable(program, { path: io.env["PATH"] ?? "", cwd: io.cwd });
  if (found) return ok(`check ${name}`, `${words.join(" ")} (${origin}), not run`);
  const effect = required ? "no claim can pass" : "it says nothing";
  return warn(
    `check ${name}`,
    `${program} is not installed: ${effect}`,
    `install ${program}, or change the check (${origin})`,
  );
}

async function runChecks(commands: readonly CommandPlan[], config: Config, trial: CheckTrial) {
  if (commands.length === 0) return [];
  const { cwd } = trial.io;
  const ignore = [relative(cwd, resolve(cwd, config.stateFolder))];
  const before = await lookAtWorkspace(cwd, { ignore });
  const tried = await tryChecks(commands, trial);
  const after = await lookAtWorkspace(cwd, { ignore, start: before, earlier: before });
  const { files } = await changesBetween(before, after);
  const findings = tried.map((each) => describeTried(each, config.resolved.name));
  return files.length === 0 ? findings : [...findings, describeFiles(files.map(({ path }) => path))];
}

function describeFiles(files: readonly string[]): Finding {
  const names = files.slice(0, 10).join(", ");
  const more = files.length > 10 ? ` and ${files.length - 10} more` : "";
  const text = `the checks left ${plural(files.length, "file")} changed: ${names}${more}`;
  return { ...warn("files", text, "look at them with git status; let git ignore what a check writes"), files };
}

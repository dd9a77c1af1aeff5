import { type Config, loadConfig, type SavedSources } from "../../config/load.js";
import { UserError } from "../../lib/errors.js";
import { suggest } from "../../lib/text/nearest.js";
import { type CheckpointKind, checkpointKinds } from "../../run/git/checkpoints.js";
import { allAgents } from "../../run/loop/agent-roles.js";
import { type Protocol, protocols } from "../../run/loop/protocol.js";
import { defaultLimits } from "../../run/start/limits.js";
import type { RunOptions } from "../../run/start/options.js";
import { chooseListToRun } from "../choose-list-to-run.js";
import type { Io, ParsedArgs } from "../command.js";
import { checkOrigin } from "../judging.js";
import { amount, seconds, wholeNumber } from "../numbers.js";
import { refuseUnknownModels } from "../refuse-unknown-models.js";
import { resolveAgents } from "../resolve-agents.js";
import { resolveReviewers } from "../resolve-reviewers.js";
import { readTypedTasks } from "../typed-tasks.js";
import { namedChecks } from "./check-flags.js";
import { isOwnDayLimit, readDayLimitFlag } from "./day-limit-flag.js";
import { readNotifyFlags } from "./notify-flags.js";
import { readReviewerFlag } from "./reviewer-flag.js";
import { flagSettings, runFlags } from "./run-flags-table.js";
import { readSandboxFlags } from "./sandbox-flags.js";
import { flagsToSave, type SavedFlags } from "./saved-flags.js";

/** Converts a flag's text to its setting's format. */
function settingValue(flag: string, text: string): string {
  if (flag === "max-time") return String(seconds(text, "--max-time"));
  if (flag === "max-cost") return String(amount(text, "--max-cost"));
  return flag.startsWith("max-") || flag === "escalate" ? String(wholeNumber(text, `--${flag}`)) : text;
}

/** The configuration with the flags that only a run has. */
export function runConfig(args: ParsedArgs, io: Io, saved?: SavedSources): Config {
  const set = [...args.texts("set")];
  for (const [flag, name] of Object.entries(flagSettings)) {
    const text = args.text(flag);
    if (text !== undefined) set.push(`${name}=${settingValue(flag, text)}`);
  }
  if (args.flag("strict") && args.flag("accept-list-edits"))
    throw new UserError({
      what: "--strict and --accept-list-edits contradict each other",
      where: "untildone run",
      fix: "leave one of them out",
    });
  set.push(...readSandboxFlags(args), ...readNotifyFlags(args), ...readReviewerFlag(args));
  if (args.flag("accept-list-edits")) set.push("acceptListEdits=true");
  return loadConfig({
    cwd: io.cwd,
    env: io.env,
    home: io.home,
    saved,
    flags: {
      policy: args.text("policy"),
      set,
      strict: args.flag("strict"),
      state: args.text("state"),
      exitThreshold: args.text("exit-threshold"),
    },
  });
}

/** The run options from the command line, validated as far as possible without a run. */
export async function parseRunOptions(
  args: ParsedArgs,
  io: Io,
  { config, resume }: Pick<RunOptions, "config" | "resume">,
): Promise<{ readonly options: RunOptions; readonly notes: readonly string[] }> {
  const git = parseGit(args);
  readTypedTasks(args, io); // A mistake in it comes before one about the agent.
  const { roles, notes, chosen } = resolveAgents(args, config, io);
  // In a sandbox, nothing of an agent runs outside of it.
  if (!args.flag("dry-run") && config.sandbox === "none") await refuseUnknownModels(allAgents(roles), io);
  const time = (flag: string, otherwise: number): number => {
    const text = args.text(flag);
    return text === undefined ? otherwise : seconds(text, `--${flag}`);
  };
  const limit = (flag: string, otherwise: number): number => time(flag, otherwise) || Number.POSITIVE_INFINITY;
  const reviewers = resolveReviewers(config, io);
  if (reviewers && !args.flag("dry-run") && config.sandbox === "none")
    await refuseUnknownModels([...reviewers.values()], io);
  const list = await chooseListToRun(args, io, config);
  const options: RunOptions = {
    cwd: io.cwd,
    env: io.env,
    home: io.home,
    config,
    agents: roles,
    ...(reviewers ? { reviewers } : {}),
    tasks: list.list,
    ...parseChoice(args),
    promptFile: args.text("prompt") ?? null,
    templateFile: args.text("template") ?? null,
    protocol: parseProtocol(args.text("protocol")),
    checks: namedChecks(args, config),
    checkOrigin: checkOrigin(config, "--check"),
    detectChecks: !args.flag("no-detect"),
    limits: {
      ...defaultLimits,
      timeoutSeconds: limit("timeout", defaultLimits.timeoutSeconds),
      idleTimeoutSeconds: limit("idle-timeout", defaultLimits.idleTimeoutSeconds),
      graceSeconds: time("grace", defaultLimits.graceSeconds),
      limitMarginSeconds: time("limit-margin", defaultLimits.limitMarginSeconds),
    },
    ...readDayLimitFlag(args, io),
    continueSession: args.flag("continue-session"),
    forceComplete: args.flag("force-complete"),
    resume,
    resetBreaker: args.flag("reset-breaker"),
    git,
    // A resumed run keeps an agent that was chosen for it.
    flags: { ...savedFlags(args, io), ...list.flags, ...(chosen === null ? {} : { agent: chosen }) },
  };
  return { options, notes: [...notes, ...list.notes] };
}

function savedFlags(args: ParsedArgs, io: Io): SavedFlags {
  const saved = flagsToSave(args, runFlags);
  const perDay = saved["max-cost-per-day"];
  if (typeof perDay !== "string" || isOwnDayLimit(perDay, io)) return saved;
  const { "max-cost-per-day": _, ...others } = saved;
  return others;
}

function parseChoice(args: ParsedArgs): Pick<RunOptions, "choose"> {
  const ids = (flag: string): readonly string[] =>
    args
      .texts(flag)
      .flatMap((text) => text.split(",").map((id) => id.trim()))
      .filter((id) => id !== "");
  const choose = { only: ids("only"), skip: ids("skip"), sections: args.texts("section") };
  for (const flag of ["only", "skip"] as const)
    if (args.texts(flag).length > 0 && choose[flag].length === 0)
      throw new UserError({ what: `--${flag} names no task`, where: `--${flag}`, fix: `name one: --${flag} T1,T3` });
  return choose.only.length + choose.skip.length + choose.sections.length > 0 ? { choose } : {};
}

function parseProtocol(name = "untildone"): Protocol {
  const found = protocols.find((known) => known === name);
  if (found) return found;
  throw new UserError({
    what: `unknown protocol ${JSON.stringify(name)}`,
    where: "--protocol",
    fix: suggest(name, protocols),
  });
}

const maxParallel = 64;

function parseGit(args: ParsedArgs): RunOptions["git"] {
  const text = args.text("parallel");
  const parallel = text === undefined ? 1 : Number(/^\d{1,3}$/.exec(text)?.[0] ?? 0);
  if (parallel < 1 || parallel > maxParallel)
    throw new UserError({
      what: `--parallel is ${text}`,
      where: "--parallel",
      fix: `give a number of tasks from 1 to ${maxParallel}`,
    });
  return {
    parallel,
    worktree: args.flag("worktree") || parallel > 1,
    checkpoint: parseCheckpoint(args.text("checkpoint")),
    setup: args.text("setup") ?? null,
  };
}

function parseCheckpoint(word: string | undefined): CheckpointKind | null {
  if (word === undefined) return null;
  const found = checkpointKinds.find((kind) => kind === word);
  if (found) return found;
  throw new UserError({
    what: `unknown checkpoint mode ${JSON.stringify(word)}`,
    where: "--checkpoint",
    fix: suggest(word, checkpointKinds),
  });
}

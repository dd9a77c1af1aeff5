import { isWithinAgent } from "../../agents/start/agent-env.js";
import type { Config } from "../../config/load.js";
import { isOver } from "../../decide/dependencies.js";
import type { KnownTasks } from "../../decide/tasks.js";
import { takeBaseline } from "../../evidence/baseline.js";
import { formatPlan, planChecks } from "../../evidence/plan-checks.js";
import { anySession, clearGoal, type Goal, readGoal, saveGoal } from "../../hook/goal.js";
import { readGoalChecks } from "../../hook/goal-checks.js";
import { checkOrigin } from "../../hook/held-checks.js";
import { UserError } from "../../lib/errors.js";
import { pathFrom } from "../../lib/files/folder.js";
import { plural } from "../../lib/text/plural.js";
import { oneLine } from "../../lib/text/printable.js";
import { now } from "../../lib/time/clock.js";
import { listFile } from "../../tasks/find-list.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { folderFlags, withoutFlags } from "../flags/config-flags.js";
import { warnOfGoal } from "../goal-warnings.js";
import { stateFolder } from "../judging.js";
import { loadList } from "../task-list.js";

export const goal: Command = {
  name: "goal",
  usage: "goal [TEXT] [options]",
  about:
    "Sets what an interactive session has to reach: untildone hook refuses to let the agent stop before. The commands given with --check decide, and must exit with 0; without any, the checks found in the project do. If nothing can check it, the agent is asked once for its evidence, and you decide.\n\nThe checks run once now. Give one that fails until the goal is met: when it turns green, the work is verified. A check that passes already cannot show that the goal is met: the stop will be called done, not proven. With nothing changed at all, it is refused once and then left to you.\n\nThe goal is for the session it is set in, or else for the first one that stops. It is cleared when it is met.",
  flags: {
    check: {
      type: "string",
      value: "COMMAND",
      multiple: true,
      help: "a command that fails now and passes when the goal is met, or NAME=COMMAND (repeatable)",
    },
    "any-session": { type: "boolean", help: "for every session in this project" },
    show: { type: "boolean", help: "show the goal" },
    clear: { type: "boolean", help: "remove the goal" },
    json: { type: "boolean", help: "with --show: print JSON" },
    ...folderFlags,
  },
  maxPositionals: 1,
  examples: [
    'untildone goal "the parser reads dates" --check "node --test test/dates.test.js"',
    'untildone goal "no lint errors in src" --check "lint=npm run lint"',
    "untildone goal --show",
    "untildone goal --clear",
  ],
  async run(args, io) {
    refuseMixed(args);
    if (args.flag("clear")) return clear(io);
    return args.words[0] === undefined ? show(args, io) : set(args.words[0], args, io);
  },
};

function refuseMixed(args: ParsedArgs): void {
  const asked = [
    ...(args.words[0] === undefined ? [] : ["TEXT"]),
    ...["show", "clear"].filter((name) => args.flag(name)).map((name) => `--${name}`),
  ];
  const fix = "give one of them: see untildone goal --help";
  if (asked.length > 1)
    throw new UserError({ what: `${asked.join(" and ")} do not go together`, where: "untildone goal", fix });
  if (asked[0] !== "TEXT" && (args.texts("check").length > 0 || args.flag("any-session")))
    throw new UserError({
      what: "there is no text of the goal",
      where: "untildone goal",
      fix: 'untildone goal "TEXT" --check COMMAND',
    });
}

const ownerOf = ({ env, home }: Io) => ({ env, home });

/** Who is measured must not set the measure: what a person wants is not changed from within an agent. */
function refuseFromAgent(io: Io): void {
  if (!isWithinAgent(io.env) || readIfSound(io) === null) return;
  throw new UserError({
    what: "a goal is set, and it is not changed from within an agent",
    where: "untildone goal",
    fix: "run this in a terminal of your own",
  });
}

/** A damaged goal can be replaced. */
function readIfSound(io: Io): Goal | null {
  try {
    return readGoal(io.cwd, ownerOf(io));
  } catch {
    return null;
  }
}

function clear(io: Io): number {
  refuseFromAgent(io);
  const had = readIfSound(io);
  clearGoal(io.cwd, ownerOf(io));
  io.out(had === null ? "there is no goal\n" : `cleared: ${oneLine(had.text)}\n`);
  return 0;
}

function show(args: ParsedArgs, io: Io): number {
  const found = readGoal(io.cwd, ownerOf(io));
  if (args.flag("json")) {
    const { start: _, ...shown } = found ?? { start: null };
    io.out(`${JSON.stringify(found && shown)}\n`);
  } else
    io.out(found === null ? 'there is no goal; set one: untildone goal "TEXT" --check COMMAND\n' : describe(found));
  return found === null ? 1 : 0;
}

function describe({ text, checks, at, session, fromAgent }: Goal): string {
  const plans = planChecks({ cwd: ".", checks, origin: "the goal", detect: false }).plans.filter(
    ({ name }) => name in checks,
  );
  const whose =
    session === anySession
      ? "every session"
      : session === null
        ? "the next session that stops"
        : `session ${session.slice(0, 8)}`;
  return [
    `goal     ${oneLine(text)}`,
    ...plans.map((plan) => `check    ${formatPlan(plan)}`),
    ...(plans.length > 0 ? [] : ["check    none of its own: those found in the project are run"]),
    `for      ${whose}`,
    `set      ${at}${fromAgent ? ", from within an agent" : ""}`,
    "",
  ].join("\n");
}

const maxText = 4_000;

async function set(text: string, args: ParsedArgs, io: Io): Promise<number> {
  if (text.trim() === "" || text.length > maxText)
    throw new UserError({
      what: text.trim() === "" ? "the goal is empty" : `the goal is longer than ${maxText} characters`,
      where: "untildone goal",
      fix: "say in a sentence or two what has to be true in the end",
    });
  refuseFromAgent(io);
  const checks = readGoalChecks(args.texts("check"));
  const config = withoutFlags(args, io);
  const { list, tasks } = await loadList(undefined, config, io);
  const start = await look(checks, { config, list, io });
  const session = args.flag("any-session") ? anySession : ownSession(io.env);
  const made: Goal = {
    version: 1,
    text,
    checks,
    at: new Date(now()).toISOString(),
    session,
    fromAgent: isWithinAgent(io.env),
    start,
  };
  saveGoal(io.cwd, ownerOf(io), made);
  io.out(describe(made));
  io.out(describeList(list, tasks));
  for (const warning of warnOfGoal(start.checks, Object.keys(checks))) io.err(`warning: ${warning}\n`);
  return 0;
}

/** The agents that say so. */
const ownSession = (env: Io["env"]): string | null =>
  env["CLAUDE_CODE_SESSION_ID"] || env["GEMINI_SESSION_ID"] || env["CODEX_THREAD_ID"] || null;

/** A session has to reach its goal and to finish the list: a person who only thinks of one must know. */
function describeList(name: string, tasks: KnownTasks): string {
  const left = tasks.is === "tasks" ? tasks.tasks.filter((task) => !isOver(task) && !task.optional).length : 0;
  if (left === 0) return "";
  return `also     ${name} has ${plural(left, "task")} left: the agent may stop when both the goal and the list are done\n`;
}

interface GoalPlace {
  readonly config: Config;
  readonly list: string;
  readonly io: Io;
}

/**
 * The workspace now, from which the work is measured, and how the checks stand that decide about the goal: its own, or,
 * without any, those of the project.
 */
async function look(own: Goal["checks"], { config, list, io }: GoalPlace) {
  const folder = stateFolder(config, io);
  const detect = Object.keys(own).length === 0;
  const checks = detect ? config.checks : own;
  const origin = detect ? checkOrigin({ config, goal: null }) : "--check";
  const { plans, warnings } = planChecks({ cwd: io.cwd, checks, origin, detect });
  for (const warning of warnings) io.err(`warning: ${warning}\n`);
  const { baseline } = await takeBaseline({
    cwd: io.cwd,
    plans,
    tasksFile: listFile(list),
    ignore: [pathFrom(io.cwd, folder)],
    logDirectory: `${folder}/logs/checks`,
  });
  return baseline;
}

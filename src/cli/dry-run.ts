import { resolve } from "node:path";
import { labelAgent } from "../agents/label-agent.js";
import { isOver } from "../decide/dependencies.js";
import type { KnownTasks, Task } from "../decide/tasks.js";
import { formatPlan } from "../evidence/plan-checks.js";
import { formatPlannedRun, type PlannedRun } from "../report/format-planned-run.js";
import { refuseWithoutGit } from "../run/git/git.js";
import { allAgents } from "../run/loop/agent-roles.js";
import type { RunEstimate } from "../run/loop/run-event.js";
import { selectTask } from "../run/loop/select.js";
import { makeTurnPrompt } from "../run/loop/turn-prompt.js";
import { breakerRefusal } from "../run/start/breaker.js";
import { chooseFrom, describeChoice } from "../run/start/choose-tasks.js";
import { chosenOf, estimateRun } from "../run/start/estimate.js";
import type { RunOptions } from "../run/start/options.js";
import { readListText, resolveParts } from "../run/start/parts.js";
import { refuseEndless } from "../run/start/refuse-endless.js";
import { describeUnusable } from "../run/start/refuse-list.js";
import { refuseParallel } from "../run/start/refuse-parallel.js";
import { refuseSandbox } from "../run/start/sandbox-options.js";
import { loadState } from "../store/load.js";
import { listName } from "../tasks/given-tasks.js";
import { formatLeftOut, leftOutSections } from "../tasks/left-out-sections.js";
import { toKnownTasks } from "../tasks/tracker.js";
import type { Io, ParsedArgs } from "./command.js";
import { cutOffRefusal, findLedger, findTasksFolder } from "./earlier-run.js";

/** Shows what would be done. Status 2 if the run would be refused. */
export async function dryRun(options: RunOptions, args: ParsedArgs, io: Io): Promise<number> {
  const { config, tasks, protocol } = options;
  refuseEndless(config);
  refuseParallel(options);
  await refuseWithoutGit(options);
  await refuseSandbox(options);
  const folder = resolve(io.cwd, config.stateFolder);
  const { runState } = loadState(folder);
  const cwd = await findTasksFolder(options, folder);
  const parts = await resolveParts(options, cwd);
  const listing = await parts.tracker.list();
  const list = toKnownTasks(listing);
  const leftOut = leftOutSections(listing);
  const choice = chooseFrom(options, listing)?.choice;
  const selected = selectTask(list, findLedger(options)?.list ?? null, choice ? { choice } : {});
  const [phase = { name: "work", template: null }] = parts.phases;
  const session = { agent: { ...parts, protocol }, tasks: parts, policy: config.resolved, run: "dry-run" };
  const known = options.resume ? runState.run : null;
  const background = {
    list: readListText(tasks, cwd),
    notes: known?.notes ?? [],
    workedAhead: known?.workedAhead ?? false,
  };
  const nonce = protocol === "untildone" ? "000000" : null;
  const refusals = [
    ...cutOffRefusal(options, folder),
    ...(list.is === "unusable" ? [describeUnusable(tasks, list.why)] : []),
    ...[options.resetBreaker ? null : breakerRefusal(options, { runState })].flatMap((why) =>
      why === null ? [] : [`${why} (--reset-breaker closes it)`],
    ),
  ];
  const plan: PlannedRun = {
    policy: config.resolved.name,
    tasks: listName(tasks),
    todo: list.is === "tasks" ? listTodo(choice ? choice.apply(list.tasks) : list.tasks) : [],
    task: selected.task?.id ?? null,
    agents: allAgents(options.agents).map((agent) => ({
      name: labelAgent(agent),
      words: agent.invoke({ prompt: "{prompt}", resume: null }).words,
    })),
    sandbox: config.sandbox,
    checks: parts.plans.map(formatPlan),
    notes: [
      ...parts.notes,
      ...(choice && list.is === "tasks" ? describeChoice(choice, list.tasks) : []),
      ...(leftOut.length > 0 ? [`not worked on: ${formatLeftOut(leftOut)}`] : []),
    ],
    refusals,
    estimate: estimateOf(options, folder, chosenOf(list, choice ?? null)),
    prompt: makeTurnPrompt(session, { iteration: 1, selected, phase, feedback: [], words: [], nonce, background }),
  };
  io.out(args.flag("json") ? `${JSON.stringify(plan)}\n` : formatPlannedRun(plan, config));
  return refusals.length > 0 ? 2 : 0;
}

function estimateOf({ agents }: RunOptions, folder: string, list: KnownTasks): RunEstimate | null {
  const [agent] = agents.usual;
  return agent ? estimateRun({ folder, agent, list }) : null;
}

/** Every task the run would work on. */
const listTodo = (tasks: readonly Task[]): readonly Pick<Task, "id" | "title">[] =>
  tasks.filter((task) => !task.optional && !isOver(task)).map(({ id, title }) => ({ id, title }));

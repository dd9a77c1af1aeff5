import { labelAgent } from "../../agents/label-agent.js";
import type { Settings } from "../../decide/settings.js";
import type { KnownTasks } from "../../decide/tasks.js";
import { formatPlan } from "../../evidence/plan-checks.js";
import { type CurrentRun, findRun } from "../../store/current-run.js";
import type { Store } from "../../store/store.js";
import { listName } from "../../tasks/given-tasks.js";
import { leftOutSections } from "../../tasks/left-out-sections.js";
import { type Listing, toKnownTasks } from "../../tasks/tracker.js";
import { allAgents, describePermissions, listRoles } from "../loop/agent-roles.js";
import type { RunLimits, RunUse, WatchedTask } from "../loop/run-event.js";
import type { TaskChoice } from "../loop/task-choice.js";
import { chosenOf, estimateRun } from "./estimate.js";
import type { RunHost, RunOptions } from "./options.js";
import type { Parts } from "./parts.js";

interface RunToAnnounce {
  readonly id: string;
  readonly options: RunOptions;
  readonly parts: Parts;
  /** Null where the list was not read again. */
  readonly listing: Listing | null;
  /** The tasks that the run is about; null for all. */
  readonly choice: TaskChoice | null;
  readonly store: Pick<Store, "runState" | "folder">;
}

/** Who runs, on what, and within which limits. */
export function announceRun({ emit }: RunHost, { id, options, parts, listing, choice, store }: RunToAnnounce): void {
  const { config, agents, tasks } = options;
  const [usual] = agents.usual;
  const list = listing && toKnownTasks(listing);
  const estimate =
    usual && list ? estimateRun({ folder: store.folder, agent: usual, list: chosenOf(list, choice) }) : null;
  const leftOut = listing ? leftOutSections(listing) : [];
  emit({
    type: "run-start",
    run: id,
    resumed: options.resume !== null,
    agents: agents.usual.map(labelAgent),
    roles: listRoles(agents),
    permissions: describePermissions(allAgents(agents)),
    policy: config.resolved.name,
    tasks: tasks === "none" ? "no task list" : listName(tasks),
    checks: parts.plans.map(formatPlan),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(list?.is === "tasks" ? { list: listTasks(chosenOf(list, choice)) } : {}),
    limits: listLimits(config.resolved.settings),
    used: sumUse(findRun(store.runState, id)),
    ...(estimate ? { estimate } : {}),
  });
}

/** Who watches a longer list sees its first tasks, and those that are worked on. */
const maxListed = 5000;
const maxTitle = 200;

const listTasks = (list: KnownTasks): readonly WatchedTask[] =>
  list.is !== "tasks"
    ? []
    : list.tasks
        .filter(({ optional, status }) => !optional && status !== "skipped")
        .slice(0, maxListed)
        .map(({ id, title, status }) => ({ id, title: title.slice(0, maxTitle), isDone: status === "done" }));

export function listLimits({ maxIterations, maxSeconds, maxTokens, maxCostUsd }: Settings): RunLimits {
  const limit = (value: number | null): number | null => (value === 0 ? null : value);
  return {
    iterations: limit(maxIterations),
    seconds: limit(maxSeconds),
    tokens: limit(maxTokens),
    usd: limit(maxCostUsd),
  };
}

const sumUse = (run: CurrentRun | null): RunUse => ({
  iterations: run?.iterations ?? 0,
  seconds: run?.seconds ?? 0,
  tokens: run?.tokens ?? null,
  usd: run?.usd ?? null,
});

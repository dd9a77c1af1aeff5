import { type AgentReport, claims, reportBeside } from "../core/agent-report.js";
import type { KnownTasks } from "../core/tasks.js";

/** Whether expensive checks are due: completion is claimed or no work is left, and whether that would end the run. */
export interface Due {
  readonly claimed: boolean;
  readonly ending: boolean;
}

export interface Asked {
  readonly tasks: KnownTasks;
  readonly task: string | null | undefined;
  /** The selected task was ticked in the list, which is a claim too. */
  readonly ticked?: boolean;
}

/** Based on the same report that the gate judges. */
export function dueChecks(report: AgentReport | null, { tasks, task, ticked = false }: Asked): Due {
  const list = tasks.is === "tasks" ? tasks.tasks.filter(({ optional }) => !optional) : [];
  const left = list.filter(({ status }) => status !== "done" && status !== "skipped");
  const allDone = tasks.is === "tasks" && tasks.tasks.length > 0 && left.length === 0;
  // The checks will run the tests, so failing tests mentioned by the agent do not contradict its claim yet.
  const isClaim = report !== null && claims(reportBeside(report, true), task ? "task" : "run");
  const claimed = allDone || ticked || isClaim;
  return { claimed, ending: claimed && left.every(({ id }) => id === task) };
}

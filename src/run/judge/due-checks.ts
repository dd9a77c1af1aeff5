import { type AgentReport, claims, reportBeside } from "../../decide/agent-report.js";
import type { KnownTasks } from "../../decide/tasks.js";

/** Whether expensive checks are due: completion is claimed or no work is left, and whether that would end the run. */
export interface Due {
  readonly claimed: boolean;
  readonly ending: boolean;
}

export interface DueFor {
  readonly tasks: KnownTasks;
  readonly task: string | null | undefined;
  /** The selected task was ticked in the list, which is a claim too. */
  readonly ticked?: boolean;
}

/** Based on the same report that the gate judges. */
export function dueChecks(report: AgentReport | null, { tasks, task, ticked = false }: DueFor): Due {
  const list = tasks.is === "tasks" ? tasks.tasks.filter(({ optional }) => !optional) : [];
  const left = list.filter(({ status }) => status !== "done" && status !== "skipped");
  const allDone = tasks.is === "tasks" && tasks.tasks.length > 0 && left.length === 0;
  // The checks will run the tests, so failing tests mentioned by the agent do not contradict its claim yet.
  const scope = task ? "task" : tasks.is === "not-asked" ? "unit" : "run";
  const isClaim = report !== null && claims(reportBeside(report, true), scope);
  const claimed = allDone || ticked || isClaim;
  return { claimed, ending: claimed && left.every(({ id }) => id === task) };
}

import type { RunSummary } from "../../run/loop/run-summary.js";
import { undoneParking } from "../../store/person-records.js";
import type { NameTask } from "../name-task.js";
import { clipLine } from "./clip-text.js";
import type { ReportedTask } from "./run-report.js";

/** A task that a person undid after the run is open again, whatever the run came to. */
export function withoutUndone(summary: RunSummary, undone: readonly string[]): RunSummary {
  if (undone.length === 0) return summary;
  const stands = (task: string | null): boolean => task === null || !undone.includes(task);
  const { verified, accepted, forced, provedBy, notProven, tasks } = summary;
  const wasDone = new Set([...verified, ...accepted, ...forced, ...notProven.flatMap(({ task }) => task ?? [])]);
  const gone = [...wasDone].filter((task) => !stands(task)).length;
  return {
    ...summary,
    ...{ verified: verified.filter(stands), accepted: accepted.filter(stands), forced: forced.filter(stands) },
    provedBy: provedBy.filter(({ task }) => stands(task)),
    notProven: notProven.filter(({ task }) => stands(task)),
    tasks: tasks && { ...tasks, done: Math.max(0, tasks.done - gone) },
  };
}

export const markUndone = (tasks: readonly ReportedTask[], undone: readonly string[]): readonly ReportedTask[] =>
  tasks.map((task) =>
    undone.includes(task.id)
      ? { ...task, state: "not-done", reason: clipLine(describeUndone(task.id)), provedBy: null }
      : task,
  );

export const describeAllUndone = (undone: readonly string[], name: NameTask): readonly string[] =>
  undone.map((what) => `${clipLine(name(what))} was ${describeUndone(what)}.`);

/** "undone by you; untildone unpark undone-T2 brings it back" */
const describeUndone = (what: string): string =>
  `undone by you; untildone unpark ${undoneParking(what)} brings it back`;

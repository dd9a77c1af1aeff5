import { isLeft, type KnownTasks } from "../../decide/tasks.js";
import { tasksDoneBy } from "../../decide/tasks-done.js";
import { eachRecordBackwards } from "../../store/load.js";
import type { DecisionRecord } from "../../store/record.js";
import type { RunEstimate } from "../loop/run-event.js";
import type { TaskChoice } from "../loop/task-choice.js";

/** The last turns are most like the next ones, and a long journal must not delay the start. */
const mostTurns = 200;

interface EstimateFor {
  /** The state folder, whose journal knows earlier turns. */
  readonly folder: string;
  /** The agent of most turns, and its model if one was chosen. */
  readonly agent: { readonly name: string; readonly model?: string | undefined };
  readonly list: KnownTasks;
}

/** What the tasks that are left will take, by those done here with the same agent. Null without a list. */
export function estimateRun({ folder, agent, list }: EstimateFor): RunEstimate | null {
  if (list.is !== "tasks") return null;
  const tasks = list.tasks.filter(isLeft).length;
  if (tasks === 0) return null;
  return estimateFrom(readTurns(folder, agent), tasks);
}

/** The tasks that the run is about. */
export const chosenOf = (list: KnownTasks, choice: TaskChoice | null): KnownTasks =>
  choice && list.is === "tasks" ? { ...list, tasks: choice.apply(list.tasks) } : list;

function readTurns(folder: string, { name, model }: EstimateFor["agent"]): readonly DecisionRecord[] {
  const records: DecisionRecord[] = [];
  eachRecordBackwards(folder, (record) => {
    const isTurn = record.kind === "decision" && !record.about && (record.turns?.length ?? 0) > 0;
    if (!isTurn) return "more";
    const isOwn = record.turns?.every((turn) => turn.agent === name && (turn.model ?? undefined) === model);
    if (isOwn) records.push(record);
    return records.length < mostTurns ? "more" : "enough";
  });
  return records;
}

/** Turns that led to nothing are part of what a done task takes. */
export function estimateFrom(records: readonly DecisionRecord[], tasks: number): RunEstimate {
  const done = records.reduce((sum, { decision, after }) => sum + countDone(decision, after), 0);
  if (done === 0) return { tasks, from: 0, turns: null, seconds: null, tokens: null, usd: null };
  const turns = (records.length / done) * tasks;
  const perTurn = (read: (after: DecisionRecord["after"]) => number | null): number | null => {
    const known = records.flatMap(({ after }) => read(after) ?? []);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  const total = (value: number | null): number | null => (value === null ? null : value * turns);
  return {
    ...{ tasks, from: done, turns },
    seconds: total(perTurn(({ seconds }) => seconds)),
    tokens: total(perTurn(({ tokens }) => tokens)),
    usd: total(perTurn(({ usd }) => usd)),
  };
}

const countDone = (decision: DecisionRecord["decision"], { doneBeside = [] }: DecisionRecord["after"]): number =>
  tasksDoneBy(decision).length + doneBeside.length;

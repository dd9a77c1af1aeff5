import type { AgentReport } from "../core/agent-report.js";
import type { Task } from "../core/tasks.js";
import type { TurnTicks } from "./list-ledger.js";
import type { ClaimedTask } from "./prove-turn.js";

export interface ClaimedTurn {
  readonly report: Pick<AgentReport, "work">;
  readonly ticks: TurnTicks;
  /** The list as it counts. */
  readonly tasks: readonly Task[];
  /** The selected task's id. */
  readonly task: string | undefined;
}

/** Other open tasks that the turn claims: ticked in the list, or named with their work ("WORK: T2: src/roman.js"). */
export function otherClaims({ report, ticks, tasks, task }: ClaimedTurn): readonly ClaimedTask[] {
  if (task === undefined) return [];
  const ticked = new Set([...ticks.ticked, ...ticks.standing].map(({ id }) => id));
  const named = new Set(namedTasks(report.work ?? ""));
  return tasks.flatMap((each): readonly ClaimedTask[] => {
    if (each.id === task || each.status === "done" || each.status === "skipped") return [];
    if (ticked.has(each.id)) return [{ task: each, by: "tick" }];
    return named.has(each.id) ? [{ task: each, by: "block" }] : [];
  });
}

/** The ids that stand before a colon and a name: "T2: src/roman.js; T3: src/money.js". */
const namedTasks = (work: string): readonly string[] =>
  [...work.matchAll(/(?:^|[;,\n])\s*([\w.#-]{1,40}):\s+(?=\S)/g)].map(([, id = ""]) => id);

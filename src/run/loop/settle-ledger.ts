import type { Task } from "../../decide/tasks.js";
import type { ListLedger, TurnTicks } from "../../evidence/ledger/list-ledger.js";
import { taskKeys, toSet, withKeys, withoutKeys } from "../../evidence/ledger/task-keys.js";
import type { OwnedWork } from "../../evidence/ledger/task-work.js";
import { finishTask, type WorkLedger } from "../../evidence/ledger/work-ledger.js";
import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import type { Selected } from "./select.js";
import { taskKey } from "./task-key.js";

/** What a decision leaves of a turn. */
export interface Settled {
  /** The ids of the tasks done by this decision. */
  readonly done: readonly string[];
  readonly owns: readonly OwnedWork[];
  readonly ticks: TurnTicks;
  /** The list after the turn, and the selected task's id in it. */
  readonly listed: readonly Task[];
  /** The same list as it counts. */
  readonly counted: readonly Task[];
  readonly task: string | null;
  /** The last state of the workspace. */
  readonly workspace: WorkspaceState;
}

/** The ledger after a turn was judged. `list`: the list with what the turn's ticks owe. */
export function settleLedger(
  ledger: WorkLedger,
  selected: Selected,
  { done, owns, listed, counted, task, workspace, list }: Settled & { readonly list: ListLedger },
): WorkLedger {
  const keyOf = taskKeys(listed);
  // Under the words it was asked for in, and under those in the file.
  const isDoneTask = ({ id }: Task): boolean => done.includes(id);
  const keys = [listed, counted].flatMap((tasks) => tasks.filter(isDoneTask).map(keyOf));
  const accepted = withKeys(ledger.list.accepted, keys);
  const isDone = selected.task && task !== null && done.includes(task);
  return {
    ...(isDone ? finishTask(ledger, taskKey(selected), owns) : ledger),
    list: { ...list, accepted, owed: withoutKeys([...new Set(list.owed)], toSet(accepted)) },
    listSeen: null,
    seen: workspace,
    turn: null,
  };
}

import type { AgentReport } from "../../decide/agent-report.js";
import type { Task } from "../../decide/tasks.js";
import type { Gathered } from "../../evidence/gathered.js";
import type { TurnTicks } from "../../evidence/ledger/list-ledger.js";
import type { OwnedWork } from "../../evidence/ledger/task-work.js";
import { isNothing } from "../../evidence/workspace/changes.js";

/** What one turn means for the task: its facts, and the work it would own if done. */
export interface TurnWork {
  readonly facts: {
    readonly workVisible?: boolean;
    readonly cosmeticOnly?: boolean;
    readonly ticked?: boolean;
  };
  readonly owns: readonly OwnedWork[];
  readonly ticks: TurnTicks;
}

export interface EndedTurn {
  readonly report: AgentReport;
  readonly seen: Gathered;
  readonly ticks: TurnTicks;
  /** The task's id in the list after the turn. */
  readonly task: string | undefined;
}

/** A tick that stands is a claim in a turn that changes nothing and says nothing against it. */
export function tickFacts({ report, seen, ticks, task }: EndedTurn): Pick<TurnWork["facts"], "ticked"> {
  if (task === undefined) return {};
  const isOwn = ({ id }: Task): boolean => id === task;
  const isAgainst = [report.claim, report.taskClaim].some((claim) => claim !== "none" && claim !== "complete");
  const isSilent = !isAgainst && report.questions === 0;
  const stands = ticks.standing.some(isOwn) && isSilent && seen.changes !== null && isNothing(seen.changes);
  return stands || ticks.ticked.some(isOwn) ? { ticked: true } : {};
}

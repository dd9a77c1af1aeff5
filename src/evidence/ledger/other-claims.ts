import type { AgentReport } from "../../decide/agent-report.js";
import type { Task } from "../../decide/tasks.js";
import { isTestFile } from "../proof/named-tests.js";
import type { Changes } from "../workspace/changes.js";
import type { TurnTicks } from "./list-ledger.js";
import { findNamedPlaces } from "./named-work.js";
import type { ClaimedTask, FilesOfWork } from "./prove-turn.js";
import { addTurn, noWork } from "./task-work.js";

export interface ClaimedTurn {
  readonly report: Pick<AgentReport, "work">;
  readonly ticks: TurnTicks;
  /** The list as it counts. */
  readonly tasks: readonly Task[];
  /** The selected task's id. */
  readonly task: string | undefined;
  /** What the turn changed; null where nobody looked. */
  readonly changes: Changes | null;
}

/** Other open tasks that the turn claims: ticked in the list, or named with their work ("WORK: T2: src/roman.js"). */
export function otherClaims({ report, ticks, tasks, task, changes }: ClaimedTurn): readonly ClaimedTask[] {
  if (task === undefined) return [];
  const { files } = changes ? addTurn(noWork, changes) : noWork;
  const ticked = new Set([...ticks.ticked, ...ticks.standing].map(({ id }) => id));
  const named = namedTasks(report.work ?? "");
  return tasks.flatMap((each): readonly ClaimedTask[] => {
    if (each.id === task || each.status === "done" || each.status === "skipped") return [];
    const work = named.get(each.id);
    const own = work === undefined ? files : onlyNamed(files, work);
    if (ticked.has(each.id)) return [{ task: each, by: "tick", files: own }];
    return work === undefined ? [] : [{ task: each, by: "block", files: own }];
  });
}

/** The tests of the turn stay: which of them are its own is asked by their names. */
function onlyNamed(files: FilesOfWork, work: string): FilesOfWork {
  const named = new Set(findNamedPlaces(work, Object.keys(files)).map(({ path }) => path));
  return Object.fromEntries(Object.entries(files).filter(([path]) => named.has(path) || isTestFile(path)));
}

/** What stands behind each id: "T2: src/roman.js; T3: src/money.js". */
function namedTasks(work: string): ReadonlyMap<string, string> {
  const found = [...work.matchAll(/(?:^|[;,\n])\s*([\w.#-]{1,40}):\s+(?=\S)/g)];
  return new Map(
    found.map((match, at) => [match[1] ?? "", work.slice(match.index + match[0].length, found[at + 1]?.index)]),
  );
}

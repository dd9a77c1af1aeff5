import type { Decision, SetAside } from "../../decide/decision.js";
import type { Observation } from "../../decide/observation.js";
import { tasksDoneBy } from "../../decide/tasks-done.js";
import type { CurrentRun } from "../../store/current-run.js";

/** What stays set aside: not a task that is done after all, nor one that a resumed run has just retried. */
export function asideAfter(
  { setAside = [], selection, turn, again }: Observation,
  decision: Decision,
  waiting: readonly SetAside[],
): readonly SetAside[] {
  const tried = turn && !again && selection.is === "task" ? [selection.id] : [];
  const over = [...tasksDoneBy(decision), ...tried];
  const untried = waiting
    .filter(({ task }) => !over.includes(task))
    .map((aside) => ({ ...aside, retry: true as const }));
  const left = setAside
    .filter(({ task }) => !tasksDoneBy(decision).includes(task))
    .map((aside) => (again?.task === aside.task && again.turn !== null ? { ...aside, retry: true as const } : aside));
  return [...untried, ...left, ...(decision.setAside ? [decision.setAside] : [])];
}

/** Tasks set aside before the run was resumed, and not retried since. */
export const toRetry = ({ setAside = [] }: CurrentRun, restarts: boolean): readonly SetAside[] =>
  restarts ? setAside : setAside.filter(({ retry }) => retry);

/** The tasks set aside so far, and whether the run made progress. */
export const standing = ({ setAside = [], setAsideInARow = 0, gained = false }: CurrentRun, restarts: boolean) =>
  restarts
    ? { setAside: [], setAsideInARow: 0, gained }
    : { setAside: setAside.filter(({ retry }) => !retry), setAsideInARow, gained };

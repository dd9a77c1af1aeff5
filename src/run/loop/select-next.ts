import { isReady } from "../../decide/dependencies.js";
import { type KnownTasks, withoutSetAside } from "../../decide/tasks.js";
import type { Session } from "../session.js";
import { type LoopState, setAsideIn } from "./loop-state.js";
import { type Selected, selectTask } from "./select.js";

/** The task to work on now, of the list as it was just read. */
export function selectNext(session: Session, state: LoopState, list: KnownTasks): Selected {
  const { only, choice } = session.tasks;
  const aside = listSetAside(session, state);
  return putFirst(selectTask(list, session.workspace.work.list, { only, aside, choice }), session, state);
}

/** The tasks left for a person. A run that was just resumed retries them. */
function listSetAside(session: Session, { restarts }: LoopState): readonly string[] {
  const setAside = restarts ? [] : setAsideIn(session);
  return setAside.filter(({ retry }) => !retry).map(({ task }) => task);
}

/** A task that another one waits for comes first, if it can be selected. */
function putFirst(selected: Selected, session: Session, state: LoopState): Selected {
  const { tasks, task } = selected;
  const { first } = state.order;
  if (first === null || session.tasks.only || !task || tasks.is !== "tasks" || first === task.id) return selected;
  const open = withoutSetAside(tasks.tasks, listSetAside(session, state));
  return isReady(open, first) ? { ...selected, task: open.find(({ id }) => id === first) ?? task } : selected;
}

/** What a person may speak of. Beside other tasks, the run itself knows that. */
export function noteTasks(session: Session, { tasks }: Selected): void {
  if (session.tasks.only || tasks.is !== "tasks") return;
  session.person.control.words.seeTasks(
    tasks.tasks,
    setAsideIn(session).map(({ task }) => task),
  );
}

/** The tasks done in this run, by their ids. */
export const doneInRun = ({ tasks }: Selected, { workspace }: Session): readonly string[] =>
  tasks.is === "tasks" ? workspace.work.doneIn(tasks.tasks) : [];

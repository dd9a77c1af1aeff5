import { countDone } from "../../decide/tasks.js";
import type { Words } from "../../decide/words.js";
import type { Session } from "../session.js";
import { forecast } from "./forecast.js";
import { giveWords } from "./give-words.js";
import { seeWorkspace } from "./look.js";
import { type LoopState, nextIteration, setAsideIn } from "./loop-state.js";
import { isAboutQuestion } from "./next-feedback.js";
import { returnParked } from "./return-parked.js";
import { describeSeams } from "./sealed-task.js";
import type { Selected } from "./select.js";
import { doneInRun } from "./select-next.js";

export interface BegunTurn {
  readonly iteration: number;
  /** The text of the list. */
  readonly list: string | null;
  /** What a person says in its prompt. */
  readonly words: readonly Words[];
}

/** Everything that is remembered before an agent starts, and what its prompt says beside the task. */
export async function beginTurn(session: Session, state: LoopState, selected: Selected): Promise<BegunTurn> {
  const { workspace, tasks } = session;
  const iteration = nextIteration(session);
  emitStart(session, iteration, selected);
  tasks.held?.remember();
  const list = tasks.readText();
  await bringBackParked(session, state, selected);
  workspace.work.beginTurn(selected, state.workspace);
  workspace.contents.keep(state.workspace);
  await workspace.snapshots?.before(iteration, state.workspace);
  workspace.guard.remember();
  addFeedback(session, state, selected);
  const words = giveWords(session, selected);
  if (words.some(({ from }) => from === "answer"))
    state.feedback = state.feedback.filter((line) => !isAboutQuestion(line));
  return { iteration, list, words };
}

function emitStart(session: Session, iteration: number, { task, tasks }: Selected): void {
  const { emit } = session.person;
  emit({
    type: "iteration-start",
    iteration,
    task: task ? { id: task.id, title: task.title } : null,
    tasks: tasks.is === "tasks" ? countDone(tasks.tasks) : null,
  });
  for (const line of forecast(session)) emit({ type: "budget-warning", line });
}

/** The last try of this task was set aside and its work parked: this one goes on from it. */
async function bringBackParked(session: Session, state: LoopState, selected: Selected): Promise<void> {
  const returned = await returnParked(session, selected, state.workspace);
  if (!returned) return;
  seeWorkspace(state, returned.workspace);
  state.feedback = [...state.feedback, returned.feedback];
}

function addFeedback(session: Session, state: LoopState, selected: Selected): void {
  const { workspace, tasks, person } = session;
  const { task } = selected;
  const seams = describeSeams(session, task?.id).filter((line) => !state.feedback.includes(line));
  state.feedback = [...describeEarlierTry(session, task?.id), ...seams, ...state.feedback];
  if (workspace.work.isOwed(selected)) state.feedback = [...state.feedback, askForWork];
  if (!tasks.only) person.control.words.setAtWork(task ? [task.id] : []);
  const met = task ? state.order.takeMet(task.id, doneInRun(selected, session)) : null;
  if (met !== null)
    state.feedback = [...state.feedback, `This task waited for ${met}, which is done now: go on with it.`];
}

/** A task that was set aside and is tried again is told why, in the first turn it has then. */
function describeEarlierTry(session: Session, task: string | undefined): readonly string[] {
  const aside = setAsideIn(session).find((each) => each.task === task);
  return aside ? [`Earlier turns did not finish this task, and it was set aside. Why:\n${aside.reason}`] : [];
}

const askForWork =
  "This task is ticked in the list already (leave that), but nothing shows its work yet. Do it; or, if it is there, name it under WORK (file and lines).";

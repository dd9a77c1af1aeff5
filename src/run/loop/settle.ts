import { tasksDoneBy } from "../../decide/tasks-done.js";
import type { Question, Words } from "../../decide/words.js";
import { noTicks, type TurnTicks } from "../../evidence/ledger/list-ledger.js";
import type { OwnedWork } from "../../evidence/ledger/task-work.js";
import { type DecisionRecord, doneIn, type TurnTaken } from "../../store/record.js";
import { listQuestions } from "../../store/words.js";
import type { JudgedIteration } from "../judge/judge.js";
import type { Session } from "../session.js";
import { lookNow } from "./look.js";
import type { LoopState } from "./loop-state.js";
import { listedId, markDone } from "./mark-done.js";
import type { Selected } from "./select.js";

export interface Settling {
  readonly judged: JudgedIteration;
  /** The judgement whose tasks are marked done. */
  readonly mark: JudgedIteration;
  /** The list before and after the turn. */
  readonly selected: Selected;
  readonly after: Selected;
  readonly owns: readonly OwnedWork[];
  readonly ticks: TurnTicks;
  readonly turn?: TakenTurn;
}

/** What the journal keeps of the turn itself. */
export interface TakenTurn {
  readonly turns: readonly TurnTaken[];
  readonly told: readonly Words[];
  readonly questions: readonly Question[];
  /** It did more than its task. */
  readonly isAhead: boolean;
}

/** A decision without a turn. */
export const withoutTurn = (judged: JudgedIteration, selected: Selected): Settling => ({
  ...{ judged, mark: judged, selected, after: selected, owns: [], ticks: noTicks },
});

/**
 * Marks the task, then writes the decision: if killed in between, a resumed run finds the work done and continues,
 * whereas a run completed in the journal with its last task unmarked could not be resumed. The ledger is written first,
 * so that the tick is recognised as ours.
 */
export async function settle(session: Session, state: LoopState, settling: Settling): Promise<DecisionRecord> {
  const { judged, mark, selected, after, owns, ticks, turn } = settling;
  const { workspace, tasks, person, journal } = session;
  const { work } = workspace;
  workspace.guard.release();
  const done = tasksDoneBy(mark.decision).map((id) => listedId(mark, id));
  work.settle(selected, {
    done,
    owns,
    ticks,
    listed: after.listed,
    counted: after.tasks.is === "tasks" ? after.tasks.tasks : [],
    task: after.task?.id ?? null,
    workspace: state.workspace,
  });
  const marked = await markDone(session, mark, after);
  if (marked.some(({ problem }) => problem !== null)) work.noteUnmarked(after);
  work.noteList(tasks.readText());
  const decided = mark === judged ? judged.record : withMark(judged, mark);
  const record = journal.record(turn ? { ...decided, ...toRecorded(turn) } : decided);
  person.control.words.markUsed(turn?.told ?? []);
  if (!tasks.only && (judged.decision.setAside || done.length > 0)) person.control.words.setAtWork([]);
  state.counted += record.after.seconds ?? 0;
  if (judged.record.observation.turn) state.restarts = false;
  person.emit({ type: "decision-made", record });
  for (const event of marked) person.emit(event);
  return record;
}

function toRecorded({ turns, told, questions, isAhead }: TakenTurn) {
  const question = questions.at(-1);
  return {
    turns,
    ...(told.length > 0 ? { told } : {}),
    ...(question ? { question } : {}),
    ...(questions.length > 1 ? { questions } : {}),
    ...(isAhead ? { ahead: true as const } : {}),
  };
}

/** A person stopped the run after the task's claim passed: the task is done, although the decision does not name it. */
function withMark(
  { record }: JudgedIteration,
  { decision, record: passed }: JudgedIteration,
): JudgedIteration["record"] {
  const done = tasksDoneBy(decision);
  if (done.length === 0) return record;
  return { ...record, after: { ...record.after, ...doneIn(passed.after), doneBeside: done, done: passed.after.done } };
}

/** A question stands until it is answered or its task is done. */
export function noteQuestions({ person }: Session, record: DecisionRecord): void {
  const { words } = person.control;
  words.note(listQuestions(record));
  words.close([...tasksDoneBy(record.decision), ...(record.after.doneBeside ?? [])]);
}

/** Saves the iteration in git, where that is asked for. */
export async function checkpoint(session: Session, state: LoopState, record: DecisionRecord): Promise<void> {
  const made = await session.workspace.checkpoints?.make(record);
  if (!made) return;
  session.person.emit({ type: "checkpoint-made", ...made });
  // The checkpoint commit must not count as work of the next iteration.
  if (made.commit !== null) state.workspace = await lookNow(session, state.workspace);
}

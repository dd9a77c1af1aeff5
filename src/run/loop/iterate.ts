import { tasksDoneBy } from "../../decide/tasks-done.js";
import type { DecisionRecord } from "../../store/record.js";
import type { JudgedIteration } from "../judge/judge.js";
import { evidenceOf } from "../judge/turn.js";
import type { Session } from "../session.js";
import { beginTurn } from "./begin-turn.js";
import { examineTurn } from "./examine-turn.js";
import { deferProof, judgeNow, judgeWithLate } from "./judge-turn.js";
import type { LoopState } from "./loop-state.js";
import { describeLastTurn } from "./next-feedback.js";
import { parkTask } from "./park-task.js";
import { readQuestions } from "./read-questions.js";
import { forgetParked } from "./return-parked.js";
import { judgeWithReview } from "./review-claim.js";
import { runTurn } from "./run-turn.js";
import { describeDispute } from "./sealed-task.js";
import type { Selected } from "./select.js";
import { doneInRun } from "./select-next.js";
import { checkpoint, noteQuestions, settle } from "./settle.js";
import { type TurnFound, turnToJudge } from "./turn-to-judge.js";
import { hasWorkedAhead } from "./worked-ahead.js";

/** One iteration: begins a turn, lets the agent work, examines what it did, judges it, and acts on the decision. */
export async function iterate(session: Session, state: LoopState, selected: Selected): Promise<DecisionRecord> {
  const begun = await beginTurn(session, state, selected);
  const ended = await runTurn(session, state, { ...begun, selected });
  const examined = await examineTurn(session, state, { selected, list: begun.list, ended });
  const found = { selected, ended, examined };
  const judged = await judgeFound(session, state, found);
  return act(session, state, { ...found, ...judged });
}

interface JudgedFound {
  readonly judged: JudgedIteration;
  /** After an interrupt, what it makes of the turn. */
  readonly final: JudgedIteration;
  readonly isAhead: boolean;
}

async function judgeFound(session: Session, state: LoopState, found: TurnFound): Promise<JudgedFound> {
  const { seen, after, claim } = found.examined;
  const first = turnToJudge(session, state, found);
  const proved = await judgeWithLate(session, state, { seen, tasks: after.tasks, first, claim });
  const { judged, turn } = await judgeWithReview(session, state, { claim, ...proved });
  // An interrupt always wins, but a task whose claim passed is still done.
  const isInterrupted = session.person.stop.level > 0;
  const final = isInterrupted ? judgeNow(session, state, { ...turn, interrupted: true }) : judged;
  if (final.decision.decision === "CONTINUE" || final !== judged) deferProof(session, after, judged);
  return { judged, final, isAhead: hasWorkedAhead(evidenceOf(first), after, session.workspace.cwd) };
}

/** Writes the decision down, and does what follows from it. */
async function act(
  session: Session,
  state: LoopState,
  { selected, ended, examined, judged, final, isAhead }: TurnFound & JudgedFound,
): Promise<DecisionRecord> {
  const { report, seen, after, work } = examined;
  const { message, taken, told } = ended;
  const questions = readQuestions(judged.record.observation, message);
  const turn = { turns: taken, told, questions, isAhead };
  const record = await settle(session, state, { judged: final, mark: judged, selected, after, turn, ...work });
  const { escalation } = record.observation;
  if (record.decision.rule === "escalated" && selected.task && escalation)
    state.escalations.note(selected.task.id, escalation);
  noteQuestions(session, record);
  state.order.note(record, { message, vetoes: judged.weighed.gate.vetoes, done: doneInRun(after, session) });
  await forgetParked(session, tasksDoneBy(judged.decision));
  const isOver = record.decision.setAside !== null || record.decision.outcome === "blocked";
  const dispute = selected.task && isOver ? describeDispute(session, { task: selected.task.id, message }) : null;
  if (dispute !== null) session.person.emit({ type: "warning", text: dispute });
  if (record.decision.setAside) await parkTask({ session, selected, seen, look: examined.lookAgain });
  state.feedback = describeLastTurn(session, record, { report, questions });
  await checkpoint(session, state, record);
  return record;
}

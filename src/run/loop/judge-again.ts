import { noTicks } from "../../evidence/ledger/list-ledger.js";
import type { DecisionRecord } from "../../store/record.js";
import type { JudgedTurn } from "../judge/turn.js";
import type { Session } from "../session.js";
import { inspect } from "./inspect.js";
import { judgeNow, unsaid } from "./judge-turn.js";
import { changesSince, restoreFiles, seeWorkspace } from "./look.js";
import { type LoopState, setAsideIn } from "./loop-state.js";
import { type ClaimedTurn, proveClaim, proverTerms } from "./prove-claim.js";
import { forgetReturned } from "./return-parked.js";
import { type JudgedClaim, judgeWithReview } from "./review-claim.js";
import type { Selected } from "./select.js";
import { doneInRun } from "./select-next.js";
import { settle, withoutTurn } from "./settle.js";
import type { LastTry } from "./task-order.js";
import { takeOutAgain, tryParked } from "./try-parked.js";

/**
 * Only tasks that were set aside are left, and something was done since: the next of them is judged on the facts of now,
 * without an agent, or gets one more turn. Null: there is none to look at.
 */
export async function judgeAgain(
  session: Session,
  state: LoopState,
  selected: Selected,
): Promise<DecisionRecord | null> {
  const done = doneInRun(selected, session);
  const [aside] = state.order.candidates(state.restarts ? [] : setAsideIn(session), done);
  const tasks = selected.tasks.is === "tasks" ? selected.tasks.tasks : [];
  const task = aside && tasks.find(({ id, status }) => id === aside.task && status !== "done");
  const last = aside && state.order.lastTry(aside.task);
  if (!aside || !last || session.tasks.only || session.person.stop.level > 0) return null;
  state.order.noteJudged(aside.task, done);
  if (!task) return judgeAgain(session, state, selected);
  const chosen = { ...selected, task };
  const tried = last.hasClaimed ? await tryParked(session, aside.task) : ({ is: "none" } as const);
  const before = state.workspace;
  if (tried.is === "back") await seeReturned(session, state, chosen);
  const first =
    last.hasClaimed && tried.is !== "conflict" ? await seeAgain(session, state, { selected: chosen, last }) : null;
  const reviewed = first ? await judgeOnceMore(session, state, { ...first, task: aside.task }) : null;
  const judgedNow = reviewed?.judged ?? null;
  const isDone = judgedNow !== null && judgedNow.decision.taskDone !== null;
  const vetoes = judgedNow?.weighed.gate.vetoes ?? null;
  const turn = isDone ? null : state.order.whyTurn(aside, { tasks, done, vetoes, isMet: tried.is === "conflict" });
  const again = { task: aside.task, turn };
  const judged = judgeNow(session, state, { ...(reviewed?.turn ?? unsaid(chosen, null)), order: { again } });
  if (turn === null && !isDone && !judgedNow) return judgeAgain(session, state, selected);
  state.order.noteTurn(again);
  if (turn !== null) state.feedback = [`This task gets one more turn: ${turn}.`];
  if (tried.is === "back" && !isDone) {
    takeOutAgain(session, tried.work);
    session.workspace.work.forgetParked(chosen, before);
    seeWorkspace(state, before);
  }
  if (tried.is === "back" && isDone) await forgetReturned(session, tried.work);
  return settle(session, state, withoutTurn(judged, chosen));
}

/** Its parked work is in the tree again, and counts as its. */
async function seeReturned(session: Session, state: LoopState, selected: Selected): Promise<void> {
  const { now, changes } = await changesSince(session, state);
  session.workspace.work.returnWork(selected, changes, now);
  seeWorkspace(state, now);
}

interface SeenAgain {
  readonly claim: ClaimedTurn;
  readonly turn: JudgedTurn;
}

/** As if it were claimed now; what passes is reviewed, like any other claim. */
function judgeOnceMore(
  session: Session,
  state: LoopState,
  { claim, turn: seen, task }: SeenAgain & { readonly task: string },
): Promise<JudgedClaim> {
  const turn = { ...seen, order: { again: { task, turn: null } } };
  return judgeWithReview(session, state, { claim, turn, judged: judgeNow(session, state, turn) });
}

/** The claim of a task's last turn, beside the facts of now. */
async function seeAgain(
  session: Session,
  state: LoopState,
  { selected, last }: { readonly selected: Selected; readonly last: LastTry },
): Promise<SeenAgain> {
  const { report } = last;
  const { work } = session.workspace;
  const began = work.began(selected);
  const listBefore = session.tasks.readText();
  const seen = await inspect(session, state, { selected, claimed: true, ending: false, listBefore, began });
  const turnWork = await work.endTurn(selected, { report, seen, ticks: noTicks, task: selected.task?.id });
  const files = work.filesOf(selected, turnWork.owns);
  const isVisible = turnWork.facts.workVisible === true;
  const claim = { report, seen, ticks: noTicks, after: selected, began, isVisible, files };
  const proved = await proveClaim(session, claim, proverTerms(session, state));
  restoreFiles(session);
  return { claim, turn: { ...unsaid(selected, seen), proved, report, workFacts: turnWork.facts } };
}

/** Tasks set aside that would be looked at once more if this one were set aside, too. */
export function listMayBeJudged(session: Session, state: LoopState, selected: Selected): readonly string[] {
  const setAside = setAsideIn(session);
  if (session.tasks.only || state.restarts || setAside.length === 0) return [];
  return state.order.candidates(setAside, doneInRun(selected, session)).map(({ task }) => task);
}

import type { KnownTasks } from "../../decide/tasks.js";
import type { Gathered } from "../../evidence/gathered.js";
import { taskKeys } from "../../evidence/ledger/task-keys.js";
import type { JudgedIteration } from "../judge/judge.js";
import type { JudgedTurn } from "../judge/turn.js";
import type { Session } from "../session.js";
import { proveLate } from "./late-proofs.js";
import type { LoopState } from "./loop-state.js";
import { type ClaimedTurn, proveClaim, proverTerms } from "./prove-claim.js";
import type { Selected } from "./select.js";

/** What is known where nothing was said: the list, and what was seen. */
export const unsaid = ({ tasks, task }: Selected, seen: Gathered | null): JudgedTurn => ({
  ...{ tasks, seen },
  ...(task === undefined ? {} : { task: task?.id ?? null }),
});

/** Judges by the time that the loop has used. */
export function judgeNow(
  { judge, clock }: Session,
  { restarts, counted }: LoopState,
  turn: JudgedTurn,
): JudgedIteration {
  return judge({ ...turn, restarts, seconds: Math.round((clock.elapsed() - counted) * 1000) / 1000 });
}

interface ToJudge {
  readonly seen: Gathered | null;
  readonly tasks: KnownTasks;
  readonly first: JudgedTurn;
  /** What was claimed in the turn; absent before a turn. */
  readonly claim?: ClaimedTurn;
}

/** Judges a turn. Where the run would end with it, what took too long to be proved before is proved first. */
export async function judgeWithLate(
  session: Session,
  state: LoopState,
  { seen, tasks, first, claim }: ToJudge,
): Promise<{ readonly judged: JudgedIteration; readonly turn: JudgedTurn }> {
  const { stop } = session.person;
  const judged = judgeNow(session, state, first);
  const isOwnLate = first.proved?.shown.proof?.isLate === true;
  const { decision, outcome } = judged.decision;
  const isEnd = decision === "EXIT" && outcome !== "interrupted" && outcome !== "aborted";
  if (!isEnd || !seen || stop.level > 0 || (session.workspace.work.late.length === 0 && !isOwnLate))
    return { judged, turn: first };
  const prover = proverTerms(session, state, true);
  await proveLate({ session, tasks, seen, prover });
  const turn = isOwnLate && claim ? { ...first, proved: await proveClaim(session, claim, prover) } : first;
  return { judged: judgeNow(session, state, turn), turn };
}

/** A task that is done now, and whose proof takes too long, is proved when the run ends. */
export function deferProof(
  { workspace }: Session,
  { task, listed }: Selected,
  { decision, record }: JudgedIteration,
): void {
  const { proof } = record.observation;
  if (task && proof?.isLate && decision.taskDone === task.id) workspace.work.deferProof(taskKeys(listed)(task), proof);
}

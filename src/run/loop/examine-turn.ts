import type { AgentReport } from "../../decide/agent-report.js";
import { policyForKind } from "../../decide/policies/policies.js";
import type { CheckResult } from "../../evidence/checks/tests/judge-run.js";
import type { Gathered } from "../../evidence/gathered.js";
import type { ProvedTurn } from "../../evidence/ledger/prove-turn.js";
import { type Due, dueChecks } from "../judge/due-checks.js";
import { readReport } from "../judge/read-report.js";
import type { Session } from "../session.js";
import { type InspectOptions, inspect } from "./inspect.js";
import { describeListEdits, putBackList, readListAfter, takePersonEdits } from "./list-in-turn.js";
import { emitWarnings, restoreFiles } from "./look.js";
import { type LoopState, nextIteration } from "./loop-state.js";
import { type ClaimedTurn, proveClaim, proverTerms } from "./prove-claim.js";
import type { FinishedTurn } from "./run-turn.js";
import type { Selected } from "./select.js";
import { noteTasks } from "./select-next.js";
import type { TurnWork } from "./turn-work.js";

/** What a turn said and what it did, as far as it was looked at. */
export interface ExaminedTurn {
  readonly report: AgentReport;
  readonly due: Due;
  readonly seen: Gathered;
  /** The list after the turn. */
  readonly after: Selected;
  readonly work: TurnWork;
  readonly claim: ClaimedTurn;
  /** Null where nothing is claimed. */
  readonly proved: ProvedTurn | null;
  /** The check results when the task began. */
  readonly began: readonly CheckResult[] | null;
  /** Looks once more, with every check that a claim needs. */
  lookAgain(): Promise<Gathered>;
}

interface TurnToExamine {
  readonly selected: Selected;
  /** The text of the list before the turn. */
  readonly list: string | null;
  readonly ended: FinishedTurn;
}

/** Reads the report and the list, runs the checks that are due, and proves what is claimed. */
export async function examineTurn(
  session: Session,
  state: LoopState,
  { selected, list, ended }: TurnToExamine,
): Promise<ExaminedTurn> {
  const { tasks, workspace } = session;
  const { task } = selected;
  const listTurn = { selected, isLeftAlone: ended.leavesListAlone, hasRunCode: ended.hasRunCode };
  putBackList(session, listTurn);
  const edited = await takePersonEdits(session, listTurn);
  const listBefore = edited ? tasks.readText() : list;
  tasks.held?.remember(); // What follows is not the person's.
  const given = edited ? { ...selected, listed: edited } : selected;
  const listed = await readListAfter(session, given);
  const report = readTurnReport(session, selected, ended);
  const { ticks: made } = listed;
  const ticked = [...made.ticked, ...made.standing].some(({ id }) => id === listed.after.task?.id);
  const due = dueChecks(report, { tasks: listed.after.tasks, task: listed.after.task?.id, ticked });
  const began = task ? workspace.work.began(selected) : null;
  const seen = await inspect(session, state, { selected: listed.after, listBefore, began, ...due });
  await workspace.snapshots?.after(nextIteration(session), state.workspace);
  // Checks run code written by the agent, so what they do to the list counts as done by the agent, not by a person.
  putBackList(session, { ...listTurn, isLeftAlone: false });
  const { after, ticks } = await readListAfter(session, given);
  noteTasks(session, after);
  const work = await workspace.work.endTurn(selected, { report, seen, ticks, task: after.task?.id });
  emitWarnings(session, describeListEdits(ticks, task?.id));
  const isVisible = work.facts.workVisible === true;
  const claim = { report, seen, ticks, after, began, isVisible, files: workspace.work.filesOf(selected, work.owns) };
  const proved = due.claimed ? await proveClaim(session, claim, proverTerms(session, state)) : null;
  restoreFiles(session);
  emitWarnings(session, proved?.warnings ?? []);
  const again: InspectOptions = { selected: after, claimed: true, ending: false, listBefore, began };
  const lookAgain = () => inspect(session, state, again);
  return { report, due, seen, after, work, claim, proved, began, lookAgain };
}

function readTurnReport(
  { policy, clock }: Session,
  { task }: Selected,
  { transcript, nonce }: FinishedTurn,
): AgentReport {
  const { settings } = policyForKind(policy, task?.kind ?? null);
  return readReport(transcript, { settings, ...(nonce === undefined ? {} : { nonce }), now: clock.now() });
}

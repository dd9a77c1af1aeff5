import type { Agent } from "../agents/agent.js";
import { type AgentReport, readNote } from "../core/agent-report.js";
import { isReady } from "../core/dependencies.js";
import { fingerprint } from "../core/fingerprint.js";
import { foldWarnings } from "../core/fold-warnings.js";
import { openGroups } from "../core/groups.js";
import type { Escalation } from "../core/observation.js";
import type { Shown } from "../core/observe.js";
import { tasksDoneBy } from "../core/policy.js";
import { countDone, describeNotDone, type KnownTasks, type Task, withoutSetAside } from "../core/tasks.js";
import { addWords, finalMessage, type Transcript } from "../core/transcript.js";
import { describePending } from "../core/vetoes.js";
import { areFromPerson, type Question, type Words } from "../core/words.js";
import { criteriaFor } from "../evidence/criteria/read-criteria.js";
import { type Gathered, gather, leftOut } from "../evidence/gather.js";
import { taskText } from "../evidence/proof/test-owner.js";
import type { CheckResult } from "../evidence/tests/judge-run.js";
import { changesBetween, isNothing } from "../evidence/workspace/changes.js";
import { lookAtWorkspace, type WorkspaceState } from "../evidence/workspace/state.js";
import { dueChecks } from "../judge/due-checks.js";
import { type Iteration, type Judged, judge, nothingSpent } from "../judge/judge.js";
import { readReport } from "../judge/read-report.js";
import { policyForKind } from "../policies/policies.js";
import { lastQuestion } from "../signals/prose/questions.js";
import { type DecisionRecord, doneIn, type TurnTaken } from "../store/record.js";
import { findRun } from "../store/run-state.js";
import { listQuestions } from "../store/words.js";
import { noTicks, type TurnTicks, taskKeys } from "../work/list-ledger.js";
import { otherClaims } from "../work/other-claims.js";
import { type FilesOfWork, type ProvedTurn, proveTurn } from "../work/prove-turn.js";
import type { ProverTerms } from "../work/prover.js";
import type { OwnedWork } from "../work/task-work.js";
import { AgentRests } from "./agent-rests.js";
import { agentsFor } from "./agent-roles.js";
import { Escalations } from "./escalations.js";
import { forecast } from "./forecast.js";
import { giveWords } from "./give-words.js";
import { takeOutAgain, tryParked } from "./judge-again.js";
import { proveLate } from "./late-proofs.js";
import { putBackList, takePersonEdits } from "./list-in-turn.js";
import { markGroups } from "./mark-groups.js";
import { distrustOutside, withOutside } from "./outside.js";
import { parkTask } from "./park-task.js";
import type { PersonWords } from "./person-words.js";
import { readQuestions } from "./read-questions.js";
import { findRefusedFlags, refusedStart } from "./refuse-start.js";
import { forgetParked, forgetReturned, returnParked } from "./return-parked.js";
import type { RunEvent } from "./run-event.js";
import { describeFailure } from "./same-failure.js";
import { readList, reselectTask, type Selected, selectTask } from "./select.js";
import type { LoopSetup } from "./setup.js";
import { type Memory, takeTurn } from "./take-turn.js";
import { type LastTry, TaskOrder } from "./task-order.js";
import { tellApart } from "./tell-apart.js";
import { isAboutQuestion, turnFeedback } from "./turn-feedback.js";
import { secondsLeft, waitForLimit } from "./wait.js";
import { hasWorkedAhead } from "./worked-ahead.js";

/** The result of a run: the decision that ended it, which alone determines the exit code. */
/** What a resumed run remembers of its turns. */
export type LoopMemory = Pick<Memory, "feedback" | "rests">;

export interface LoopResult {
  readonly last: DecisionRecord;
  /** The last agent used, or the next one. */
  readonly agent: Agent | null;
}

interface State extends Memory {
  /** The workspace before the next iteration. */
  workspace: WorkspaceState;
  force: boolean;
  /** The results if all checks ran and nothing changed since. */
  final: Gathered | null;
  /** The run was resumed and has not judged a turn yet. */
  restarts: boolean;
  /** Groups that were to be marked as done, whether that succeeded or not. */
  readonly groupsMarked: Set<string>;
  /** Which tasks come first, and which are judged again. */
  readonly order: TaskOrder;
}

/** Selects a task, runs the agent, inspects the workspace, decides and acts, until a decision says exit. */
export async function runLoop(
  setup: LoopSetup,
  { feedback, rests }: LoopMemory = { feedback: [], rests: new AgentRests() },
): Promise<LoopResult> {
  const state: State = {
    agent: null,
    rests,
    escalations: new Escalations(),
    session: null,
    feedback,
    workspace: setup.workspace,
    counted: 0,
    force: setup.forceComplete,
    final: null,
    restarts: setup.restarts,
    groupsMarked: new Set(),
    order: new TaskOrder(),
  };
  const ended = (last: DecisionRecord): LoopResult => ({ last, agent: state.agent ?? setup.agents.usual[0] ?? null });
  if (setup.restarts) await setup.work.resume(state.workspace, await readList(setup.tracker), excludePaths(setup));
  for (;;) {
    if (await pauseIfAsked(setup, state)) await recordPersonChanges(setup, state);
    const list = await readList(setup.tracker);
    setup.work.seeList(list);
    const selected = putFirst(
      selectTask(list, setup.work.list, { only: setup.only, aside: listSetAside(setup, state), choice: setup.choice }),
      setup,
      state,
    );
    if (await markGroups(setup, selected, state.groupsMarked)) continue;
    noteTasks(setup, selected);
    const again = selected.task === null ? await judgeAgain(setup, state, selected) : null;
    if (again?.decision.decision === "EXIT") return ended(again);
    if (again) continue;
    const before = await decideBeforeTurn(setup, state, selected);
    if (before && (before.decision.decision === "EXIT" || setup.isOver?.(before))) return ended(before);
    if (before) continue;
    const record = await iterate(setup, state, selected);
    if (record.decision.decision === "EXIT" || setup.isOver?.(record)) return ended(record);
    if (await waitForLimit(setup, record, state.counted)) await recordPersonChanges(setup, state);
  }
}

/** What a person may speak of. Beside other tasks, the run itself knows that. */
function noteTasks({ control, only, store, run }: LoopSetup, { tasks }: Selected): void {
  if (only || tasks.is !== "tasks") return;
  control.words.seeTasks(
    tasks.tasks,
    (findRun(store.runState, run)?.setAside ?? []).map(({ task }) => task),
  );
}

/** The tasks left for a person. A run that was just resumed retries them. */
function listSetAside({ store, run }: LoopSetup, { restarts }: State): readonly string[] {
  const setAside = restarts ? [] : (findRun(store.runState, run)?.setAside ?? []);
  return setAside.filter(({ retry }) => !retry).map(({ task }) => task);
}

/** A task that another one waits for comes first, if it can be selected. */
function putFirst(selected: Selected, setup: LoopSetup, state: State): Selected {
  const { tasks, task } = selected;
  const { first } = state.order;
  if (first === null || setup.only || !task || tasks.is !== "tasks" || first === task.id) return selected;
  const open = withoutSetAside(tasks.tasks, listSetAside(setup, state));
  return isReady(open, first) ? { ...selected, task: open.find(({ id }) => id === first) ?? task } : selected;
}

/** The tasks done in this run, by their ids. */
const doneInRun = ({ tasks }: Selected, { work }: LoopSetup): readonly string[] =>
  tasks.is === "tasks" ? work.doneIn(tasks.tasks) : [];

/**
 * Only tasks that were set aside are left, and something was done since: the next of them is judged on the facts of now,
 * without an agent, or gets one more turn. Null: there is none to look at.
 */
async function judgeAgain(setup: LoopSetup, state: State, selected: Selected): Promise<DecisionRecord | null> {
  const done = doneInRun(selected, setup);
  const setAside = state.restarts ? [] : (findRun(setup.store.runState, setup.run)?.setAside ?? []);
  const [aside] = state.order.candidates(setAside, done);
  const tasks = selected.tasks.is === "tasks" ? selected.tasks.tasks : [];
  const task = aside && tasks.find(({ id, status }) => id === aside.task && status !== "done");
  const last = aside && state.order.lastTry(aside.task);
  if (!aside || !last || setup.only || setup.stop.level > 0) return null;
  state.order.noteJudged(aside.task, done);
  if (!task) return judgeAgain(setup, state, selected);
  const chosen = { ...selected, task };
  const tried = last.hasClaimed ? await tryParked(setup, aside.task) : ({ is: "none" } as const);
  const before = state.workspace;
  if (tried.is === "back") await seeReturned(setup, state, chosen);
  const first =
    last.hasClaimed && tried.is !== "conflict" ? await seeAgain(setup, state, { selected: chosen, last }) : null;
  const base = first ?? toIteration(chosen, null);
  const judgedNow = first
    ? judgeNow(setup, state, { ...first, order: { again: { task: aside.task, turn: null } } })
    : null;
  const isDone = judgedNow !== null && judgedNow.decision.taskDone !== null;
  const vetoes = judgedNow?.weighed.gate.vetoes ?? null;
  const turn = isDone ? null : state.order.whyTurn(aside, { tasks, done, vetoes, isMet: tried.is === "conflict" });
  const again = { task: aside.task, turn };
  const judged = judgeNow(setup, state, { ...base, order: { again } });
  if (turn === null && !isDone && !judgedNow) return judgeAgain(setup, state, selected);
  state.order.noteTurn(again);
  if (turn !== null) state.feedback = [`This task gets one more turn: ${turn}.`];
  if (tried.is === "back" && !isDone) {
    takeOutAgain(setup, tried.work);
    setup.work.forgetParked(chosen, before);
    state.workspace = before;
    state.final = null;
  }
  if (tried.is === "back" && isDone) await forgetReturned(setup, tried.work);
  return settle(setup, state, { judged, mark: judged, selected: chosen, after: chosen, ...nothingOwned });
}

/** Its parked work is in the tree again, and counts as its. */
async function seeReturned(setup: LoopSetup, state: State, selected: Selected): Promise<void> {
  const { cwd, own, baseline, work } = setup;
  const now = await lookAtWorkspace(cwd, { ignore: own, start: baseline.state, earlier: state.workspace });
  work.returnWork(selected, await changesBetween(state.workspace, now, excludePaths(setup)), now);
  state.workspace = now;
  state.final = null;
}

/** The claim of a task's last turn, beside the facts of now. */
async function seeAgain(
  setup: LoopSetup,
  state: State,
  { selected, last }: { readonly selected: Selected; readonly last: LastTry },
): Promise<Iteration> {
  const { report } = last;
  const began = setup.work.began(selected);
  const seen = await inspect(setup, state, {
    selected,
    claimed: true,
    ending: false,
    listBefore: setup.readList(),
    began,
  });
  const work = await setup.work.endTurn(selected, { report, seen, ticks: noTicks, task: selected.task?.id });
  const files = setup.work.filesOf(selected, work.owns);
  const isVisible = work.facts.workVisible === true;
  const claim = { report, seen, ticks: noTicks, after: selected, began, isVisible, files };
  const proved = await proveClaim(setup, claim, proverTerms(setup, state));
  restoreFiles(setup);
  return {
    ...toIteration(selected, seen),
    ...{ evidence: proved.evidence, shown: proved.shown, report },
    facts: { ...seen.facts, ...work.facts },
  };
}

const excludePaths = ({ cwd, tasksFile, work }: LoopSetup) => leftOut({ cwd, tasksFile }, work.generated);

/** A pause costs nothing of the time budget. */
async function pauseIfAsked({ control, sleep, elapsed, stop }: LoopSetup, state: State): Promise<boolean> {
  const before = elapsed();
  const hasWaited = await control.waitWhilePaused(sleep, stop);
  if (hasWaited) state.counted += elapsed() - before;
  return hasWaited;
}

/** Changes made while the loop waited belong to a person, not to a task. */
async function recordPersonChanges(setup: LoopSetup, state: State): Promise<void> {
  const { cwd, own, work, baseline } = setup;
  const now = await lookAtWorkspace(cwd, { ignore: own, start: baseline.state, earlier: state.workspace });
  work.seePerson(await changesBetween(state.workspace, now, excludePaths(setup)));
  state.workspace = now;
  state.final = null;
}

/**
 * Asks the rules that need no turn, so that a finished or blocked list starts no agent. Null if the agent should run.
 */
async function decideBeforeTurn(setup: LoopSetup, state: State, selected: Selected): Promise<DecisionRecord | null> {
  setup.guard.remember();
  // If the last turn already ran the final checks and nothing changed, their results still hold.
  const seen = selected.allDone
    ? (state.final ??
      (await inspect(setup, state, { selected, claimed: true, ending: true, listBefore: setup.readList() })))
    : null;
  const first = {
    ...toIteration(selected, seen),
    ...{ forceComplete: state.force, interrupted: setup.stop.level > 0 },
    ...(setup.withoutAgent ? { order: { withoutAgent: true as const } } : {}),
  };
  const { judged } = await judgeWithLate(setup, state, { seen, tasks: selected.tasks, first });
  const { decision } = judged;
  if (decision.decision === "CONTINUE" && decision.taskDone === null) {
    if (seen) state.feedback = decision.feedback;
    return null;
  }
  state.force = false;
  const record = await settle(setup, state, { judged, mark: judged, selected, after: selected, ...nothingOwned });
  if (decision.taskDone !== null) await checkpoint(setup, state, record);
  return record;
}

async function iterate(setup: LoopSetup, state: State, selected: Selected): Promise<DecisionRecord> {
  const iteration = nextIteration(setup);
  const { task, tasks } = selected;
  setup.emit({
    type: "iteration-start",
    iteration,
    task: task ? { id: task.id, title: task.title } : null,
    tasks: tasks.is === "tasks" ? countDone(tasks.tasks) : null,
  });
  for (const line of forecast(setup)) setup.emit({ type: "budget-warning", line });
  setup.list?.remember();
  const listAtStart = setup.readList();
  await bringBackParked(setup, state, selected);
  setup.work.beginTurn(selected, state.workspace);
  setup.contents.keep(state.workspace);
  setup.guard.remember();
  state.feedback = [...describeEarlierTry(setup, task?.id), ...state.feedback];
  if (setup.work.isOwed(selected)) state.feedback = [...state.feedback, askForWork];
  if (!setup.only) setup.control.words.setAtWork(task ? [task.id] : []);
  const met = task ? state.order.takeMet(task.id, doneInRun(selected, setup)) : null;
  if (met !== null)
    state.feedback = [...state.feedback, `This task waited for ${met}, which is done now: go on with it.`];
  const words = giveWords(setup, selected);
  if (words.some(({ from }) => from === "answer"))
    state.feedback = state.feedback.filter((line) => !isAboutQuestion(line));
  const begun = setup.now();
  const { nonce, taken, leavesListAlone, hasRunCode, ...turned } = await takeTurn(setup, state, {
    iteration,
    selected,
    words,
  });
  const transcript = addWords(turned.transcript, setup.takeBlocked(begun));
  const hasFailed = transcript.ending.is === "failed";
  if (hasFailed) setup.control.words.takeBack(words);
  const told = hasFailed ? [] : words;
  restoreFiles(setup);
  if (iteration === 1 && hasNotBegun(setup)) await refuseFlags(setup, state, transcript);
  const message = finalMessage(transcript)?.text ?? "";
  setup.saveResponse(message);
  const listTurn = { selected, isLeftAlone: leavesListAlone, hasRunCode };
  putBackList(setup, listTurn);
  const edited = await takePersonEdits(setup, listTurn);
  const listBefore = edited ? setup.readList() : listAtStart;
  setup.list?.remember(); // What follows is not the person's.
  const given = edited ? { ...selected, listed: edited } : selected;
  const listed = await seeList(setup, given);
  const { settings } = policyForKind(setup.policy, task?.kind ?? null);
  const report = readReport(transcript, { settings, ...(nonce === undefined ? {} : { nonce }), now: setup.now() });
  const { ticks: made } = listed;
  const ticked = [...made.ticked, ...made.standing].some(({ id }) => id === listed.after.task?.id);
  const due = dueChecks(report, { tasks: listed.after.tasks, task: listed.after.task?.id, ticked });
  const began = task ? setup.work.began(selected) : null;
  const seen = await inspect(setup, state, { selected: listed.after, listBefore, began, ...due });
  // Checks run code written by the agent, so what they do to the list counts as done by the agent, not by a person.
  putBackList(setup, { ...listTurn, isLeftAlone: false });
  const { after, ticks } = await seeList(setup, given);
  noteTasks(setup, after);
  const work = await setup.work.endTurn(selected, { report, seen, ticks, task: after.task?.id });
  emitWarnings(setup, describeListEdits(ticks, task?.id));
  const isVisible = work.facts.workVisible === true;
  const files = setup.work.filesOf(selected, work.owns);
  const claim = { report, seen, ticks, after, began, isVisible, files };
  const proved = due.claimed ? await proveClaim(setup, claim, proverTerms(setup, state)) : null;
  restoreFiles(setup);
  emitWarnings(setup, proved?.warnings ?? []);
  const waits = state.order.seeWaiting({
    ...{ report, message, task: after.task, tasks: after.tasks.is === "tasks" ? after.tasks.tasks : [] },
    hasChanged: seen.changes === null || !isNothing(seen.changes),
  });
  const said = readSaid(report, message, task);
  const failure = describeFailure(seen, report, due.claimed);
  const escalation = findEscalation(setup, state, selected);
  const mayBeJudgedAgain = listMayBeJudged(setup, state, selected);
  const first: Iteration = {
    ...toIteration(after, seen),
    order: {
      ...(waits ? { waits } : {}),
      ...(escalation ? { escalation } : {}),
      ...(mayBeJudgedAgain.length > 0 ? { mayBeJudgedAgain } : {}),
    },
    feedback: tellApart(seen.feedback, {
      cwd: setup.cwd,
      ...{ task: after.task, tasks: after.tasks.is === "tasks" ? after.tasks.tasks : [], began: began ?? [] },
      setAside: findRun(setup.store.runState, setup.run)?.setAside ?? [],
    }),
    ...(proved ? { evidence: proved.evidence, shown: proved.shown } : {}),
    groups: findGroups(setup, after, proved?.shown.claims),
    facts: {
      ...{ ...seen.facts, ...work.facts },
      ...(said === undefined ? {} : { said }),
      ...(failure === undefined ? {} : { sameFailure: failure }),
      ...(told.some(areFromPerson) ? { fresh: true } : {}),
    },
    report,
    spent: {
      usage: transcript.usage,
      costUsd: transcript.costUsd,
      isUnpriced: state.agent?.reports?.cost === false,
    },
  };
  const { judged, toJudge } = await judgeWithLate(setup, state, { seen, tasks: after.tasks, first, claim });
  const isInterrupted = setup.stop.level > 0;
  // An interrupt always wins, but a task whose claim passed is still done.
  const final = isInterrupted ? judgeNow(setup, state, { ...toJudge, interrupted: true }) : judged;
  if (final.decision.decision === "CONTINUE" || final !== judged) deferProof(setup, after, judged);
  const questions = readQuestions(judged.record.observation, message);
  const turn = { turns: taken, told, questions, isAhead: hasWorkedAhead(first.evidence, after, setup.cwd) };
  const record = await settle(setup, state, { judged: final, mark: judged, selected, after, turn, ...work });
  if (record.decision.rule === "escalated" && task && escalation) state.escalations.note(task.id, escalation);
  noteQuestions(setup, record);
  state.order.note(record, { message, vetoes: judged.weighed.gate.vetoes, done: doneInRun(after, setup) });
  await forgetParked(setup, tasksDoneBy(judged.decision));
  if (record.decision.setAside) {
    const look = () => inspect(setup, state, { selected: after, claimed: true, ending: false, listBefore, began });
    await parkTask({ setup, selected, seen, look });
  }
  const usesOwnBlock = setup.protocol === "untildone";
  state.feedback = [
    ...feedbackForNextTurn(record).filter((line) => line !== report.weakBecause),
    ...turnFeedback({ report, questions }, record, usesOwnBlock),
    ...verification(setup, record),
  ];
  await checkpoint(setup, state, record);
  return record;
}

/** A task that was set aside and is tried again is told why, in the first turn it has then. */
function describeEarlierTry({ store, run }: LoopSetup, task: string | undefined): readonly string[] {
  const aside = findRun(store.runState, run)?.setAside?.find((each) => each.task === task);
  return aside ? [`Earlier turns did not finish this task, and it was set aside. Why:\n${aside.reason}`] : [];
}

/** Who could take the task over from the agent of its last phase. */
function findEscalation(setup: LoopSetup, { escalations, agent }: State, { task }: Selected): Escalation | undefined {
  const phase = setup.phases.at(-1)?.name ?? "";
  if (!task || setup.policy.settings.escalate === 0) return undefined;
  return escalations.find(task.id, agentsFor(setup.agents, { phase, kind: task.kind }), agent);
}

/** The last try of this task was set aside and its work parked: this one goes on from it. */
async function bringBackParked(setup: LoopSetup, state: State, selected: Selected): Promise<void> {
  const returned = await returnParked(setup, selected, state.workspace);
  if (!returned) return;
  state.workspace = returned.workspace;
  state.final = null;
  state.feedback = [...state.feedback, returned.feedback];
}

/** Tasks set aside that would be looked at once more if this one were set aside, too. */
function listMayBeJudged(setup: LoopSetup, state: State, selected: Selected): readonly string[] {
  const setAside = findRun(setup.store.runState, setup.run)?.setAside ?? [];
  if (setup.only || state.restarts || setAside.length === 0) return [];
  return state.order.candidates(setAside, doneInRun(selected, setup)).map(({ task }) => task);
}

interface ClaimedTurn {
  readonly report: AgentReport;
  readonly seen: Gathered;
  readonly ticks: TurnTicks;
  readonly after: Selected;
  readonly began: readonly CheckResult[] | null;
  readonly isVisible: boolean;
  readonly files: FilesOfWork;
}

/** What the checks of a turn prove of its task, and of others claimed with it. */
async function proveClaim(setup: LoopSetup, turn: ClaimedTurn, prover: ProverTerms): Promise<ProvedTurn> {
  const { cwd, baseline } = setup;
  const { report, seen, ticks, after, began, isVisible, files } = turn;
  const tasks = after.tasks.is === "tasks" ? after.tasks.tasks : [];
  const task = after.task ?? null;
  const proved = await proveTurn({
    ...{ cwd, seen, baseline, tasks, task, isVisible, files },
    began: began ?? baseline.checks,
    others: otherClaims({ report, ticks, tasks, task: task?.id, changes: seen.changes }),
    prover,
  });
  return distrustOutside(proved, seen);
}

/** How a claim is proved. One task of several has no other end, and what must be proved cannot wait for the run's. */
function proverTerms(setup: LoopSetup, state: State, isEnd = false): ProverTerms {
  const { cwd, plans, contents, stop, now, emit, kept = null } = setup;
  const { proofSeconds, unverified, retries } = setup.policy.settings;
  const isNow = isEnd || setup.only !== undefined || unverified === "refuse";
  const left = secondsLeft(setup, state);
  return {
    ...{ cwd, plans, contents, kept, retries, signal: stop.now, now },
    seconds: proofSeconds === 0 ? 0 : isNow ? left : Math.min(proofSeconds, left),
    logDirectory: setup.logFile(nextIteration(setup), "checks"),
    onProve: (task, what) => emit({ type: "proof-start", task, what }),
  };
}

interface ToJudge {
  readonly seen: Gathered | null;
  readonly tasks: KnownTasks;
  readonly first: Iteration;
  /** What was claimed in the turn; absent before a turn. */
  readonly claim?: ClaimedTurn;
}

/** Judges a turn. Where the run would end with it, what took too long to be proved before is proved first. */
async function judgeWithLate(
  setup: LoopSetup,
  state: State,
  { seen, tasks, first, claim }: ToJudge,
): Promise<{ readonly judged: Judged; readonly toJudge: Iteration }> {
  const judged = judgeNow(setup, state, first);
  const isOwnLate = first.shown?.proof?.isLate === true;
  const { decision, outcome } = judged.decision;
  const isEnd = decision === "EXIT" && outcome !== "interrupted" && outcome !== "aborted";
  if (!isEnd || !seen || setup.stop.level > 0 || (setup.work.late.length === 0 && !isOwnLate))
    return { judged, toJudge: first };
  const prover = proverTerms(setup, state, true);
  await proveLate({ setup, tasks, seen, prover });
  const proved = isOwnLate && claim ? await proveClaim(setup, claim, prover) : null;
  const toJudge = proved ? { ...first, evidence: proved.evidence, shown: proved.shown } : first;
  return { judged: judgeNow(setup, state, toJudge), toJudge };
}

/** A task that is done now, and whose proof takes too long, is proved when the run ends. */
function deferProof({ work }: LoopSetup, { task, listed }: Selected, { decision, record }: Judged): void {
  const { proof } = record.observation;
  if (task && proof?.isLate && decision.taskDone === task.id) work.deferProof(taskKeys(listed)(task), proof);
}

/** Beside other tasks, the first turn of this one may not be the first of the run. */
const hasNotBegun = ({ store, run }: LoopSetup): boolean => (findRun(store.runState, run)?.iterations ?? 0) === 0;

/** A CLI that is too old says so in the first turn, before it does anything: then the run has not begun. */
async function refuseFlags(setup: LoopSetup, state: State, transcript: Transcript): Promise<void> {
  const refused = findRefusedFlags(transcript);
  if (!refused) return;
  const { cwd, own, baseline } = setup;
  const now = await lookAtWorkspace(cwd, { ignore: own, start: baseline.state, earlier: state.workspace });
  const changes = await changesBetween(state.workspace, now, excludePaths(setup));
  if (isNothing(changes)) throw refusedStart(state.agent, refused);
}

/** What the agent asks or is blocked by, so that the same words in another task are known again. */
function readSaid(report: AgentReport, message: string, task: Task | null | undefined): string | undefined {
  const text = report.claim === "blocked" ? readNote(report) : report.questions > 0 ? lastQuestion(message) : null;
  const named = task && text ? text.replaceAll(task.id, "").replaceAll(task.title, "") : text;
  return named ? fingerprint(named).slice(0, 200) : undefined;
}

/** A question stands until it is answered or its task is done. */
function noteQuestions({ control: { words } }: LoopSetup, record: DecisionRecord): void {
  words.note(listQuestions(record));
  words.close([...tasksDoneBy(record.decision), ...(record.after.doneBeside ?? [])]);
}

/** What the agent did to the list in its turn, and how a person accepts it. */
function describeListEdits({ removed, waived }: TurnTicks, task: string | undefined): readonly string[] {
  const meanwhile = task === undefined ? "while the agent worked" : `while the agent worked on ${task}`;
  const still = "it is still to do (--accept-list-edits accepts such edits)";
  return [
    ...removed.map(({ id }) => `task ${id} was taken off the list ${meanwhile}: ${still}`),
    ...waived.map(({ id }) => `task ${id} was cancelled or made optional ${meanwhile}: ${still}`),
  ];
}

/** Iterations are counted from 1 in each run. */
const nextIteration = ({ store, run }: LoopSetup): number => (findRun(store.runState, run)?.judged ?? 0) + 1;

/** Reads the list after a turn. Tasks ticked by the agent are claims, so they do not count as done yet. */
async function seeList({ tracker, work, choice }: LoopSetup, selected: Selected) {
  const list = await readList(tracker);
  const ticks = list.is === "tasks" ? work.seeTicks(selected, list.tasks) : noTicks;
  return { ticks, after: reselectTask(list, selected, { ledger: work.countedWith(list, ticks), choice }) };
}

const askForWork =
  "This task is ticked in the list already (leave that), but nothing shows its work yet. Do it; or, if it is there, name it under WORK (file and lines).";

/**
 * Feedback for the next prompt. Remaining tasks and a person's words are omitted, since the prompt has the number of the
 * ones and the others themselves; a new task starts without feedback.
 */
export function feedbackForNextTurn({ decision, observation }: DecisionRecord): readonly string[] {
  const { tasks } = observation;
  if (decision.setAside || decision.taskDone !== null) return [];
  const left = tasks.is === "list" ? [describeNotDone(tasks)] : [];
  const omitted = [...left, describePending("task"), describePending("run")];
  return decision.feedback.filter((line) => !omitted.includes(line));
}

/** The claim passed; the next iteration only verifies it (an option from phase5). */
function verification({ policy }: LoopSetup, { decision, after }: DecisionRecord): readonly string[] {
  const { verifyIteration } = policy.settings;
  const isDue = verifyIteration && after.past.passed && decision.decision === "CONTINUE" && !decision.taskDone;
  return isDue
    ? [
        "Your claim of completion passed every check. Now verify it, and do nothing else: read what was changed, run the tests, try the feature. Change something only if you find it wrong. Then report the status again.",
      ]
    : [];
}

/** A check cannot run on this machine any more: that may be over soon. */
async function waitForPlace(setup: LoopSetup, state: State, wanted: number): Promise<void> {
  const { emit, sleep, stop } = setup;
  const seconds = Math.min(wanted, secondsLeft(setup, state));
  if (seconds <= 0) return;
  emit({ type: "wait-start", until: null, seconds, why: "a check cannot run here" });
  await sleep(seconds, stop.soon);
  emit({ type: "wait-end", interrupted: stop.level > 0 });
}

interface InspectOptions {
  readonly selected: Selected;
  readonly claimed: boolean;
  readonly ending: boolean;
  /** The text of the list before the turn, if there is a list. */
  readonly listBefore?: string | null;
  /** The check results when the task began. */
  readonly began?: readonly CheckResult[] | null;
}

async function inspect(
  setup: LoopSetup,
  state: State,
  { selected, claimed, ending, listBefore, began }: InspectOptions,
): Promise<Gathered> {
  const { task } = selected;
  const iteration = nextIteration(setup);
  const checked = await gather({
    cwd: setup.cwd,
    plans: setup.plans,
    kept: setup.kept ?? null,
    baseline: setup.baseline,
    before: state.workspace,
    began: began ?? null,
    generated: setup.work.generated,
    allowed: setup.work.allowed,
    accepted: setup.work.acceptedTests,
    flaky: setup.work.flaky,
    retries: setup.policy.settings.retries,
    sleep: (seconds) => waitForPlace(setup, state, seconds),
    task: task
      ? { id: task.id, title: task.title, text: taskText(task), criteria: criteriaFor(task, setup.baseline.verify) }
      : null,
    tasksFile: setup.tasksFile,
    ...(listBefore === undefined ? {} : { listBefore }),
    ignore: setup.own,
    claimed,
    ending,
    eachTurnSeconds: setup.policy.settings.checkEachTurnSeconds,
    signal: setup.stop.now,
    logDirectory: setup.logFile(iteration, "checks"),
    onCheck: (event) =>
      setup.emit(
        event.type === "check-start"
          ? { type: "check-start", name: event.plan.name, plan: event.plan }
          : { type: "check-end", name: event.plan.name, evidence: event.evidence },
      ),
  });
  restoreFiles(setup);
  const seen = await withOutside(setup, checked, { task: task?.id ?? null, isEnd: selected.allDone });
  state.workspace = seen.after;
  state.final = ending ? seen : null;
  emitWarnings(setup, seen.warnings);
  return seen;
}

function emitWarnings({ emit }: LoopSetup, warnings: readonly string[]): void {
  for (const text of foldWarnings(warnings)) emit({ type: "warning", text });
}

/** The groups that may be done with what is claimed. Beside other tasks, the run itself sees to them. */
function findGroups({ store, run, only }: LoopSetup, { tasks, task }: Selected, claims: Shown["claims"] = []) {
  if (only || !task || tasks.is !== "tasks") return [];
  const { unproven = [] } = findRun(store.runState, run) ?? {};
  return openGroups(tasks.tasks, [task.id, ...claims.map((claim) => claim.task)], unproven);
}

const toIteration = ({ tasks, task }: Selected, seen: Gathered | null): Iteration => ({
  report: null,
  spent: nothingSpent,
  tasks,
  ...(task === undefined ? {} : { task: task?.id ?? null }),
  evidence: seen?.evidence ?? [],
  facts: seen?.facts ?? {},
  forceComplete: false,
  interrupted: false,
  response: null,
  feedback: seen?.feedback ?? [],
  warnings: [],
});

function judgeNow(
  { store, policy, spec, settings, origins, run, resumed, now, elapsed, control }: LoopSetup,
  state: State,
  iteration: Iteration,
): Judged {
  const { restarts, counted } = state;
  const seconds = Math.round((elapsed() - counted) * 1000) / 1000;
  return judge(
    store.runState,
    { ...withPending(iteration, control.words), seconds, restarts },
    { policy, spec, settings, origins, run, resumed, now: now() },
  );
}

/** What a person has said meanwhile holds a claim: the task gets one more turn, with the words. */
function withPending(iteration: Iteration, words: PersonWords): Iteration {
  const { shown } = iteration;
  const claims = shown?.claims?.map((claim) => {
    const pendingWords = words.countFor(claim.task, "own");
    return pendingWords > 0 ? { ...claim, pendingWords } : claim;
  });
  return {
    ...iteration,
    pendingWords: words.countFor(iteration.task ?? null),
    ...(shown && claims ? { shown: { ...shown, claims } } : {}),
  };
}

interface SettleInput {
  readonly judged: Judged;
  /** The judgement whose tasks are marked done. */
  readonly mark: Judged;
  /** The list before and after the turn. */
  readonly selected: Selected;
  readonly after: Selected;
  readonly owns: readonly OwnedWork[];
  readonly ticks: TurnTicks;
  readonly turn?: TakenTurn;
}

/** What the journal keeps of the turn itself. */
interface TakenTurn {
  readonly turns: readonly TurnTaken[];
  readonly told: readonly Words[];
  readonly questions: readonly Question[];
  /** It did more than its task. */
  readonly isAhead: boolean;
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

const nothingOwned: Pick<SettleInput, "owns" | "ticks"> = { owns: [], ticks: noTicks };

/**
 * Marks the task, then writes the decision: if killed in between, a resumed run finds the work done and continues,
 * whereas a run completed in the journal with its last task unmarked could not be resumed. The ledger is written first,
 * so that the tick is recognised as ours.
 */
async function settle(setup: LoopSetup, state: State, settling: SettleInput): Promise<DecisionRecord> {
  const { judged, mark, selected, after, owns, ticks, turn } = settling;
  setup.guard.release();
  const done = tasksDoneBy(mark.decision).map((id) => listedId(mark, id));
  setup.work.settle(selected, {
    done,
    owns,
    ticks,
    listed: after.listed,
    counted: after.tasks.is === "tasks" ? after.tasks.tasks : [],
    task: after.task?.id ?? null,
    workspace: state.workspace,
  });
  const marked = await markDone(setup, mark, after);
  if (marked.some(({ problem }) => problem !== null)) setup.work.noteUnmarked(after);
  setup.work.noteList(setup.readList());
  const decided = mark === judged ? judged.record : withMark(judged, mark);
  const record = setup.store.record(turn ? { ...decided, ...toRecorded(turn) } : decided);
  setup.control.words.markUsed(turn?.told ?? []);
  if (!setup.only && (judged.decision.setAside || done.length > 0)) setup.control.words.setAtWork([]);
  state.counted += record.after.seconds ?? 0;
  if (judged.record.observation.turn) state.restarts = false;
  setup.emit({ type: "verdict-given", record });
  for (const event of marked) setup.emit(event);
  return record;
}

/** A person stopped the run after the task's claim passed: the task is done, although the decision does not name it. */
function withMark({ record }: Judged, { decision, record: passed }: Judged): Judged["record"] {
  const done = tasksDoneBy(decision);
  if (done.length === 0) return record;
  return { ...record, after: { ...record.after, ...doneIn(passed.after), doneBeside: done, done: passed.after.done } };
}

/** The id of the task in the list. */
const listedId = ({ record }: Judged, id: string): string => {
  const { selection } = record.observation;
  return selection.is === "task" && selection.id === id ? (selection.inList ?? id) : id;
};

/** Restores state files that the agent changed, in its turn or by code that a check ran. */
function restoreFiles({ guard, emit }: LoopSetup): void {
  for (const restored of guard.restore()) emit({ type: "file-restored", ...restored });
}

type Marked = Extract<RunEvent, { type: "task-marked" }>;

/** Marks the tasks that passed the gate, unless the agent ticked them, or the policy leaves marking to the tracker. */
async function markDone(setup: LoopSetup, judged: Judged, { listed }: Selected): Promise<readonly Marked[]> {
  if (setup.policy.marksTasks === false || listed.length === 0) return [];
  const marked: Marked[] = [];
  for (const { id: task, verified, byParts } of judged.decision.tasksDone) {
    const id = listedId(judged, task);
    const inFile = listed.find((each) => each.id === id);
    if (inFile?.status === "done") continue;
    const answer = inFile ? await setup.tracker.mark(id, "done") : { is: "refused" as const, why: notInFile };
    const problem = answer.is === "refused" ? answer.why : null;
    marked.push({ type: "task-marked", task, verified, ...(byParts ? { byParts } : {}), problem });
  }
  return marked;
}

const notInFile = "it is no longer in the list; it is done in the journal";

async function checkpoint(
  { checkpoints, emit, cwd, own, baseline }: LoopSetup,
  state: State,
  record: DecisionRecord,
): Promise<void> {
  if (!checkpoints) return;
  const made = await checkpoints.make(record);
  emit({ type: "checkpoint-made", ...made });
  // The checkpoint commit must not count as work of the next iteration.
  if (made.commit !== null)
    state.workspace = await lookAtWorkspace(cwd, { ignore: own, start: baseline.state, earlier: state.workspace });
}

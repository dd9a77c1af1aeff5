import type { Agent } from "../agents/agent.js";
import { type AgentReport, readNote } from "../core/agent-report.js";
import { foldWarnings } from "../core/fold-warnings.js";
import { tasksDoneBy } from "../core/policy.js";
import { countDone, describeNotDone } from "../core/tasks.js";
import { addWords, finalMessage, type Transcript } from "../core/transcript.js";
import { areFromPerson, type Question, type Words } from "../core/words.js";
import { criteriaFor } from "../evidence/criteria/read-criteria.js";
import { type Gathered, gather, leftOut } from "../evidence/gather.js";
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
import { noTicks, type TurnTicks } from "../work/list-ledger.js";
import { otherClaims } from "../work/other-claims.js";
import { type ProvedTurn, proveTurn } from "../work/prove-turn.js";
import type { OwnedWork } from "../work/task-work.js";
import { AgentRests } from "./agent-rests.js";
import { forecast } from "./forecast.js";
import { giveWords } from "./give-words.js";
import { findRefusedFlags, refusedStart } from "./refuse-start.js";
import type { RunEvent } from "./run-event.js";
import { readList, reselectTask, type Selected, selectTask } from "./select.js";
import type { LoopSetup } from "./setup.js";
import { type Memory, takeTurn } from "./take-turn.js";
import { isAboutQuestion, turnFeedback } from "./turn-feedback.js";
import { secondsLeft, waitForLimit } from "./wait.js";

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
}

/** Selects a task, runs the agent, inspects the workspace, decides and acts, until a decision says exit. */
export async function runLoop(
  setup: LoopSetup,
  { feedback, rests }: LoopMemory = { feedback: [], rests: new AgentRests() },
): Promise<LoopResult> {
  const state: State = {
    agent: null,
    rests,
    session: null,
    feedback,
    workspace: setup.workspace,
    counted: 0,
    force: setup.forceComplete,
    final: null,
    restarts: setup.restarts,
  };
  const ended = (last: DecisionRecord): LoopResult => ({ last, agent: state.agent ?? setup.agents.usual[0] ?? null });
  if (setup.restarts) await setup.work.resume(state.workspace, await readList(setup.tracker), excludePaths(setup));
  for (;;) {
    if (await pauseIfAsked(setup, state)) await recordPersonChanges(setup, state);
    const list = await readList(setup.tracker);
    setup.work.seeList(list);
    const selected = selectTask(list, setup.work.list, setup.only ?? listSetAside(setup, state));
    const before = await decideBeforeTurn(setup, state, selected);
    if (before && (before.decision.decision === "EXIT" || setup.isOver?.(before))) return ended(before);
    if (before) continue;
    const record = await iterate(setup, state, selected);
    if (record.decision.decision === "EXIT" || setup.isOver?.(record)) return ended(record);
    if (await waitForLimit(setup, record, state.counted)) await recordPersonChanges(setup, state);
  }
}

/** The tasks left for a person. A run that was just resumed retries them. */
function listSetAside({ store, run }: LoopSetup, { restarts }: State): readonly string[] {
  const setAside = restarts ? [] : (findRun(store.runState, run)?.setAside ?? []);
  return setAside.filter(({ retry }) => !retry).map(({ task }) => task);
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
  const judged = judgeNow(setup, state, {
    ...toIteration(selected, seen),
    forceComplete: state.force,
    interrupted: setup.stop.level > 0,
  });
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
  const listBefore = setup.readList();
  setup.work.beginTurn(selected, state.workspace);
  setup.guard.remember();
  if (setup.work.isOwed(selected)) state.feedback = [...state.feedback, askForWork];
  const words = giveWords(setup, selected);
  if (words.some(({ from }) => from === "answer"))
    state.feedback = state.feedback.filter((line) => !isAboutQuestion(line));
  const begun = setup.now();
  const { nonce, taken, ...turned } = await takeTurn(setup, state, { iteration, selected, words });
  const transcript = addWords(turned.transcript, setup.takeBlocked(begun));
  // An agent that failed may not have read them: the next prompt has them again.
  const told = transcript.ending.is === "failed" ? [] : words;
  restoreFiles(setup);
  if (iteration === 1 && hasNotBegun(setup)) await refuseFlags(setup, state, transcript);
  const message = finalMessage(transcript)?.text ?? "";
  setup.saveResponse(message);
  const listed = await seeList(setup, selected);
  const { settings } = policyForKind(setup.policy, task?.kind ?? null);
  const report = readReport(transcript, { settings, ...(nonce === undefined ? {} : { nonce }), now: setup.now() });
  const { ticks: made } = listed;
  const ticked = [...made.ticked, ...made.standing].some(({ id }) => id === listed.after.task?.id);
  const due = dueChecks(report, { tasks: listed.after.tasks, task: listed.after.task?.id, ticked });
  const began = task ? setup.work.began(selected) : null;
  const seen = await inspect(setup, state, { selected: listed.after, listBefore, began, ...due });
  // Checks run code written by the agent, so a task they tick counts as ticked by the agent, not by a person.
  const { after, ticks } = await seeList(setup, selected);
  const work = await setup.work.endTurn(selected, { report, seen, ticks, task: after.task?.id });
  emitWarnings(setup, describeListEdits(ticks, task?.id));
  const isVisible = work.facts.workVisible === true;
  const proved = due.claimed ? proveClaim(setup, { report, seen, ticks, after, began, isVisible }) : null;
  emitWarnings(setup, proved?.warnings ?? []);
  const toJudge: Iteration = {
    ...toIteration(after, seen),
    ...(proved ? { evidence: proved.evidence, shown: proved.shown } : {}),
    facts: { ...seen.facts, ...work.facts, ...(told.some(areFromPerson) ? { fresh: true } : {}) },
    report,
    spent: {
      usage: transcript.usage,
      costUsd: transcript.costUsd,
      isUnpriced: state.agent?.reports?.cost === false,
    },
  };
  const judged = judgeNow(setup, state, toJudge);
  const isInterrupted = setup.stop.level > 0;
  // An interrupt always wins, but a task whose claim passed is still done.
  const final = isInterrupted ? judgeNow(setup, state, { ...toJudge, interrupted: true }) : judged;
  const question = readQuestion(judged, message);
  const turn = { turns: taken, told, question };
  const record = await settle(setup, state, { judged: final, mark: judged, selected, after, turn, ...work });
  noteQuestion(setup, record);
  const usesOwnBlock = setup.protocol === "untildone";
  state.feedback = [
    ...feedbackForNextTurn(record).filter((line) => line !== report.weakBecause),
    ...turnFeedback({ report, question: question?.text ?? null }, record, usesOwnBlock),
    ...verification(setup, record),
  ];
  await checkpoint(setup, state, record);
  return record;
}

interface ClaimedTurn {
  readonly report: AgentReport;
  readonly seen: Gathered;
  readonly ticks: TurnTicks;
  readonly after: Selected;
  readonly began: readonly CheckResult[] | null;
  readonly isVisible: boolean;
}

/** What the checks of a turn prove of its task, and of others claimed with it. */
function proveClaim({ cwd, baseline }: LoopSetup, turn: ClaimedTurn): ProvedTurn {
  const { report, seen, ticks, after, began, isVisible } = turn;
  const tasks = after.tasks.is === "tasks" ? after.tasks.tasks : [];
  const task = after.task ?? null;
  return proveTurn({
    ...{ cwd, seen, baseline, tasks, task, isVisible },
    began: began ?? baseline.checks,
    others: otherClaims({ report, ticks, tasks, task: task?.id }),
  });
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

/** What the agent asks, or why it says it cannot go on. */
function readQuestion({ record }: Judged, message: string): Question | null {
  const { turn, selection } = record.observation;
  if (!turn) return null;
  const asked = turn.report.questions > 0 ? lastQuestion(message)?.replace(/^NOTE:\s*/, "") : null;
  const text = asked ?? (turn.facts.blocked ? readNote(turn.report) : null);
  return text ? { task: selection.is === "task" ? selection.id : null, text } : null;
}

/** The last question stands until it is answered or its task is done. */
function noteQuestion({ control }: LoopSetup, { question, decision }: DecisionRecord): void {
  if (question) control.noteQuestion(question);
  else if (decision.taskDone !== null && decision.taskDone === control.question?.task) control.noteQuestion(null);
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
async function seeList({ tracker, work }: LoopSetup, selected: Selected) {
  const list = await readList(tracker);
  const ticks = list.is === "tasks" ? work.seeTicks(selected, list.tasks) : noTicks;
  return { ticks, after: reselectTask(list, selected, work.countedWith(list, ticks)) };
}

const askForWork =
  "This task is already ticked in the list, but nothing shows its work yet. If the work is there, name it under WORK (file and lines); else do it.";

/**
 * Feedback for the next prompt. Remaining tasks are omitted, since the prompt has their number; a new task starts
 * without feedback.
 */
export function feedbackForNextTurn({ decision, observation }: DecisionRecord): readonly string[] {
  const { tasks } = observation;
  if (decision.setAside || decision.taskDone !== null) return [];
  return tasks.is === "list" ? decision.feedback.filter((line) => line !== describeNotDone(tasks)) : decision.feedback;
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
  const seen = await gather({
    cwd: setup.cwd,
    plans: setup.plans,
    baseline: setup.baseline,
    before: state.workspace,
    began: began ?? null,
    generated: setup.work.generated,
    allowed: setup.work.allowed,
    flaky: setup.work.flaky,
    retries: setup.policy.settings.retries,
    sleep: (seconds) => waitForPlace(setup, state, seconds),
    task: task ? { id: task.id, title: task.title, criteria: criteriaFor(task, setup.baseline.verify) } : null,
    tasksFile: setup.tasksFile,
    ...(listBefore === undefined ? {} : { listBefore }),
    ignore: setup.own,
    claimed,
    ending,
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
  state.workspace = seen.after;
  state.final = ending ? seen : null;
  emitWarnings(setup, seen.warnings);
  return seen;
}

function emitWarnings({ emit }: LoopSetup, warnings: readonly string[]): void {
  for (const text of foldWarnings(warnings)) emit({ type: "warning", text });
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
  { store, policy, spec, settings, origins, run, resumed, now, elapsed }: LoopSetup,
  state: State,
  iteration: Iteration,
): Judged {
  const { restarts, counted } = state;
  const seconds = Math.round((elapsed() - counted) * 1000) / 1000;
  return judge(
    store.runState,
    { ...iteration, seconds, restarts },
    { policy, spec, settings, origins, run, resumed, now: now() },
  );
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
  readonly question: Question | null;
}

const toRecorded = ({ turns, told, question }: TakenTurn) => ({
  turns,
  ...(told.length > 0 ? { told } : {}),
  ...(question ? { question } : {}),
});

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
  setup.control.markUsed(turn?.told ?? [], setup.only?.id ?? null);
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
  for (const { id: task, verified } of judged.decision.tasksDone) {
    const id = listedId(judged, task);
    const inFile = listed.find((each) => each.id === id);
    if (inFile?.status === "done") continue;
    const answer = inFile ? await setup.tracker.mark(id, "done") : { is: "refused" as const, why: notInFile };
    marked.push({ type: "task-marked", task, verified, problem: answer.is === "refused" ? answer.why : null });
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

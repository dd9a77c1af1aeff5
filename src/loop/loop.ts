import { finalMessage } from "../core/transcript.js";
import { criteriaOf } from "../evidence/criteria/read-criteria.js";
import { type Gathered, gather } from "../evidence/gather.js";
import { lookAtWorkspace, type WorkspaceState } from "../evidence/workspace/state.js";
import { dueChecks } from "../judge/claimed.js";
import { type Iteration, type Judged, judge } from "../judge/judge.js";
import type { DecisionRecord } from "../store/record.js";
import { forecast } from "./forecast.js";
import type { RunEvent } from "./run-event.js";
import { lookAgain, type Selected, selectTask } from "./select.js";
import type { LoopSetup } from "./setup.js";
import { type Memory, takeTurn } from "./take-turn.js";
import { waitAsAsked } from "./wait.js";

export interface IterationResult {
  readonly iteration: number;
  readonly task: string | null;
  readonly record: DecisionRecord;
}

/** What a run comes to: every iteration, and the decision that ended it, from which alone the exit code is made. */
export interface RunResult {
  readonly iterations: readonly IterationResult[];
  readonly last: DecisionRecord;
}

interface State extends Memory {
  /** The workspace as the next iteration finds it. */
  workspace: WorkspaceState | null;
  /** Until when the time was counted. */
  counted: number;
  force: boolean;
}

/** Selects a task, asks the agent, looks, decides and acts, until a decision says stop. */
export async function runLoop(setup: LoopSetup, feedback: readonly string[] = []): Promise<RunResult> {
  const state: State = {
    agent: 0,
    session: null,
    feedback,
    workspace: setup.workspace,
    counted: setup.now(),
    force: setup.forceComplete,
  };
  const iterations: IterationResult[] = [];
  for (;;) {
    const selected = await selectTask(setup.tracker);
    const before = await askBefore(setup, state, selected);
    if (before?.decision.decision === "EXIT") return { iterations, last: before };
    if (before) continue;
    const record = await iterate(setup, state, selected);
    iterations.push({ iteration: record.iteration, task: selected.task?.id ?? null, record });
    if (record.decision.decision === "EXIT") return { iterations, last: record };
    await waitAsAsked(setup, record);
  }
}

/** Rules that need no turn: a finished or blocked list starts no agent. Null where they leave it to the agent. */
async function askBefore(setup: LoopSetup, state: State, selected: Selected): Promise<DecisionRecord | null> {
  setup.guard.remember();
  const seen = selected.allDone ? await look(setup, state, { selected, claimed: true, ending: true }) : null;
  const judged = judgeNow(setup, state, {
    ...iterationOf(selected, seen),
    heard: null,
    forceComplete: state.force,
    interrupted: setup.stop.level > 0,
  });
  const { decision } = judged;
  if (decision.decision === "CONTINUE" && decision.taskDone === null) {
    if (seen) state.feedback = decision.feedback;
    return null;
  }
  state.force = false;
  const record = await settle(setup, state, { judged, mark: judged, selected });
  if (decision.taskDone !== null) await checkpoint(setup, state, record);
  return record;
}

async function iterate(setup: LoopSetup, state: State, selected: Selected): Promise<DecisionRecord> {
  const iteration = (setup.store.kept.run?.judged ?? 0) + 1;
  const { task } = selected;
  setup.say({ type: "iteration-start", iteration, task: task ? { id: task.id, title: task.title } : null });
  for (const line of forecast(setup)) setup.say({ type: "budget-warn", line });
  const { transcript } = await takeTurn(setup, state, { iteration, selected });
  putBack(setup);
  setup.keepResponse(finalMessage(transcript)?.text ?? "");
  const after = await lookAgain(setup.tracker, selected);
  const due = dueChecks(transcript, { settings: setup.settings, tasks: after.source, task: after.task?.id });
  const seen = await look(setup, state, { selected: after, ...due });
  const told = { ...iterationOf(after, seen), heard: transcript };
  const judged = judgeNow(setup, state, told);
  const isInterrupted = setup.stop.level > 0;
  // An interrupt always wins, but a task whose claim passed is done all the same.
  const final = isInterrupted ? judgeNow(setup, state, { ...told, interrupted: true }) : judged;
  const record = await settle(setup, state, { judged: final, mark: judged, selected: after });
  state.feedback = [...record.decision.feedback, ...verification(setup, record)];
  await checkpoint(setup, state, record);
  return record;
}

/** The claim passed and is to be looked at once more, by an iteration that only verifies (seed 003's open question). */
function verification({ settings }: LoopSetup, { decision, after }: DecisionRecord): readonly string[] {
  const isDue = settings.verifyIteration && after.past.passed && decision.decision === "CONTINUE" && !decision.taskDone;
  return isDue
    ? [
        "Your claim of completion passed every check. Now verify it, and do nothing else: read what was changed, run the tests, try the feature. Change something only if you find it wrong. Then say again how things stand.",
      ]
    : [];
}

interface Looking {
  readonly selected: Selected;
  readonly claimed: boolean;
  readonly ending: boolean;
}

async function look(setup: LoopSetup, state: State, { selected, claimed, ending }: Looking): Promise<Gathered> {
  const { task } = selected;
  const iteration = (setup.store.kept.run?.judged ?? 0) + 1;
  const seen = await gather({
    cwd: setup.cwd,
    plans: setup.plans,
    baseline: setup.baseline,
    before: state.workspace,
    task: task ? { id: task.id, title: task.title, criteria: criteriaOf(task.acceptance) } : null,
    tasksFile: setup.tasksFile,
    ignore: setup.own,
    claimed,
    ending,
    signal: setup.stop.now,
    logDirectory: setup.logFile(iteration, "checks"),
    onCheck: (event) =>
      setup.say(
        event.type === "check-start"
          ? { type: "check-start", name: event.plan.name, plan: event.plan }
          : { type: "check-end", name: event.plan.name, evidence: event.evidence },
      ),
  });
  putBack(setup);
  state.workspace = seen.after;
  for (const text of seen.warnings) setup.say({ type: "warning-give", text });
  return seen;
}

const iterationOf = ({ source, task }: Selected, seen: Gathered | null): Iteration => ({
  heard: null,
  tasks: source,
  ...(task === undefined ? {} : { task: task?.id ?? null }),
  evidence: seen?.evidence ?? [],
  told: seen?.facts ?? {},
  forceComplete: false,
  interrupted: false,
  response: null,
  feedback: seen?.feedback ?? [],
  warnings: [],
});

function judgeNow(
  { store, policy, settings, origins, run, resumed, now }: LoopSetup,
  state: State,
  iteration: Iteration,
): Judged {
  const at = now();
  const seconds = Math.max(0, (at - state.counted) / 1000);
  return judge(store.kept, { ...iteration, seconds }, { policy, settings, origins, run, resumed, now: at });
}

interface Settling {
  readonly judged: Judged;
  /** Whose task is marked done. */
  readonly mark: Judged;
  readonly selected: Selected;
}

/**
 * Marks the task, then writes the decision down: killed between the two, a resumed run finds the work done and goes on,
 * whereas a run that is completed in the journal with its last task unmarked could not be resumed.
 */
async function settle(setup: LoopSetup, state: State, { judged, mark, selected }: Settling): Promise<DecisionRecord> {
  const marked = await markDone(setup, mark.record, selected);
  const record = setup.store.record(judged.record);
  state.counted = Date.parse(record.at);
  setup.say({ type: "verdict-given", record });
  if (marked) setup.say(marked);
  return record;
}

/** What somebody changed of the files only we write: the agent in its turn, or code of its in a check. */
function putBack({ guard, say }: LoopSetup): void {
  for (const restored of guard.restore()) say({ type: "file-restore", ...restored });
}

/** Marks what passed the gate, unless the agent did; under seed 004's policy only the tracker says what is done. */
async function markDone(
  setup: LoopSetup,
  { decision, observation }: Judged["record"],
  { source }: Selected,
): Promise<Extract<RunEvent, { type: "task-mark" }> | null> {
  const id = decision.taskDone;
  if (id === null || setup.policy === "gold" || source.is !== "tasks") return null;
  const listed = observation.selection.is === "task" ? (observation.selection.inList ?? id) : id;
  if (source.tasks.find((task) => task.id === listed)?.status === "done") return null;
  const marked = await setup.tracker.mark(listed, "done");
  return { type: "task-mark", task: id, problem: marked.is === "refused" ? marked.why : null };
}

async function checkpoint(
  { checkpoints, say, cwd, own }: LoopSetup,
  state: State,
  record: DecisionRecord,
): Promise<void> {
  if (!checkpoints) return;
  const made = await checkpoints.make(record);
  say({ type: "checkpoint-make", ...made });
  // Our own commit is no work of the next iteration.
  if (made.commit !== null) state.workspace = await lookAtWorkspace(cwd, { ignore: own, earlier: state.workspace });
}

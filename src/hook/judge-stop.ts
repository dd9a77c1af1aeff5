import { listOrigins } from "../config/origins.js";
import type { AgentReport } from "../core/agent-report.js";
import type { Decision } from "../core/decision.js";
import type { SessionStop } from "../core/observation.js";
import { takeBaseline } from "../evidence/baseline.js";
import { lookAtWorkspace, type WorkspaceState } from "../evidence/workspace/state.js";
import { type Iteration, type Judged, judge, nothingSpent } from "../judge/judge.js";
import { takeBlocked } from "../run/blocked-report.js";
import { openPrivateFolder, type PrivateFolder } from "../run/private-folder.js";
import { loadState } from "../store/load.js";
import { applyRecord, emptyRunState, type RunState } from "../store/run-state.js";
import { newRunId, now } from "../system/clock.js";
import { pathFrom } from "../system/folder.js";
import { type Inspected, inspectIteration, type SavedWorkspace, startNewRun } from "../work/inspect.js";
import { anySession, clearGoal, type Goal, isSameGoal, saveGoal } from "./goal.js";
import { checkOrigin, heldChecks, markGoal } from "./held-checks.js";
import { journalStop } from "./journal-stop.js";
import { readStop } from "./read-stop.js";
import { newSession, readSession, type Session, saveSession } from "./session.js";
import { hasTasksLeft, type StopPlace } from "./stop-place.js";
import { allow, type StopAnswer, type StopRequest } from "./stop-request.js";
import { describeLetGo, describeRefusal, formatReason } from "./stop-words.js";

/**
 * Whether an agent may stop: the one judge of hooks and servers. The checks run here; the session's count of refusals is
 * saved before a refusal is given, so that no failure of ours can lead to one too many.
 */
export async function judgeStop(request: StopRequest, given: StopPlace): Promise<StopAnswer> {
  const folder = openPrivateFolder(given.cwd, given.owner);
  const session = readSession(folder, request) ?? newSession(request);
  const place = { ...given, goal: ownGoal(given, request) };
  if (request.event === "session-start") return beginSession(folder, session, place);
  const blocked = takeBlocked(folder, { now: now() });
  const { report, claims } = readStop(joinWords(request.message, blocked), {
    settings: place.config.resolved.settings,
    now: now(),
    isAsked: place.goal !== null || hasTasksLeft(place),
  });
  if (report.failure) return allow("the agent's turn failed", `untildone did not judge: ${report.failure.message}`);
  const before = measureFrom(session, place.goal);
  const look = lookOnce(place, before);
  const isOpen = session.run !== null;
  if (!isOpen && place.goal === null && !claims && blocked === null && isIdle(before, await look()))
    return letTalk(folder, session, { place, look });
  return decideStop({ request, place, folder, session, report, before, look });
}

/** The workspace as it is before any check runs: looked at once, and only if somebody asks. */
export function lookOnce(place: StopPlace, before: SavedWorkspace | null): () => Promise<WorkspaceState> {
  const options = { ignore: ignored(place), start: before?.baseline?.state ?? null, earlier: before?.after ?? null };
  let seen: Promise<WorkspaceState> | null = null;
  return () => {
    seen ??= lookAtWorkspace(place.cwd, options);
    return seen;
  };
}

/** What the agent reported through MCP stands at the end of its message. */
const joinWords = (message: string | null, blocked: string | null): string | null =>
  blocked === null ? message : `${message ?? ""}\n\n${blocked}`;

/** A goal for another session is none of this one's; one for nobody yet is taken by the first that stops. */
function ownGoal({ goal, cwd, owner }: StopPlace, { session, event }: StopRequest): Goal | null {
  if (goal === null || goal.session === session || goal.session === anySession) return goal;
  if (goal.session !== null || event === "session-start") return null;
  const own = { ...goal, session };
  saveGoal(cwd, owner, own);
  return own;
}

/** The workspace as the session found it, to tell later what it changed. No check runs: nobody waits for one here. */
async function beginSession(folder: PrivateFolder, session: Session, place: StopPlace): Promise<StopAnswer> {
  if (session.workspace === null) await letTalk(folder, session, { place, look: lookOnce(place, null) });
  return allow("the session begins");
}

async function letTalk(
  folder: PrivateFolder,
  session: Session,
  { place, look }: Pick<Stop, "place" | "look">,
): Promise<StopAnswer> {
  if (session.workspace === null) {
    const { cwd, tasksFile } = place;
    const options = { cwd, plans: [], tasksFile, ignore: ignored(place), runChecks: false, seen: await look() };
    const { baseline } = await takeBaseline(options);
    saveSession(folder, { ...session, workspace: { run: null, baseline, after: baseline.state } });
  }
  return allow("nothing has changed, and nothing is claimed");
}

const ignored = ({ cwd, folder }: StopPlace): readonly string[] => [pathFrom(cwd, folder)];

/** Nothing has changed since the session was last looked at; if it never was, nothing but what is committed is there. */
function isIdle(before: SavedWorkspace | null, look: WorkspaceState): boolean {
  if (look.snapshot === null) return false;
  return before === null ? isClean(look) : look.snapshot === before.after?.snapshot;
}

const isClean = ({ roots }: WorkspaceState): boolean =>
  roots.every(({ git, commit, files, gone }) => git && commit !== null && isEmpty(files) && gone.length === 0);

const isEmpty = (files: object): boolean => Object.keys(files).length === 0;

/** A goal is measured from when it was set; a session without one from its last stop that was let go. */
function measureFrom({ run, goal: heldGoal, workspace }: Session, goal: Goal | null): SavedWorkspace | null {
  if (goal?.start && !isSameGoal(goal, heldGoal)) return { run: null, baseline: goal.start, after: goal.start.state };
  if (workspace === null || run !== null || workspace.run === null || goal?.start) return workspace;
  return startNewRun(workspace);
}

export interface Stop {
  readonly request: StopRequest;
  readonly place: StopPlace;
  readonly folder: PrivateFolder;
  readonly session: Session;
  readonly report: AgentReport;
  readonly before: SavedWorkspace | null;
  readonly look: () => Promise<WorkspaceState>;
}

async function decideStop(stop: Stop): Promise<StopAnswer> {
  const { place, session, request } = stop;
  const { stopped, judged, runState, inspected } = await inspectStop(stop);
  if (place.signal.aborted)
    return allow("no time left", "untildone did not judge: the checks took longer than the hook's time limit");
  const isRefused = isNotDone(judged);
  saveSession(stop.folder, nextSession(stop, { judged, runState, inspected, isRefused, refusals: stopped.refusals }));
  const warning = journalStop(place.folder, judged.record);
  const changed = describeGoalChange(session, place.goal);
  if (isRefused) return refuse(judged, stopped, [...changed, ...warning]);
  if (judged.decision.outcome === "completed" && place.goal !== null) clearGoal(place.cwd, place.owner);
  return letGo(judged.decision, { stopped, place, notes: [...changed, ...warning], request });
}

export const isNotDone = ({ decision }: Judged): boolean => decision.decision === "CONTINUE" && decision.wait === null;

/** Runs the checks and judges, and saves nothing. */
export async function inspectStop(stop: Stop) {
  const { place, session, report, before, look } = stop;
  const stopped = await describeStop(stop);
  const inspected = await inspectIteration(toIteration(stop, stopped), {
    cwd: place.cwd,
    checks: heldChecks(place),
    origin: checkOrigin(place),
    ignore: ignored(place),
    logDirectory: `${place.folder}/logs/checks`,
    signal: place.signal,
    before,
    // Without a baseline the last commit is one, and what counts is decided by its ignore rules.
    seen: before?.baseline ? await look() : null,
    // A question is let go whatever the checks say.
    claimed: report.claim === "complete" || report.questions === 0,
  });
  const evidence = markGoal(inspected.iteration.evidence, place.goal);
  const runState = stateOf(session, place);
  const judged = judge(
    runState,
    { ...inspected.iteration, evidence },
    {
      policy: place.config.resolved,
      spec: place.config.policy,
      settings: place.config.settings,
      origins: listOrigins(place.config),
      run: runState.run?.id ?? newRunId(now()),
      now: now(),
    },
  );
  return { stopped, judged, runState, inspected };
}

/** The count goes on while the agent itself says that it was refused before, whatever we remember of it. */
async function describeStop({ request, place, session, look }: Stop): Promise<SessionStop> {
  const { goal } = place;
  const isChain = session.run !== null || request.isRetry === true;
  const { snapshot } = session.refusedAt === null ? { snapshot: null } : await look();
  return {
    agent: request.agent,
    id: request.session.slice(0, 8),
    goal: goal?.text ?? null,
    refusals: isChain ? session.refusals : 0,
    limit: Math.min(place.config.resolved.settings.maxStopRefusals, (request.cap ?? Number.POSITIVE_INFINITY) - 1),
    unchanged: snapshot !== null && snapshot === session.refusedAt && isSameGoal(goal, session.goal),
    needsWork: goal !== null && isEmpty(goal.checks),
  };
}

const toIteration = ({ place, report }: Stop, session: SessionStop): Iteration => ({
  report,
  spent: nothingSpent,
  tasks: place.tasks,
  evidence: [],
  facts: {},
  forceComplete: false,
  interrupted: false,
  response: null,
  tasksFile: place.tasksFile,
  feedback: [],
  warnings: place.config.warnings,
  session,
});

/** What the judge knows of the session's earlier stops. A breaker that a person or another run opened counts here, too. */
function stateOf({ run }: Session, { folder }: StopPlace): RunState {
  const { breaker } = loadState(folder).runState;
  return { ...emptyRunState, ...(run ?? { run: null, breaker }), ...(breaker.state === "open" ? { breaker } : {}) };
}

interface Outcome {
  readonly judged: Judged;
  readonly runState: RunState;
  readonly inspected: Inspected;
  readonly isRefused: boolean;
  readonly refusals: number;
}

function nextSession({ session, place }: Stop, outcome: Outcome): Session {
  const { judged, runState, inspected, isRefused, refusals } = outcome;
  const workspace = inspected.save(judged.record.run, judged.decision);
  const { run, breaker } = applyRecord(runState, { version: 1, n: 0, ...judged.record });
  return {
    ...session,
    run: isRefused ? { run, breaker } : null,
    refusals: isRefused ? refusals + 1 : refusals,
    refusedAt: isRefused ? (workspace.after?.snapshot ?? null) : session.refusedAt,
    goal: place.goal,
    workspace,
  };
}

/** An agent that edits or removes the goal it is held against is noticed. */
function describeGoalChange({ run, goal: held }: Session, goal: Goal | null): readonly string[] {
  if (run === null || held === null || isSameGoal(held, goal)) return [];
  return [`the goal was ${goal === null ? "removed" : "changed"} since the last stop (it was: ${held.text})`];
}

/** What is missing, as in the feedback of a run. */
export function listMissing({ decision, weighed }: Judged): readonly string[] {
  const { vetoes } = weighed.gate;
  return decision.feedback.length > 0 ? decision.feedback : vetoes.length > 0 ? vetoes : [decision.reason];
}

function refuse(judged: Judged, stop: SessionStop, notes: readonly string[]): StopAnswer {
  const lines = listMissing(judged);
  return { is: "refused", reason: formatReason(lines, stop), message: describeRefusal(lines, stop, notes) };
}

interface LetGo {
  readonly stopped: SessionStop;
  readonly place: StopPlace;
  readonly notes: readonly string[];
  readonly request: StopRequest;
}

/** Work that is done without anybody having asked for it needs no word. */
function letGo(decision: Decision, { stopped, place, notes }: LetGo): StopAnswer {
  const isQuiet =
    decision.outcome === "completed" && stopped.refusals === 0 && place.goal === null && place.tasks.is !== "tasks";
  const message = isQuiet && notes.length === 0 ? null : describeLetGo(decision, stopped, notes);
  return allow(decision.reason, message);
}

import type { Decision } from "../decide/decision.js";
import type { SessionStop } from "../decide/observation.js";
import { takeBaseline } from "../evidence/baseline.js";
import { now } from "../lib/time/clock.js";
import type { JudgedIteration } from "../run/judge/judge.js";
import { takeBlocked } from "../run/records/blocked-report.js";
import { openPrivateFolder, type PrivateFolder } from "../run/records/private-folder.js";
import { applyRecord } from "../store/run-state.js";
import { anySession, clearGoal, type Goal, saveGoal } from "./goal.js";
import { describeGoalChange } from "./goal-change.js";
import { isAnythingAsked } from "./held-checks.js";
import { type InspectedStop, inspectStop, isInRow, isNotDone, listMissing, type Stop } from "./inspect-stop.js";
import { journalStop } from "./journal-stop.js";
import { ignored, isIdle, lookOnce, measureFrom } from "./measure-stop.js";
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
  const isHeld = isAnythingAsked(place) || (session.held ?? null) !== null;
  if (!isHeld) return allow("nothing is asked of this session");
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
  const mayTalk = !isInRow({ request, session }) && !claims && blocked === null;
  if (mayTalk && (await isIdle(session, place.goal, look))) return letTalk(folder, session, { place, look });
  const goalChange = describeGoalChange(session, { goal: given.goal, folder });
  return decideStop({ request, place, folder, session, report, before, look, goalChange });
}

/** What the agent reported through MCP stands at the end of its message. */
const joinWords = (message: string | null, blocked: string | null): string | null =>
  blocked === null ? message : `${message ?? ""}\n\n${blocked}`;

/** A goal for another session is none of this one's; one for nobody yet is taken by the first that stops. */
function ownGoal({ goal, cwd, owner }: StopPlace, { session, event }: StopRequest): Goal | null {
  if (goal === null || goal.session === session || goal.session === anySession) return goal;
  if (goal.session !== null) return null;
  if (event === "session-start") return goal;
  const own = { ...goal, session };
  saveGoal(cwd, owner, own);
  return own;
}

/** The workspace as the session found it, to tell later what it changed. No check runs: nobody waits for one here. */
async function beginSession(folder: PrivateFolder, session: Session, place: StopPlace): Promise<StopAnswer> {
  await letTalk(folder, session, { place, look: lookOnce(place, null) });
  return allow("the session begins");
}

async function letTalk(
  folder: PrivateFolder,
  session: Session,
  { place, look }: Pick<Stop, "place" | "look">,
): Promise<StopAnswer> {
  const { held = null } = session;
  const known = { ...session, held: held ?? place.goal };
  if (session.workspace === null) {
    const { cwd, tasksFile } = place;
    const options = { cwd, plans: [], tasksFile, ignore: ignored(place), runChecks: false, seen: await look() };
    const { baseline } = await takeBaseline(options);
    saveSession(folder, { ...known, at: isoNow(), workspace: { run: null, baseline, after: baseline.state } });
  } else if (known.held !== held) saveSession(folder, known);
  return allow("nothing has changed, and nothing is claimed");
}

const isoNow = (): string => new Date(now()).toISOString();

async function decideStop(stop: Stop): Promise<StopAnswer> {
  const { place, goalChange } = stop;
  const inspected = await inspectStop(stop);
  const { stopped, judged } = inspected;
  if (place.signal.aborted)
    return allow("no time left", "untildone did not judge: the checks took longer than the hook's time limit");
  saveSession(stop.folder, isNotDone(judged) ? refusedSession(stop, inspected) : restedSession(stop, inspected));
  const warning = journalStop(place.folder, judged.record);
  if (isNotDone(judged)) return refuse(judged, stopped, warning);
  const { decision } = judged;
  if (isMet(decision, place)) clearGoal(place.cwd, place.owner);
  const isTold = goalChange === null || decision.reason.includes(goalChange);
  return letGo(decision, { stopped, place, notes: [...(isTold ? [] : [goalChange]), ...warning] });
}

const isMet = ({ outcome }: Decision, { goal }: StopPlace): boolean => outcome === "completed" && goal !== null;

/** The agent goes on. A goal that was taken away is held until the person has the floor again. */
function refusedSession(stop: Stop, { judged, runState, inspected, stopped }: InspectedStop): Session {
  const { session, place, goalChange } = stop;
  const workspace = inspected.save(judged.record.run, judged.decision);
  const { run, breaker } = applyRecord(runState, { version: 1, n: 0, ...judged.record });
  return {
    ...session,
    run: { run, breaker },
    refusals: stopped.refusals + 1,
    refusedAt: workspace.after?.snapshot ?? null,
    goal: place.goal,
    held: goalChange === null ? place.goal : (session.held ?? null),
    goalTold: goalChange !== null,
    workspace,
  };
}

/** The person has the floor. */
function restedSession({ session, place }: Stop, { judged, inspected, stopped }: InspectedStop): Session {
  const { decision, record, weighed } = judged;
  const met = isMet(decision, place) ? place.goal : null;
  return {
    ...session,
    run: null,
    refusals: stopped.refusals,
    goal: place.goal,
    held: met === null ? place.goal : null,
    goalTold: false,
    met: met?.at ?? session.met ?? null,
    worked: session.worked === true || weighed.gate.visible === true,
    at: isoNow(),
    workspace: inspected.save(record.run, decision),
  };
}

function refuse(judged: JudgedIteration, stop: SessionStop, notes: readonly string[]): StopAnswer {
  const lines = listMissing(judged);
  return { is: "refused", reason: formatReason(lines, stop), message: describeRefusal(lines, stop, notes) };
}

interface LetGo {
  readonly stopped: SessionStop;
  readonly place: StopPlace;
  readonly notes: readonly string[];
}

/** Work that is done without anybody having asked for it needs no word. */
function letGo(decision: Decision, { stopped, place, notes }: LetGo): StopAnswer {
  const isQuiet =
    decision.outcome === "completed" && stopped.refusals === 0 && place.goal === null && place.tasks.is !== "tasks";
  const message = isQuiet && notes.length === 0 ? null : describeLetGo(decision, stopped, notes);
  return allow(decision.reason, message);
}

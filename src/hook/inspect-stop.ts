import type { AgentReport } from "../decide/agent-report.js";
import type { IterationFacts, SessionStop } from "../decide/observation.js";
import { openKeptResults } from "../evidence/kept-results.js";
import { newRunId, now } from "../lib/time/clock.js";
import { type InspectedTurn, inspectTurn, type Reviewable, type SavedWorkspace } from "../run/judge/inspect.js";
import type { JudgedIteration } from "../run/judge/judge.js";
import { judgedBy } from "../run/judge/judged-by.js";
import { readAuthor } from "../run/judge/review-due.js";
import { evidenceOf, type JudgedTurn } from "../run/judge/turn.js";
import { keptResultsFile, type PrivateFolder } from "../run/records/private-folder.js";
import { type JudgingPlace, type OpenedSession, openSession } from "../run/session.js";
import { emptyRunState, type RunState } from "../store/current-run.js";
import { loadState } from "../store/load.js";
import { isSameGoal } from "./goal.js";
import { checkOrigin, heldChecks, markGoal } from "./held-checks.js";
import { describeStart, ignored, knownWork, type Look } from "./measure-stop.js";
import type { Session } from "./session.js";
import type { StopPlace } from "./stop-place.js";
import type { StopRequest } from "./stop-request.js";

export interface Stop {
  readonly request: StopRequest;
  readonly place: StopPlace;
  readonly folder: PrivateFolder;
  readonly session: Session;
  readonly report: AgentReport;
  readonly before: SavedWorkspace | null;
  readonly look: Look;
  /** The goal was removed or edited, in words. */
  readonly goalChange: string | null;
}

export interface InspectedStop {
  readonly stopped: SessionStop;
  readonly judged: JudgedIteration;
  readonly runState: RunState;
  readonly inspected: InspectedTurn;
}

/** Runs the checks and judges, and saves nothing. */
export async function inspectStop(stop: Stop): Promise<InspectedStop> {
  const { place, session, report, before, look } = stop;
  const stopped = await describeStop(stop);
  const inspected = await inspectTurn(toTurn(stop, stopped, await knownWork(stop)), {
    cwd: place.cwd,
    checks: heldChecks(place),
    origin: checkOrigin(place),
    ignore: ignored(place),
    logDirectory: `${place.folder}/logs/checks`,
    signal: place.signal,
    kept: openKeptResults({ path: keptResultsFile(stop.folder), now }),
    before,
    // Without a baseline the last commit is one, and what counts is decided by its ignore rules.
    seen: before?.baseline ? await look() : null,
    // A question is let go whatever the checks say.
    claimed: report.claim === "complete" || report.questions === 0,
    tests: place.config.resolved.settings,
    proofSeconds: place.config.resolved.settings.proofSeconds,
    now,
  });
  const { turn } = inspected;
  const runState = stateOf(session, place);
  const options = { ...judgedBy(place.config), run: runState.run?.id ?? newRunId(now()) };
  const judging = openSession(options, { journal: { runState }, clock: { now } });
  const said = readAuthor(runState.run, "", stop.request.message ?? "");
  const marked = { ...turn, ...said, evidence: markGoal(evidenceOf(turn), place.goal) };
  const judged = place.reviewers
    ? await judgeReviewedStop(
        stop,
        marked,
        { ...inspected.reviewable, goal: place.goal?.text ?? "" },
        { judging, runState },
      )
    : judging.judge(marked);
  return { stopped, judged, runState, inspected };
}

interface StopJudging {
  readonly judging: OpenedSession<JudgingPlace>;
  readonly runState: RunState;
}

/** What would be let go as done is reviewed first. Loaded only where reviewers are named. */
async function judgeReviewedStop(
  { place, folder }: Stop,
  turn: JudgedTurn,
  shown: Reviewable,
  { judging, runState }: StopJudging,
): Promise<JudgedIteration> {
  const { judgeReviewed } = await import("../run/judge/review-inspected.js");
  return judgeReviewed(turn, shown, {
    ...{ session: judging, cwd: place.cwd, reviewers: place.reviewers ?? new Map(), current: runState.run, now },
    ...{ kept: openKeptResults({ path: keptResultsFile(folder), now }), signal: place.signal },
    logDirectory: `${place.folder}/logs/checks`,
  });
}

/** Whether the agent was refused before in a row of stops, by our memory or by its own word. */
export const isInRow = ({ request, session }: Pick<Stop, "request" | "session">): boolean =>
  session.run !== null || request.isRetry === true;

/** The count goes on while the agent itself says that it was refused before, whatever we remember of it. */
async function describeStop(stop: Stop): Promise<SessionStop> {
  const { request, place, session, before, look, goalChange } = stop;
  const { goal } = place;
  const { snapshot } = session.refusedAt === null ? { snapshot: null } : await look();
  return {
    agent: request.agent,
    id: request.session.slice(0, 8),
    goal: goal?.text ?? null,
    refusals: isInRow(stop) ? session.refusals : 0,
    limit: Math.min(place.config.resolved.settings.maxStopRefusals, (request.cap ?? Number.POSITIVE_INFINITY) - 1),
    unchanged: snapshot !== null && snapshot === session.refusedAt && isSameGoal(goal, session.goal),
    since: describeStart(before, goal),
    ...(goalChange === null ? {} : { goalChange, goalTold: session.goalTold === true }),
  };
}

const toTurn = ({ place, report }: Stop, session: SessionStop, facts: IterationFacts): JudgedTurn => ({
  report,
  tasks: place.tasks,
  facts,
  tasksFile: place.tasksFile,
  warnings: place.config.warnings,
  session,
});

/** What the judge knows of the session's earlier stops. A breaker that a person or another run opened counts here, too. */
function stateOf({ run }: Session, { folder }: StopPlace): RunState {
  const { breaker } = loadState(folder).runState;
  return { ...emptyRunState, ...(run ?? { run: null, breaker }), ...(breaker.state === "open" ? { breaker } : {}) };
}

export const isNotDone = ({ decision }: JudgedIteration): boolean =>
  decision.decision === "CONTINUE" && decision.wait === null;

/** What is missing, as in the feedback of a run. */
export function listMissing({ decision, weighed }: JudgedIteration): readonly string[] {
  const { vetoes } = weighed.gate;
  return decision.feedback.length > 0 ? decision.feedback : vetoes.length > 0 ? vetoes : [decision.reason];
}

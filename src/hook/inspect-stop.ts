import { listOrigins } from "../config/origins.js";
import type { AgentReport } from "../core/agent-report.js";
import type { IterationFacts, SessionStop } from "../core/observation.js";
import { openKeptResults } from "../evidence/kept-results.js";
import { type Iteration, type Judged, judge, nothingSpent } from "../judge/judge.js";
import { keptResultsFile, type PrivateFolder } from "../run/private-folder.js";
import { loadState } from "../store/load.js";
import { emptyRunState, type RunState } from "../store/run-state.js";
import { newRunId, now } from "../system/clock.js";
import { type Inspected, inspectIteration, type SavedWorkspace } from "../work/inspect.js";
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
  readonly judged: Judged;
  readonly runState: RunState;
  readonly inspected: Inspected;
}

/** Runs the checks and judges, and saves nothing. */
export async function inspectStop(stop: Stop): Promise<InspectedStop> {
  const { place, session, report, before, look } = stop;
  const stopped = await describeStop(stop);
  const inspected = await inspectIteration(toIteration(stop, stopped, await knownWork(stop)), {
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
    proofSeconds: place.config.resolved.settings.proofSeconds,
    now,
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

const toIteration = ({ place, report }: Stop, session: SessionStop, facts: IterationFacts): Iteration => ({
  report,
  spent: nothingSpent,
  tasks: place.tasks,
  evidence: [],
  facts,
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

export const isNotDone = ({ decision }: Judged): boolean => decision.decision === "CONTINUE" && decision.wait === null;

/** What is missing, as in the feedback of a run. */
export function listMissing({ decision, weighed }: Judged): readonly string[] {
  const { vetoes } = weighed.gate;
  return decision.feedback.length > 0 ? decision.feedback : vetoes.length > 0 ? vetoes : [decision.reason];
}

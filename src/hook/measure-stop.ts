import type { IterationFacts } from "../decide/observation.js";
import { lookAtWorkspace } from "../evidence/workspace/state.js";
import type { WorkspaceState } from "../evidence/workspace/workspace-state.js";
import { pathFrom } from "../lib/files/folder.js";
import { type SavedWorkspace, startNewRun } from "../run/judge/inspect.js";
import { type Goal, isSameGoal } from "./goal.js";
import type { Session } from "./session.js";
import type { StopPlace } from "./stop-place.js";

/** The workspace as it is before any check runs: looked at once, and only if somebody asks. */
export type Look = () => Promise<WorkspaceState>;

export function lookOnce(place: StopPlace, before: SavedWorkspace | null): Look {
  const options = { ignore: ignored(place), start: before?.baseline?.state ?? null, earlier: before?.after ?? null };
  let seen: Promise<WorkspaceState> | null = null;
  return () => {
    seen ??= lookAtWorkspace(place.cwd, options);
    return seen;
  };
}

export const ignored = ({ cwd, folder }: Pick<StopPlace, "cwd" | "folder">): readonly string[] => [
  pathFrom(cwd, folder),
];

/** A goal is measured from when it was set; a session without one from its last stop that was let go. */
export function measureFrom({ run, goal: judgedGoal, workspace }: Session, goal: Goal | null): SavedWorkspace | null {
  if (goal?.start && !isSameGoal(goal, judgedGoal)) return startOfGoal(goal.start);
  if (workspace === null || run !== null || workspace.run === null || goal?.start) return workspace;
  return startNewRun(workspace) ?? { run: null, baseline: null, after: workspace.after };
}

export const startOfGoal = (start: NonNullable<Goal["start"]>): SavedWorkspace => ({
  run: null,
  baseline: start,
  after: start.state,
});

/** What the work of a stop is measured from, in words. */
export function describeStart(before: SavedWorkspace | null, goal: Goal | null): string {
  if (goal?.start) return "the goal was set";
  return before === null ? "the last commit" : "this session began";
}

/**
 * Whether nothing has changed since the person last had the floor: when the session began, its last stop was let go, or
 * the goal was set. If nobody looked then, nothing but what is committed may be there.
 */
export async function isIdle(session: Session, goal: Goal | null, look: Look): Promise<boolean> {
  const then = lastFloor(session, goal);
  const now = await look();
  if (now.snapshot === null) return false;
  return then === null ? isClean(now) : now.snapshot === then.snapshot;
}

function lastFloor({ workspace, at = "" }: Session, goal: Goal | null): WorkspaceState | null {
  const isGoalLater = goal?.start && (workspace === null || at < goal.at);
  return isGoalLater ? goal.start.state : (workspace?.after ?? null);
}

interface SessionBefore {
  readonly session: Pick<Session, "worked">;
  readonly place: Pick<StopPlace, "goal">;
  readonly before: SavedWorkspace | null;
  readonly look: Look;
}

/** What is known of the work before anything is compared. Work of earlier stops is work of the session, too. */
export async function knownWork({ session, place, before, look }: SessionBefore): Promise<IterationFacts> {
  if (before === null) return isClean(await look()) ? { workVisible: false } : {};
  return session.worked && !place.goal?.start ? { workVisible: true } : {};
}

const isClean = ({ roots }: WorkspaceState): boolean =>
  roots.every(({ git, commit, files, gone }) => git && commit !== null && isEmpty(files) && gone.length === 0);

const isEmpty = (files: object): boolean => Object.keys(files).length === 0;

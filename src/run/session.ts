import type { Proof } from "../decide/proof.js";
import type { Task } from "../decide/tasks.js";
import type { Baseline } from "../evidence/baseline.js";
import type { KeptContents } from "../evidence/workspace/kept-contents.js";
import type { WorkspaceState } from "../evidence/workspace/workspace-state.js";
import type { KeptFile } from "../lib/files/kept-file.js";
import type { FolderGuard } from "../store/guard.js";
import type { Store } from "../store/store.js";
import type { Tracker } from "../tasks/tracker.js";
import type { ChecksPort } from "./checks-port.js";
import type { Checkpoints } from "./git/checkpoints.js";
import { type JudgedIteration, judge, type RaisedBy, raiseLimits, type Terms } from "./judge/judge.js";
import { type JudgedTurn, type PendingWords, toIteration } from "./judge/turn.js";
import type { AgentPort } from "./loop/agent-port.js";
import type { HiddenWatch } from "./loop/hidden-files.js";
import type { OutsideWatch } from "./loop/outside.js";
import type { ParkingLot } from "./loop/park-task.js";
import type { RunControl } from "./loop/run-control.js";
import type { RunEvent } from "./loop/run-event.js";
import type { RunWork } from "./loop/run-work.js";
import type { Stop } from "./loop/stop.js";
import type { TaskChoice } from "./loop/task-choice.js";
import type { TurnSnapshots } from "./snapshots/open-snapshots.js";
import type { SteerFile } from "./steer/steer-file.js";

/**
 * What judges turns: a run, a worktree, one of several tasks, a task of the fleet, `check`, `gate` and a hook. The first
 * four have all ports and are worked in by the loop (`Session`). Who lets somebody else run the agent has a clock, a
 * journal and the same judge.
 */
export type OpenedSession<Where extends JudgingPlace> = Where & SessionOptions & { readonly judge: JudgePort };

/** Decides about a turn by all that is known of it, and by the earlier turns of its run. Writes nothing. */
export type JudgePort = (turn: JudgedTurn) => JudgedIteration;

/** Which run it is, and by which rules it is judged. */
export type SessionOptions = Omit<Terms, "now" | "day">;

/** What a judge needs of the place that it judges in. */
export interface JudgingPlace {
  readonly clock: Pick<ClockPort, "now">;
  readonly journal: Pick<Store, "runState">;
  readonly person?: {
    readonly control: { readonly words: PendingWords; readonly limits: RaisedBy };
  };
  /** What the user's runs cost today; absent where somebody else runs the agent. */
  readonly spending?: Pick<SpendingPort, "read"> | null;
}

/** Opens a place, whatever it is. Only here is put together what the judge reads. */
export const openSession = <Where extends JudgingPlace>(
  options: SessionOptions,
  where: Where,
): OpenedSession<Where> => ({
  ...options,
  ...where,
  judge: (turn) =>
    judge(where.journal.runState, toIteration(turn, where.person?.control.words ?? null), {
      ...raiseLimits(options, where.person?.control.limits),
      ...dayOf(where),
      now: where.clock.now(),
    }),
});

function dayOf({ spending }: JudgingPlace): Pick<Terms, "day"> {
  const day = spending?.read();
  if (!day || day.limit === null) return {};
  return { day: { usd: day.usd, limit: day.limit, ...(day.isOwn ? { isOwn: true } : {}) } };
}

/** A place that a loop works in, with its judge. */
export type Session = OpenedSession<WorkPlace>;

/** The same run in another place, or with other ports there: its judge reads the journal of that place. */
export const withPorts = (session: Session, ports: Partial<WorkPlace>): Session => {
  const { policy, spec, settings, origins, run, resumed = false } = session;
  return openSession({ policy, spec, settings, origins, run, resumed }, { ...session, ...ports });
};

/** The ports of the loop. It meets files, processes, people and clocks only through them. */
export interface WorkPlace {
  /** It was resumed and nothing was done since: tasks set aside are retried, and counts restart. */
  readonly restarts: boolean;
  readonly journal: Journal;
  readonly tasks: TasksPort;
  readonly agent: AgentPort;
  readonly workspace: WorkspacePort;
  readonly person: PersonPort;
  readonly clock: ClockPort;
  readonly spending?: Pick<SpendingPort, "read"> | null;
}

/** What was decided. Once a call returns, a resumed run knows it. */
export interface Journal extends Pick<Store, "runState" | "record" | "writeRunFile"> {
  /** Writes down what a task that was done before came to when the run ended. */
  recordProof(task: string, proof: Proof): void;
}

/** The task list. */
export interface TasksPort {
  readonly tracker: Tracker;
  /** Its file; null if it is none. */
  readonly file: string | null;
  /** The only task to work on: its loop ends when it is done or set aside. Without it, the list decides. */
  readonly only?: Task;
  /** The tasks that the run is about; absent for all. */
  readonly choice?: TaskChoice;
  /** False where another loop marks what is done, or the tracker itself. */
  readonly marks: boolean;
  /** The current text; null if the list is not a file. */
  readText(): string | null;
  /** The file, held before each turn; absent where the list is no file. */
  readonly held?: Pick<KeptFile, "remember" | "isGone" | "putBack">;
}

/** The folder that is worked in, and what its changes are measured against. */
export interface WorkspacePort {
  readonly cwd: string;
  /** Folders in it that untildone writes: changes there are not work. */
  readonly own: readonly string[];
  readonly checks: ChecksPort;
  readonly baseline: Baseline;
  /** As it is before the first iteration: for a resumed run, not as the run began. */
  readonly state: WorkspaceState;
  /** Who owns which work. */
  readonly work: RunWork;
  /** What files were before a task changed them. */
  readonly contents: KeptContents;
  /** Where the work of tasks that are set aside is kept; absent: it stays in the tree. */
  readonly parking?: ParkingLot;
  readonly checkpoints: Checkpoints | null;
  /** The folder before and after each turn; absent beside other tasks, where branches hold it. */
  readonly snapshots?: TurnSnapshots;
  /** Our own files, which an agent must not change. */
  readonly guard: Pick<FolderGuard, "remember" | "restore" | "release">;
  /** Paths that belong to hidden checks; absent without any. */
  readonly hidden?: HiddenWatch;
  /** The person's checkout; absent where the run works in it. */
  readonly outside?: OutsideWatch;
}

/** Who sees what happens, says something in between, and may stop it. */
export interface PersonPort {
  emit(event: RunEvent): void;
  readonly stop: Stop;
  /** What is asked of the run meanwhile. */
  readonly control: RunControl;
  readonly steerFile: SteerFile;
  /** The work is done on the person's word. */
  readonly forceComplete: boolean;
}

/** What all runs of the user cost today, whatever the project, and the most that they may. */
export interface SpendingPort {
  /** Counts the cost of a turn. */
  add(usd: number, run: string): void;
  /** With the limit of today; null: none. `isOwn`: it is the run's own, and lower than the one that is kept. */
  read(): { readonly usd: number; readonly limit: number | null; readonly isOwn?: boolean };
}

/** The time. */
export interface ClockPort {
  now(): number;
  /** Seconds since the run began, by a monotonic clock. */
  elapsed(): number;
  /** Resolves after the given time, or at once when the signal is aborted. */
  sleep(seconds: number, signal: AbortSignal): Promise<void>;
}

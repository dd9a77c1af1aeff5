import type { CheckRoom } from "../agents/sandbox/check-room.js";
import type { EvidenceState, FeedbackParts } from "../decide/evidence.js";
import type { IterationFacts } from "../decide/observation.js";
import type { CommandRun } from "../lib/process/command-run.js";
import type { Baseline } from "./baseline.js";
import type { Criterion } from "./checks/criteria/read-criteria.js";
import type { NewTestReader } from "./checks/tests/test-run.js";
import type { VerifiedBy } from "./proof/fact-states.js";
import type { Changes } from "./workspace/changes.js";
import type { WorkspaceState } from "./workspace/workspace-state.js";

/** The task whose end is claimed. */
export interface TaskAtHand {
  readonly id: string;
  readonly title: string;
  /** All that the list says of it, where that is more than its title. */
  readonly text?: string;
  readonly criteria: readonly Criterion[];
  /** The task's own file, where each has one that moves from folder to folder. */
  readonly file?: string;
}

/** A check's output that was stored. */
export interface CheckLog {
  readonly name: string;
  readonly command: readonly string[];
  readonly origin: string;
  readonly ending: CommandRun["ending"];
  readonly durationMs: number;
  readonly bytes: number;
  readonly leftBehind: number;
  readonly file: string | null;
}

/** What a check came to, before it becomes evidence. */
export interface Finding {
  readonly state: EvidenceState;
  readonly detail: string;
  /** False where the check turned out to be unable to say anything, and must not hold up the run for it. */
  readonly required?: boolean;
  /** True where it holds for the task at hand in particular. */
  readonly aboutTask?: boolean;
  /** True where it only tells facts: no evidence is made of it. */
  readonly quiet?: boolean;
  /** Tests that fail as they were at the start of the run, and pass as the agent changed them. */
  readonly changed?: readonly string[];
  /** Those of them that failed when the task began. */
  readonly changedBefore?: readonly string[];
  /** Signs of cheating that are no veto, each with file and line. */
  readonly signs?: readonly string[];
  /** What the agent should hear of it. */
  readonly feedback?: readonly string[];
  /** The first line of it in parts. */
  readonly feedbackParts?: FeedbackParts;
  readonly warnings?: readonly string[];
  readonly facts?: Partial<IterationFacts>;
  readonly logs?: readonly CheckLog[];
  /** What the commands beside criteria came to. */
  readonly verified?: readonly VerifiedBy[];
}

/** What every check may look at. */
export interface CheckContext {
  readonly cwd: string;
  readonly baseline: Baseline | null;
  readonly now: WorkspaceState;
  /** Against the start of the run; null where nobody looked then. */
  readonly sinceStart: Changes | null;
  readonly task: TaskAtHand | null;
  /** The task list's file, as seen from the folder. */
  readonly tasksFile: string | null;
  /** The list's text before the turn, and whether the turn changed anything else; null where nobody looked. */
  readonly turn: { readonly list: string | null; readonly changedNothing: boolean } | null;
  readonly signal: AbortSignal | undefined;
  readonly logDirectory: string | null;
  /** Where commands run. */
  readonly room: CheckRoom;
  readonly newTestReader: NewTestReader;
}

export const holds = (detail: string): Finding => ({ state: "holds", detail });
export const fails = (detail: string): Finding => ({ state: "fails", detail });
export const unknown = (detail: string): Finding => ({ state: "unknown", detail });

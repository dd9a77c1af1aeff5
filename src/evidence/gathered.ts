import type { CheckRoom } from "../agents/sandbox/check-room.js";
import type { CheckFeedback, Evidence } from "../decide/evidence.js";
import type { IterationFacts } from "../decide/observation.js";
import { pathResolve, realPath } from "../lib/files/folder.js";
import type { Baseline } from "./baseline.js";
import type { CheckContext, CheckLog, Finding, TaskAtHand } from "./check-context.js";
import type { CommandFinding } from "./checks/command.js";
import type { CheckResult } from "./checks/tests/judge-run.js";
import type { NewTestReader } from "./checks/tests/test-run.js";
import type { KeptResults } from "./kept-results.js";
import type { CheckPlan } from "./plan.js";
import type { VerifiedBy } from "./proof/fact-states.js";
import type { AcceptedTest } from "./proof/original-tests/judge-old-tests.js";
import type { SuspectedTests } from "./proof/original-tests/try-suspects.js";
import type { Changes, IsLeftOut } from "./workspace/changes.js";
import type { WorkspaceState } from "./workspace/workspace-state.js";

export interface GatherOptions {
  readonly cwd: string;
  readonly plans: readonly CheckPlan[];
  readonly baseline?: Baseline | null;
  /** The workspace as the iteration found it (`after` of the gathering before); without it the start of the run counts. */
  readonly before?: WorkspaceState | null;
  readonly task?: TaskAtHand | null;
  readonly tasksFile?: string | null;
  /** The list's text before the turn, where the loop is ours: what is ticked in the turn is a claim of the agent's. */
  readonly listBefore?: string | null;
  /** What the checks came to when the task began; without it the start of the run counts. */
  readonly began?: readonly CheckResult[] | null;
  /** New tests that earlier tasks were allowed to leave failing, by the check that names them. */
  readonly allowed?: Readonly<Record<string, readonly string[]>>;
  /** Tests that are known to be flaky, by the check that names them. */
  readonly flaky?: Readonly<Record<string, readonly string[]>>;
  /** How often a check runs again before a test that passed before counts as failing; 1 by default. */
  readonly retries?: number;
  /** Waits before a check is tried again that this machine cannot run any more. */
  readonly sleep?: (seconds: number) => Promise<void>;
  /** Tests that earlier tasks of the run were allowed to change or to take away. */
  readonly accepted?: readonly AcceptedTest[];
  /** Files that checks have written before, by their full path. */
  readonly generated?: readonly string[];
  /** Checks no slower than this at the start run whether completion is claimed or not; absent: none. */
  readonly eachTurnSeconds?: number;
  /** Completion is claimed, of the task or the run, or no work is left. */
  readonly claimed: boolean;
  /** The run would end with it. */
  readonly ending?: boolean;
  readonly roots?: readonly string[];
  readonly ignore?: readonly string[];
  readonly signal?: AbortSignal;
  readonly logDirectory?: string | null;
  /** Where commands run; outside of any sandbox if absent. */
  readonly room?: CheckRoom;
  readonly newTestReader?: NewTestReader;
  /** Told of each check as it begins and ends. */
  readonly onCheck?: (event: CheckEvent) => void;
  /** The workspace as it was looked at just now, with the same start: it need not be looked at again before the checks. */
  readonly seen?: WorkspaceState | null;
  /** Results by the content they were measured on: what held on the same content is not run again. */
  readonly kept?: KeptResults | null;
  /** Completes the start with what the checks came to then, once they have run here: the tests of the start need it. */
  readonly measureStart?: (seen: SeenHere) => Promise<Baseline>;
}

/** The checks here and now, beside what changed since the start. */
export interface SeenHere extends Pick<CheckContext, "now" | "sinceStart"> {
  readonly results: readonly CheckResult[];
  readonly logs: readonly CheckLog[];
}

export type CheckEvent =
  | { readonly type: "check-start"; readonly plan: CheckPlan }
  | { readonly type: "check-end"; readonly plan: CheckPlan; readonly evidence: Evidence | null };

/** Everything we saw ourselves after one iteration. */
export interface Gathered {
  readonly evidence: readonly Evidence[];
  readonly facts: Partial<IterationFacts>;
  /** For the agent's next prompt. */
  readonly feedback: readonly CheckFeedback[];
  /** For people. */
  readonly warnings: readonly string[];
  readonly logs: readonly CheckLog[];
  /** Checks that were not made this time, and why. */
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
  /** The workspace once the checks were done: the next iteration's `before`. */
  readonly after: WorkspaceState;
  /** What the turn changed, without the task list and what checks generate; null where nobody looked before it. */
  readonly changes: Changes | null;
  readonly sinceStart: Changes | null;
  /** What the commands came to, for later comparisons. */
  readonly results: readonly CheckResult[];
  /**
   * What the checks came to with the measured files of the start: none where no such file was changed. `asAtStartWhy`
   * says why they were not tried.
   */
  readonly asAtStart: readonly CheckResult[];
  readonly asAtStartWhy?: string;
  /** Tests that pass because files changed that are no source. */
  readonly suspected?: readonly SuspectedTests[];
  /** Code that belongs to the tests, whatever it is called, by full path. */
  readonly helpers?: readonly string[];
  /** Tests that were changed or taken away and may be, if the task is done, with those of earlier tasks. */
  readonly accepted: readonly AcceptedTest[];
  /** The tests that ran, by check, where the runner names them all. */
  readonly ran: Readonly<Record<string, readonly string[]>>;
  /** What the task took away everywhere, as its text asks for. */
  readonly takenAway?: readonly string[];
  /** Tests that only wait where they did not, for what became asynchronous. */
  readonly waiting?: readonly string[];
  /** What the commands beside the task's criteria came to, and those that turned green with the files of the start. */
  readonly verified: readonly VerifiedBy[];
  readonly verifiedAsAtStart?: readonly VerifiedBy[];
  /** Files that the checks wrote, now or earlier. */
  readonly generated: readonly string[];
}

export interface Made {
  readonly plan: CheckPlan;
  readonly finding: Finding;
}

/** The task list, and what the checks generate, are nobody's work. */
export function leftOut(
  { cwd, tasksFile }: Pick<GatherOptions, "cwd" | "tasksFile">,
  generated: readonly string[],
): IsLeftOut {
  const list = tasksFile ? realPath(pathResolve(realPath(cwd), tasksFile)) : null;
  const written = new Set(generated);
  return (path) => path === list || (list !== null && path.startsWith(`${list}/`)) || written.has(path);
}

export const isCommand = (finding: Finding): finding is CommandFinding => "tests" in finding;

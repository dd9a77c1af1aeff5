export type EvidenceState = "holds" | "fails" | "unknown";

/** What a check came to, more exactly: why an `unknown` one says nothing. */
export type CheckState = EvidenceState | "empty" | "cannot-run" | "not-run";

/** The result of a check. `unknown` is never a pass. */
export interface Evidence {
  readonly name: string;
  readonly state: EvidenceState;
  readonly required: boolean;
  readonly detail: string;
  /** The state in more words; absent where nobody told. */
  readonly now?: CheckState;
  /** How long it took. Absent where its result was known. */
  readonly seconds?: number;
  /** The last lines of its output, where it does not hold and no failing test could be read. */
  readonly tail?: readonly string[];
  /** The command that makes it run again. */
  readonly fix?: string;
  /** Tests that passed and failed on the same content: no veto and no proof. */
  readonly flaky?: readonly string[];
  /** Who broke a check that can no longer run: a task's id, or "place" for this machine. */
  readonly blamed?: string;
  /** Failing tests that are another task's own. */
  readonly ofOthers?: readonly string[];
  /** Failing tests that are this task's own by their subject. */
  readonly ownFailing?: readonly string[];
  /** Not due in this iteration: `unknown`, and no feedback to the agent. */
  readonly notRun?: boolean;
  /** Runs only when the run would end, so it says nothing about a single task. */
  readonly atEnd?: boolean;
  /** About the selected task itself: a `verify:` command, a new artifact, a judge. */
  readonly aboutTask?: boolean;
  /** The result when the task began, and when the run began. */
  readonly before?: CheckState;
  readonly atStart?: CheckState;
  /** The failing tests by name: now, when the task began, when the run began. */
  readonly failing?: readonly string[];
  readonly failingBefore?: readonly string[];
  readonly failingAtStart?: readonly string[];
  /** New tests that an earlier task was allowed to leave failing. */
  readonly failingAllowed?: readonly string[];
  /** How many tests fail and pass, now and when the task began. The lists of names may be truncated. */
  readonly failed?: number;
  readonly failedBefore?: number;
  readonly passed?: number;
  readonly passedBefore?: number;
  /** Tests that ran when the run began and do not run now, in words. */
  readonly lost?: string;
  /** How many tests that passed when the task began may be missing: they are allowed to go. */
  readonly lostAllowed?: number;
  /** Tests that fail as they were when the run began, and pass as the agent changed them. */
  readonly changed?: readonly string[];
  /** Those of them that failed when the task began. */
  readonly changedBefore?: readonly string[];
  /** Signs of cheating that are no veto, such as code that knows when it is tested. */
  readonly signs?: readonly string[];
  /** Its files are kept from the agent, and it runs with them and the test configuration of the start. */
  readonly hidden?: true;
}

/** The plain state behind a more exact one. */
export const plainState = (state: CheckState): EvidenceState =>
  state === "holds" || state === "fails" ? state : "unknown";

/** The required checks that do not hold, worst first. */
export function unmetChecks(evidence: readonly Evidence[]): readonly Evidence[] {
  const unmet = evidence.filter((check) => check.required && check.state !== "holds");
  return unmet.length < 2 ? unmet : unmet.toSorted((a, b) => rank(a.state) - rank(b.state));
}

const rank = (state: EvidenceState): number => (state === "fails" ? 0 : 1);

/** Checks of whether the work is still measured as it was: a pass of theirs proves nothing. */
export const isAboutHonesty = ({ name }: Pick<Evidence, "name">): boolean =>
  name === "honest-tests" || name === "original-tests";

/** Feedback for the agent on a check that does not hold. */
export interface CheckFeedback {
  readonly check: string;
  readonly text: string;
  /** The same in parts, to tell failing tests apart by the task they belong to. */
  readonly parts?: FeedbackParts;
}

export interface FeedbackParts {
  readonly head: readonly string[];
  readonly failures: readonly FailureLine[];
  readonly foot: readonly string[];
}

/** A failing test, and what is said of it. */
export interface FailureLine {
  readonly test: string;
  readonly line: string;
  /** It failed when the run began. */
  readonly isOld: boolean;
}

/** Whether a line of feedback only says that this check does not hold. */
export const isAboutCheck = (line: string, name: string): boolean =>
  line.startsWith(`required check ${name} `) || line.startsWith(`still failing in ${name},`);

export function describeCheck(check: Evidence): string {
  const silent = check.now === "cannot-run" ? "cannot run" : "could not be verified";
  const state = check.state === "unknown" ? silent : check.state;
  return check.detail ? `${check.name} ${state}: ${check.detail}` : `${check.name} ${state}`;
}

/** What a check is about: that of a workspace is named after its kind and folder ("tests:packages/api"). */
export const checkKind = (name: string): string => name.split(":", 1)[0] ?? name;

const worstFirst = ["fails", "unknown", "holds"] as const;

/** The state of the checks of a kind, which is the worst of its workspaces'; undefined where there is none. */
export function stateOfKind(evidence: readonly Evidence[], kind: string): EvidenceState | undefined {
  const states = evidence.filter(({ name }) => name === kind || checkKind(name) === kind).map(({ state }) => state);
  return worstFirst.find((state) => states.includes(state));
}

/** The `evidenceChecks` setting that makes a check count as an indicator. */
export function evidenceSwitch(name: string): EvidenceSwitch | undefined {
  return switches.get(name) ?? switches.get(name.toLowerCase().replaceAll(/[-_ ]/g, ""));
}

export type EvidenceSwitch = "tests" | "build" | "acceptanceCriteria" | "cleanGit";

const switches = new Map<string, EvidenceSwitch>([
  ["tests", "tests"],
  ["test", "tests"],
  ["build", "build"],
  ["criteria", "acceptanceCriteria"],
  ["acceptancecriteria", "acceptanceCriteria"],
  ["cleangit", "cleanGit"],
]);

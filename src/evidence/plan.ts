import type { Answer } from "../decide/settings.js";

/** When a check is made: after each iteration, when completion is claimed, or when the whole run would end. */
export type When = "always" | "claim" | "end";

interface Planned {
  readonly name: string;
  readonly required: boolean;
  readonly when: When;
  readonly timeoutSeconds: number;
  /** Where it comes from, in words for people. */
  readonly origin: string;
  /** Whether it may run beside others that say the same. */
  readonly parallel: boolean;
}

export interface CommandPlan extends Planned {
  readonly kind: "command";
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** It may use the network where checks run in a sandbox. */
  readonly network?: boolean;
  /** Whether its output is that of tests, its exit status is all there is, or that depends on what it prints. */
  readonly reads: "tests" | "status" | "either";
  /** Found in the project rather than named by the user. */
  readonly found: boolean;
  /** Its files are kept from the agent. */
  readonly hidden?: HiddenFiles;
}

/** The files of a check that the agent must not see, and what it is told instead of the output. */
export interface HiddenFiles {
  /** Patterns from the project's folder. */
  readonly files: readonly string[];
  readonly requirement: string | null;
  /** It may be told the titles of failing tests. */
  readonly titles: boolean;
  /** Where they are while they are away, and where the output goes; absent while nobody has put them away. */
  readonly kept?: { readonly folder: string; readonly logs: string };
  /** It was written for one task, before the work. */
  readonly sealed?: SealedChecks;
}

/** What is known of checks that an author wrote for a task. */
export interface SealedChecks {
  readonly task: string;
  /** What the task asks for, and the title of the test of each. */
  readonly requirements: readonly { readonly id: string; readonly text: string; readonly test: string }[];
  /** What they call. */
  readonly seams: readonly { readonly file: string; readonly name: string }[];
}

/** A check whose files are kept from the agent. */
export type HiddenPlan = CommandPlan & { readonly hidden: HiddenFiles };

export const isHiddenPlan = (plan: CheckPlan): plan is HiddenPlan =>
  plan.kind === "command" && plan.hidden !== undefined;

/** A file that must be there: its path or pattern, and what is asked of it. */
export interface WantedFile {
  readonly path: string;
  readonly minBytes: number;
  readonly contains: string | null;
  /** It must have changed in this run. */
  readonly changed: boolean;
}

export interface ArtifactsPlan extends Planned {
  readonly kind: "artifacts";
  readonly files: readonly WantedFile[];
}

export interface JudgePlan extends Planned {
  readonly kind: "judge";
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Asked instead of our own question; the task, the checks and the diff follow it all the same. */
  readonly question: string | null;
}

export interface HonestTestsPlan extends Planned {
  readonly kind: "honest-tests";
  /** What is no veto: a kind of finding ("deleted"), a path pattern, or both ("skipped:test/slow/**"). */
  readonly allow: readonly string[];
  /** Test files that may be gone. */
  readonly allowRemoved: readonly string[];
  /** What weak signs of cheating mean; a list names what is no sign here ("stack:src/trace/**"). */
  readonly signs: Answer | readonly string[];
  /** Files of which any edit is a veto. */
  readonly protect: readonly string[];
}

export interface OriginalTestsPlan extends Planned {
  readonly kind: "original-tests";
  /** Files that may stay as the agent left them. */
  readonly allow: readonly string[];
  /** Test files that may be gone. */
  readonly allowRemoved: readonly string[];
  /** What a test that passes only because it was changed means. */
  readonly changed: Answer;
  /** Whether a run is refused whose tests cannot be run this way. */
  readonly mustMeasure: boolean;
  /** Installs the dependencies in the copy, instead of linking alone. */
  readonly install: readonly string[];
}

export interface PlainPlan extends Planned {
  readonly kind: "criteria" | "changes" | "clean-git" | "task-file-moved";
}

/** A check that may be made: what, when, for how long, and who asked for it. Plain JSON. */
export type CheckPlan = CommandPlan | ArtifactsPlan | JudgePlan | HonestTestsPlan | OriginalTestsPlan | PlainPlan;

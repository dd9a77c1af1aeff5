import type { SavedBreaker } from "../../decide/breaker.js";
import type { SetAside } from "../../decide/decision.js";
import type { Evidence } from "../../decide/evidence.js";
import type { IterationFacts, Used } from "../../decide/observation.js";
import type { Shown } from "../../decide/observe.js";
import type { PolicySpec } from "../../decide/policies/policies.js";
import type { OtherClaim, Proof, TaskFact } from "../../decide/proof.js";
import type { SeenSign } from "../../decide/seen-sign.js";
import type { SettingsPatch } from "../../decide/settings.js";
import type { Task } from "../../decide/tasks.js";
import type { Format, ProcessEnd, Transcript } from "../../decide/transcript.js";

/** Facts of a past iteration; `output` can replace those that are read from the agent's output. */
export type PastIteration = IterationFacts & { readonly output?: string };

export type TaskSource =
  | { readonly is: "not-asked" }
  | { readonly is: "missing" }
  | { readonly is: "markdown"; readonly markdown: string }
  | { readonly is: "tasks"; readonly tasks: readonly Task[] }
  | { readonly is: "file"; readonly file: string }
  | { readonly is: "unreadable"; readonly why: string };

/** The validated input of `decide`. Absent fields are unknown. */
/** A task that was set aside. */
export interface AsideInSituation extends SetAside {
  /** Its last claim was refused, and it was not looked at again. */
  readonly mayBeJudgedAgain?: true;
}

export interface Situation {
  readonly policy: string | PolicySpec;
  readonly output?: string;
  readonly outputFile?: string;
  /** The transcript read from `outputFile`. */
  readonly heard?: Transcript;
  readonly format: Format | "auto";
  readonly agent?: ProcessEnd;
  readonly tasks: TaskSource;
  /** undefined: not known; null: none could be selected. */
  readonly task?: string | null;
  readonly iteration?: IterationFacts & { readonly number?: number };
  readonly evidence: readonly Evidence[];
  readonly history: readonly PastIteration[];
  readonly breaker: SavedBreaker | null;
  readonly used: Used;
  readonly settings: SettingsPatch;
  /** The task's own facts, its proof, and other tasks claimed with it. */
  readonly shown?: Shown;
  /** Tasks done earlier in the run, how many of them are not proven, and whether one had a fact that could be checked. */
  readonly doneInRun?: number;
  readonly unverified?: number;
  readonly factRan?: boolean;
  /** Tasks left for a person so far, and how many of them since the last one was done. */
  readonly setAside?: readonly AsideInSituation[];
  readonly setAsideInARow?: number;
  /** Messages of a person that no prompt of the task (without one: of the run) has had yet. */
  readonly pendingWords?: number;
  readonly interrupted: boolean;
  readonly forceComplete: boolean;
  readonly now: number | null;
  /** Warnings from the validation. */
  readonly warnings: readonly string[];
}

/** A situation as the caller writes it: everything is optional; absent fields are unknown. */
export interface SituationInput {
  readonly policy?: string | PolicySpec;
  /** The agent's output; `outputFile` names a file that contains it. */
  readonly output?: string;
  readonly outputFile?: string;
  readonly format?: Format | "auto";
  readonly agent?: ProcessEnd;
  /** null: the requested list is missing; absent: no list was requested. */
  readonly tasks?:
    | { readonly markdown: string }
    | { readonly file: string }
    | { readonly list: readonly TaskInput[] }
    | null;
  /** null: none could be selected. */
  readonly task?: string | number | null;
  readonly iteration?: IterationFacts & { readonly number?: number };
  readonly evidence?: readonly (Pick<Evidence, "name" | "state"> & Partial<Evidence>)[];
  /** Oldest first. */
  readonly history?: readonly PastIteration[];
  readonly breaker?: Partial<SavedBreaker> | null;
  readonly used?: Used;
  readonly settings?: SettingsPatch;
  /** What the selected task's own text asks for, when the run began and now. */
  readonly facts?: readonly (Pick<TaskFact, "name" | "kind"> & Partial<TaskFact>)[];
  /** Whether something fails without the task's work. Absent: nobody tried, and nothing is verified. */
  readonly proof?: Partial<Proof>;
  /** Signs of cheating in its work that touch what turned green. */
  readonly signs?: readonly (Pick<SeenSign, "kind" | "file"> & Partial<SeenSign>)[];
  /** Other tasks ticked, or named as done, in the same turn. */
  readonly claims?: readonly {
    readonly task: string;
    readonly by?: OtherClaim["by"];
    readonly pendingWords?: number;
    readonly proof?: Partial<Proof>;
  }[];
  readonly doneInRun?: number;
  readonly unverified?: number;
  readonly factRan?: boolean;
  readonly setAside?: readonly SetAside[];
  readonly setAsideInARow?: number;
  /** Messages of a person that no prompt of the task (without one: of the run) has had yet. */
  readonly pendingWords?: number;
  readonly interrupted?: boolean;
  readonly forceComplete?: boolean;
  /** A date, or milliseconds since 1970. */
  readonly now?: string | number;
}

export type TaskInput = Pick<Task, "id"> & Partial<Task>;

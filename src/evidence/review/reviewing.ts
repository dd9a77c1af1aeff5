import type { Agent } from "../../agents/agent.js";
import type { CheckRoom } from "../../agents/sandbox/check-room.js";
import type { Evidence } from "../../decide/evidence.js";
import type { Proof } from "../../decide/proof.js";
import type { ReviewFinding } from "../../decide/review.js";
import type { Answer } from "../../decide/settings.js";
import type { Failure } from "../../decide/transcript.js";
import type { Baseline } from "../baseline.js";
import type { Gathered } from "../gathered.js";
import type { KeptResults } from "../kept-results.js";
import type { FilesOfWork } from "../ledger/prove-turn.js";
import type { CheckPlan } from "../plan.js";
import type { KeptContents } from "../workspace/kept-contents.js";

/** Somebody who is asked to refute work. */
export interface Reviewer {
  /** As it is named in the settings, and for people. */
  readonly name: string;
  readonly label: string;
  readonly agent: Agent;
  /** Why it cannot be asked now; null if it can. */
  readonly whyResting: string | null;
  /** It is the author's own agent and model. */
  readonly isAuthor: boolean;
}

/** The work that is reviewed, and what is known of it. */
export interface WorkToReview {
  /** "" for the work of a run without a list. */
  readonly task: string;
  /** All that the list says of it; for a run without a list, its prompt. */
  readonly text: string;
  readonly criteria: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly proof: Proof | null;
  readonly files: FilesOfWork;
  readonly seen: Pick<Gathered, "after" | "sinceStart">;
  /** Findings that went back to the author, with the answers; and those of earlier rounds. */
  readonly open: readonly ReviewFinding[];
  readonly closed: readonly ReviewFinding[];
  /** How often findings went back, and how many had a name so far. */
  readonly round: number;
  readonly named: number;
}

/** Where and how long it is reviewed. */
export interface ReviewTerms {
  readonly cwd: string;
  readonly run: string;
  readonly room: CheckRoom;
  readonly plans: readonly CheckPlan[];
  readonly contents: KeptContents;
  readonly baseline: Pick<Baseline, "texts"> | null;
  readonly kept: KeptResults | null;
  readonly findings: Answer;
  readonly seconds: number;
  readonly signal?: AbortSignal;
  readonly logDirectory: string | null;
  now(): number;
  newId(): string;
  onFailure(reviewer: Reviewer, failure: Failure): void;
}

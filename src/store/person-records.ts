import type { Breaker } from "../decide/breaker.js";
import type { ParkedShown } from "../decide/decision.js";
import type { IterationFacts } from "../decide/observation.js";
import type { Proof } from "../decide/proof.js";
import type { RaisedLimit, RequestWay, RunRequest } from "../decide/run-request.js";
import type { NewWords } from "../decide/words.js";
import type { JournalHead } from "./record.js";

/** A person accepted tasks that a run set aside, or all that it did and could not prove. */
export interface AcceptRecord extends JournalHead {
  readonly kind: "accept";
  readonly tasks: readonly string[];
  /** Who it was; older journals do not say. */
  readonly by?: string;
  /** The whole run is accepted: it is completed on this word. */
  readonly whole?: true;
}

/** How it turned out: what was decided of a task, or of a whole run, was right or wrong. */
export interface GradeRecord extends JournalHead, Grade {
  readonly kind: "grade";
}

export const gradeSources = ["person", "dashboard", "git"] as const;

export interface Grade {
  /** Null for the whole run. */
  readonly task: string | null;
  /** Whether the work itself is right, whatever was decided of it. */
  readonly is: "right" | "wrong";
  readonly why: string | null;
  /** Who says so: a person by name, or the commit that took the work back. */
  readonly by: string;
  readonly from: (typeof gradeSources)[number];
}

/** Words for the run's next prompt, written down when they arrive. */
export interface TellRecord extends JournalHead {
  readonly kind: "tell";
  readonly words: NewWords;
}

/** A person paused, continued or stopped the run, written down when it is asked for. */
export interface ControlRecord extends JournalHead, RunRequest {
  readonly kind: "control";
}

/** A person gave the run more of a budget: from the next decision on, and when it is resumed. */
export interface RaiseRecord extends JournalHead, RaisedLimit {
  readonly kind: "raise";
  readonly by: RequestWay;
}

/** A task that was done before is proved, or not, when the run ends: its tests took too long for the time of its claim. */
export interface ProofRecord extends JournalHead {
  readonly kind: "proof";
  readonly task: string;
  readonly proof: Proof;
}

/** What became of the work of a task that was set aside: taken out and kept, left in place, or brought back. */
export interface ParkRecord extends JournalHead {
  readonly kind: "park";
  readonly task: string;
  readonly is: "parked" | "left" | "back";
  readonly parked: ParkedShown | null;
  /** Tests that fail since this task, where its work is left in place. */
  readonly failsSince: readonly string[];
  readonly why: string | null;
}

/** Why work was taken out that a person undid, and the name under which it is kept. */
export const undoneByYou = "undone by you";
export const undoneName = (what: string): string => `undone-${what}`;
/** The same for what the journal calls "turn 3". */
export const undoneParking = (what: string): string => undoneName(what.replace(/^turn (?=\d+$)/, "turn-"));

/** A person reset the state: earlier iterations no longer count. */
export interface ResetRecord extends JournalHead {
  readonly kind: "reset";
}

/** A person closed or opened the breaker, or it was carried over from a snapshot whose journal was lost. */
export interface BreakerRecord extends JournalHead {
  readonly kind: "breaker";
  readonly why: string;
  readonly breaker: Breaker;
}

/** An iteration reported by another loop; the next decision is about it. */
export interface TrackRecord extends JournalHead {
  readonly kind: "track";
  readonly facts: IterationFacts;
  readonly historyLimit: number;
  readonly breaker: Breaker;
}

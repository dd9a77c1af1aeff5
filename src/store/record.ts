import { isRecord } from "../base/is-record.js";
import type { Breaker } from "../core/breaker.js";
import type { Decision, ParkedShown, SetAside } from "../core/decision.js";
import type { IterationFacts, Observation } from "../core/observation.js";
import { type Proof, type ProofShown, proofKinds } from "../core/proof.js";
import { type RunRequest, requestWays, runActions } from "../core/run-request.js";
import type { SettingsPatch } from "../core/settings.js";
import type { FailureKind } from "../core/transcript.js";
import type { NewWords, Question, Words } from "../core/words.js";
import type { PolicySpec } from "../policies/policies.js";
import type { LoopEvent } from "./events.js";
import { areWords } from "./read-words.js";

/** The version of the journal's lines. A newer one is refused, since its meaning is unknown. */
export const journalVersion = 1;

interface Entry {
  readonly version: typeof journalVersion;
  /** Its position in the journal, counted from 1. */
  readonly n: number;
  readonly at: string;
  readonly run: string;
  /** The run had ended and was resumed. Without this, the same id starts a new run. */
  readonly resumed?: true;
}

/** The response file on disk, to notice one that was not written again. */
export interface Stamp {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

/** What the next decision needs to know about this one. */
export interface After {
  readonly breaker: Breaker;
  /** The iteration, as stored in the history. */
  readonly past: IterationFacts;
  /** How many past iterations the current settings may need. */
  readonly historyLimit: number;
  readonly stagnation: number;
  /** Tasks done by this decision while the workspace was known, and how many of them are not proven. */
  readonly doneInRun?: number;
  readonly unverified?: number;
  /** What proved the others, and whether a fact of their own could be checked. */
  readonly provenBy?: readonly ProofShown[];
  readonly factRan?: boolean;
  /** Tasks done although the decision, an interrupt, names none. */
  readonly doneBeside?: readonly string[];
  /** The tasks set aside now, and whether this decision made progress. */
  readonly setAside?: readonly SetAside[];
  readonly gained?: boolean;
  /** How long the iteration took, if untildone runs the loop. */
  readonly seconds: number | null;
  readonly tokens: number | null;
  readonly usd: number | null;
  /** Tasks done in the whole list, to notice the next one. */
  readonly done: number | null;
  readonly response: Stamp | null;
}

/** What a decision adds to the tasks done in its run. */
export const doneIn = ({ doneInRun, unverified, provenBy, factRan }: After) => ({
  ...(doneInRun === undefined ? {} : { doneInRun }),
  ...(unverified === undefined ? {} : { unverified }),
  ...(provenBy === undefined ? {} : { provenBy }),
  ...(factRan === undefined ? {} : { factRan }),
});

/** One start of an agent in an iteration. */
export interface TurnTaken {
  readonly agent: string;
  readonly model: string | null;
  readonly phase: string;
  readonly seconds: number;
  /** As the agent reports them; null if it does not. */
  readonly usd: number | null;
  readonly tokens: number | null;
  /** The kind of its failure; null if it ended normally. */
  readonly failure: FailureKind | null;
  /** When its usage limit resets, if it failed for that and the time is known. */
  readonly resetsAt?: string;
}

/** What the run did with the work of a unit: one task in its own worktree. */
export interface UnitResult {
  readonly unit: string;
  /** `ended`: how the unit ended is how the run ends. */
  readonly is: "merged" | "sent-back" | "set-aside" | "ended";
  /** The commit it was merged as, or goes on from. */
  readonly commit: string | null;
  /** The commit of the run's branch that its work is measured from now on. */
  readonly base?: string;
}

/** One judged iteration: the observation, the decision, and what both are based on. */
export interface DecisionRecord extends Entry {
  readonly kind: "decision";
  readonly iteration: number;
  readonly policy: string | PolicySpec;
  readonly settings: SettingsPatch;
  readonly taskKind: string | null;
  /** Where each setting that is not a default came from. */
  readonly origins: Readonly<Record<string, string>>;
  readonly observation: Observation;
  readonly decision: Decision;
  readonly events: readonly LoopEvent[];
  readonly after: After;
  /** Every start of an agent, in order. Absent before a turn, and if another loop runs the agent. */
  readonly turns?: readonly TurnTaken[];
  /** A person's words in the prompt of this turn. */
  readonly told?: readonly Words[];
  /** What the agent asked in this turn: the last question, and all of them if there are several. */
  readonly question?: Question;
  readonly questions?: readonly Question[];
  /** Tests of other open tasks pass since this turn. */
  readonly ahead?: true;
  /** The task whose own loop decided, where several tasks are worked on at once: its EXIT does not end the run. */
  readonly unit?: string;
  /** A decision of the run about a unit. It repeats what the unit saw, and counts no turn. */
  readonly about?: UnitResult;
}

/** The task a decision is about. */
export const decisionTask = ({
  decision,
  observation,
}: Pick<DecisionRecord, "decision" | "observation">): string | null =>
  decision.taskDone ?? (observation.selection.is === "task" ? observation.selection.id : null);

/** An iteration reported by another loop; the next decision is about it. */
export interface TrackRecord extends Entry {
  readonly kind: "track";
  readonly facts: IterationFacts;
  readonly historyLimit: number;
  readonly breaker: Breaker;
}

/** A person closed or opened the breaker, or it was carried over from a snapshot whose journal was lost. */
export interface BreakerRecord extends Entry {
  readonly kind: "breaker";
  readonly why: string;
  readonly breaker: Breaker;
}

/** A person accepted tasks that a run set aside, or all that it did and could not prove. */
export interface AcceptRecord extends Entry {
  readonly kind: "accept";
  readonly tasks: readonly string[];
  /** Who it was; older journals do not say. */
  readonly by?: string;
  /** The whole run is accepted: it is completed on this word. */
  readonly whole?: true;
}

/** Words for the run's next prompt, written down when they arrive. */
export interface TellRecord extends Entry {
  readonly kind: "tell";
  readonly words: NewWords;
}

/** A person paused, continued or stopped the run, written down when it is asked for. */
export interface ControlRecord extends Entry, RunRequest {
  readonly kind: "control";
}

/** A task that was done before is proved, or not, when the run ends: its tests took too long for the time of its claim. */
export interface ProofRecord extends Entry {
  readonly kind: "proof";
  readonly task: string;
  readonly proof: Proof;
}

/** What became of the work of a task that was set aside: taken out and kept, left in place, or brought back. */
export interface ParkRecord extends Entry {
  readonly kind: "park";
  readonly task: string;
  readonly is: "parked" | "left" | "back";
  readonly parked: ParkedShown | null;
  /** Tests that fail since this task, where its work is left in place. */
  readonly failsSince: readonly string[];
  readonly why: string | null;
}

/** A person reset the state: earlier iterations no longer count. */
export interface ResetRecord extends Entry {
  readonly kind: "reset";
}

export type JournalRecord =
  | DecisionRecord
  | TrackRecord
  | BreakerRecord
  | AcceptRecord
  | TellRecord
  | ControlRecord
  | ProofRecord
  | ParkRecord
  | ResetRecord;

/** A record without its position. */
export type NewRecord = JournalRecord extends infer R
  ? R extends JournalRecord
    ? Omit<R, "n" | "version">
    : never
  : never;

export type ReadLine =
  | { readonly is: "record"; readonly record: JournalRecord }
  | { readonly is: "newer"; readonly version: number }
  | { readonly is: "damaged" };

/**
 * Reads one line of the journal. Others can write to it too, so everything the next decision depends on is validated.
 */
export function readRecord(line: string): ReadLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { is: "damaged" };
  }
  if (!isRecord(value)) return { is: "damaged" };
  const { version } = value;
  if (typeof version === "number" && version > journalVersion) return { is: "newer", version };
  return version === journalVersion && isEntry(value) ? { is: "record", record: value } : { is: "damaged" };
}

/** The decision that a line holds; null for anything else. */
export function readDecision(line: string): DecisionRecord | null {
  const read = readRecord(line);
  return read.is === "record" && read.record.kind === "decision" ? read.record : null;
}

function isEntry(fields: Record<string, unknown>): fields is Record<string, unknown> & JournalRecord {
  const { n, run, at } = fields;
  if (!isNumber(n) || typeof run !== "string" || typeof at !== "string" || Number.isNaN(Date.parse(at))) return false;
  switch (fields["kind"]) {
    case "decision":
      return fields["run"] !== "" && isCount(fields["iteration"]) && isDecided(fields) && isAfter(fields["after"]);
    case "track":
      return (
        fields["run"] !== "" &&
        isRecord(fields["facts"]) &&
        isCount(fields["historyLimit"]) &&
        isBreaker(fields["breaker"])
      );
    case "breaker":
      return isBreaker(fields["breaker"]);
    case "accept":
      return Array.isArray(fields["tasks"]);
    case "tell":
      return areWords(fields["words"]);
    case "control":
      return isOneOf(runActions, fields["action"]) && isOneOf(requestWays, fields["by"]);
    case "proof":
      return typeof fields["task"] === "string" && isProof(fields["proof"]);
    case "park":
      return (
        typeof fields["task"] === "string" && isOneOf(parkedIs, fields["is"]) && Array.isArray(fields["failsSince"])
      );
    case "reset":
      return true;
    default:
      return false;
  }
}

const parkedIs: readonly ParkRecord["is"][] = ["parked", "left", "back"];

const isProof = (value: unknown): boolean =>
  isRecord(value) &&
  isOneOf(["proven", "not-proven", "unknown"], value["state"]) &&
  Array.isArray(value["tests"]) &&
  (value["kind"] === undefined || isOneOf(proofKinds, value["kind"]));

const isOneOf = (known: readonly unknown[], value: unknown): boolean => known.includes(value);

/** No journal is that long. Beyond 2^53, adding one no longer changes the number and two records would share it. */
const isNumber = (value: unknown): boolean => Number.isInteger(value) && isCount(value) && value <= 1e12;

const isCount = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0;

function isDecided({ observation, decision, policy, settings, origins, events }: Record<string, unknown>): boolean {
  return (
    isRecord(observation) &&
    Array.isArray(observation["history"]) &&
    isRecord(observation["selection"]) &&
    isRecord(decision) &&
    isVerdict(decision) &&
    (typeof policy === "string" || isRecord(policy)) &&
    isRecord(settings) &&
    isRecord(origins) &&
    Array.isArray(events)
  );
}

/** Checks the fields that the state and the lists use. */
function isVerdict({ decision, rule, reason, score, completion, abstained }: Record<string, unknown>): boolean {
  return (
    (decision === "CONTINUE" || decision === "EXIT") &&
    typeof rule === "string" &&
    typeof reason === "string" &&
    isRecord(score) &&
    isRecord(completion) &&
    Array.isArray(abstained)
  );
}

function isAfter(after: unknown): boolean {
  return isRecord(after) && isBreaker(after["breaker"]) && isRecord(after["past"]) && isCount(after["historyLimit"]);
}

export function isBreaker(value: unknown): value is Breaker {
  return (
    isRecord(value) &&
    (value["state"] === "closed" || value["state"] === "half-open" || value["state"] === "open") &&
    (value["openedAt"] === null || isTime(value["openedAt"])) &&
    (value["reason"] === null || typeof value["reason"] === "string") &&
    isCount(value["noProgress"]) &&
    isCount(value["sameError"]) &&
    isCount(value["gateRefused"])
  );
}

/** Within the range of `Date`. */
const isTime = (value: unknown): boolean => typeof value === "number" && Math.abs(value) <= 8.64e15;

import { isRecord } from "../base/is-record.js";
import type { Breaker } from "../core/breaker.js";
import type { Decision, SetAside } from "../core/decision.js";
import type { IterationFacts, Observation } from "../core/observation.js";
import type { SettingsPatch } from "../core/settings.js";
import type { PolicySpec } from "../policies/policies.js";
import type { LoopEvent } from "./events.js";

/** The form of the journal's lines. A newer one is refused: its meaning is not ours to guess. */
export const journalVersion = 1;

interface Entry {
  readonly version: typeof journalVersion;
  /** Its place in the journal, counted from 1. */
  readonly n: number;
  readonly at: string;
  readonly run: string;
  /** The run had ended, and goes on by somebody's wish. Without it a run that ended begins anew. */
  readonly resumed?: true;
}

/** How an agent's answer looked on the disk, to notice one that was not written again. */
export interface Stamp {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

/** What a decision leaves behind for the next one. */
export interface After {
  readonly breaker: Breaker;
  /** The iteration as a past one. */
  readonly past: IterationFacts;
  /** Past iterations that the settings in force may ask for. */
  readonly historyLimit: number;
  readonly stagnation: number;
  /** Tasks done by this decision that no check can confirm. Absent in records of earlier versions. */
  readonly unverified?: number;
  /** Tasks done although the decision, made for a person who stopped the run, names none. */
  readonly doneBeside?: readonly string[];
  /** The tasks that are set aside now; and whether this decision got the run somewhere. */
  readonly setAside?: readonly SetAside[];
  readonly gained?: boolean;
  /** How long the iteration took, where the loop is ours. */
  readonly seconds: number | null;
  readonly tokens: number | null;
  readonly usd: number | null;
  /** Tasks done in the whole list, to see the next one being done. */
  readonly done: number | null;
  readonly response: Stamp | null;
}

/** One iteration judged: all that was observed, the decision, and what both were made with. */
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
}

/** The task a decision is about. */
export const decisionTask = ({
  decision,
  observation,
}: Pick<DecisionRecord, "decision" | "observation">): string | null =>
  decision.taskDone ?? (observation.selection.is === "task" ? observation.selection.id : null);

/** An iteration of somebody else's loop, as that loop tells it; the next decision is about it. */
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

/** A person takes tasks as done that a run set aside. */
export interface AcceptRecord extends Entry {
  readonly kind: "accept";
  readonly tasks: readonly string[];
}

/** A person began afresh: earlier iterations count no more. */
export interface ResetRecord extends Entry {
  readonly kind: "reset";
}

export type JournalRecord = DecisionRecord | TrackRecord | BreakerRecord | AcceptRecord | ResetRecord;

/** A record before it has its place. */
export type NewRecord = JournalRecord extends infer R
  ? R extends JournalRecord
    ? Omit<R, "n" | "version">
    : never
  : never;

export type ReadLine =
  | { readonly is: "record"; readonly record: JournalRecord }
  | { readonly is: "newer"; readonly version: number }
  | { readonly is: "damaged" };

/** One line of the journal. Others can write there too, so what the next decision hangs on is looked at. */
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
    case "reset":
      return true;
    default:
      return false;
  }
}

/** No journal is that long; beyond it one more is no other number, and two records would share it. */
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

/** As much of a decision as the state is made of and lists show. */
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

/** A breaker as we write it. */
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

/** A time that a date can hold. */
const isTime = (value: unknown): boolean => typeof value === "number" && Math.abs(value) <= 8.64e15;

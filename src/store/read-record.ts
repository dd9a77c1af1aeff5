import type { Breaker } from "../decide/breaker.js";
import { proofKinds } from "../decide/proof.js";
import { budgets, requestWays, runActions } from "../decide/run-request.js";
import { isRecord } from "../lib/json/is-record.js";
import { gradeSources, type ParkRecord } from "./person-records.js";
import { areWords } from "./read-words.js";
import { type DecisionRecord, type JournalRecord, journalVersion } from "./record.js";

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
    case "grade":
      return isGrade(fields);
    case "tell":
      return areWords(fields["words"]);
    case "control":
      return isOneOf(runActions, fields["action"]) && isOneOf(requestWays, fields["by"]);
    case "raise":
      return isOneOf(budgets, fields["budget"]) && isOneOf(requestWays, fields["by"]) && Number.isFinite(fields["to"]);
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

const isGrade = ({ task, is, why, by, from }: Record<string, unknown>): boolean =>
  (task === null || typeof task === "string") &&
  isOneOf(["right", "wrong"], is) &&
  (why === null || typeof why === "string") &&
  typeof by === "string" &&
  isOneOf(gradeSources, from);

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

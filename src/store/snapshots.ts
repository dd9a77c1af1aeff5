import { isRecord } from "../lib/json/is-record.js";
import { escapeJson } from "../lib/text/printable.js";
import type { RunState } from "./current-run.js";
import { digest } from "./digest.js";
import { isBreaker } from "./read-record.js";

const snapshotVersion = 1;

/** How much of the journal a snapshot covers: this many bytes, and the digest of the last ones. */
export interface JournalPosition {
  readonly bytes: number;
  readonly tail: string;
}

export type ReadSnapshot =
  | { readonly is: "good"; readonly runState: RunState; readonly place: JournalPosition }
  | { readonly is: "bad"; readonly why: string };

const states = { closed: "CLOSED", "half-open": "HALF_OPEN", open: "OPEN" } as const;

/**
 * `exit-state.json`: blackbox's fields for people and scripts, and under `runState` what the next decision starts from.
 */
export function exitState(runState: RunState, place: JournalPosition): string {
  const { last, run } = runState;
  return withDigest({
    version: snapshotVersion,
    run: run?.id ?? null,
    updated_at: last?.at ?? null,
    last_decision: last?.decision ?? null,
    decision_reason: last?.reason ?? null,
    decision_rule: last?.rule ?? null,
    outcome: last?.outcome ?? null,
    total_decisions: runState.decisions,
    continue_count: runState.continues,
    exit_count: runState.exits,
    stagnation_count: runState.stagnation,
    confidence_history: runState.confidences,
    completion_history: runState.completions,
    error_history: runState.errors,
    journal: place,
    runState,
  });
}

/** `circuit-state.json`: the breaker, for people and scripts. */
export function circuitState({ breaker, run, last }: RunState, place: JournalPosition): string {
  return withDigest({
    version: snapshotVersion,
    run: run?.id ?? null,
    updated_at: last?.at ?? null,
    status: states[breaker.state],
    trigger_reason: breaker.reason,
    last_trigger_time: breaker.openedAt === null ? null : new Date(breaker.openedAt).toISOString(),
    loop_count: run?.iterations ?? 0,
    consecutive_no_progress_loops: breaker.noProgress,
    consecutive_same_error: breaker.sameError,
    gate_refused: breaker.gateRefused,
    last_error: breaker.lastError,
    journal: place,
    breaker,
  });
}

/** One line per field, so that people and `diff` can read it, and a digest to detect edits. */
function withDigest(content: Readonly<Record<string, unknown>>): string {
  const all = { ...content, digest: digest(JSON.stringify(content)) };
  const fields = Object.entries(all).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${escapeJson(JSON.stringify(value))}`,
  );
  return `{\n${fields.join(",\n")}\n}\n`;
}

type Opened =
  | { readonly is: "good"; readonly content: Record<string, unknown> }
  | { readonly is: "bad"; readonly why: string };

function open(text: string): Opened {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { is: "bad", why: "is not JSON" };
  }
  if (!isRecord(value)) return { is: "bad", why: "is not an object" };
  const { digest: savedDigest, ...content } = value;
  if (typeof content["version"] === "number" && content["version"] > snapshotVersion)
    return { is: "bad", why: `was written by a newer untildone (version ${content["version"]})` };
  if (content["version"] !== snapshotVersion || typeof savedDigest !== "string")
    return { is: "bad", why: "is not an untildone state file" };
  return savedDigest === digest(JSON.stringify(content))
    ? { is: "good", content }
    : { is: "bad", why: "was changed by somebody else" };
}

/** Reads `exit-state.json` back. A valid digest means the file is as written. */
export function readExitState(text: string): ReadSnapshot {
  const opened = open(text);
  if (opened.is === "bad") return opened;
  const { runState, journal } = opened.content;
  if (!isRecord(runState) || !isBreaker(runState["breaker"]) || !isPlace(journal))
    return { is: "bad", why: "is incomplete" };
  return { is: "good", runState: runState as unknown as RunState, place: journal };
}

/** Reads `circuit-state.json` back: needed only if the journal is lost. */
export function readCircuitState(
  text: string,
):
  | { readonly is: "good"; readonly breaker: RunState["breaker"]; readonly place: JournalPosition }
  | { readonly is: "bad"; readonly why: string } {
  const opened = open(text);
  if (opened.is === "bad") return opened;
  const { breaker, journal } = opened.content;
  if (!isBreaker(breaker) || !isPlace(journal)) return { is: "bad", why: "is incomplete" };
  return { is: "good", breaker, place: journal };
}

function isPlace(value: unknown): value is JournalPosition & Record<string, unknown> {
  return isRecord(value) && typeof value["bytes"] === "number" && typeof value["tail"] === "string";
}

import { readClaim } from "./agent-report.js";
import { type Indicator, readIndicators } from "./indicators.js";
import type { Observation, Turn } from "./observation.js";
import { lastCounted, sameTask } from "./progress.js";
import { heldBefore, isProven, type OtherClaim, type Proof } from "./proof.js";
import { proofVetoes } from "./proof-vetoes.js";
import { noScore, type Score, scoreTurn } from "./score.js";
import { withoutTouched } from "./seen-sign.js";
import { unseenWork } from "./session-stop.js";
import type { Settings } from "./settings.js";
import { claimScope } from "./tasks.js";
import { trustVetoes } from "./trust.js";
import { readVetoes } from "./vetoes.js";
import { isWorkVisible } from "./visible-work.js";

export type { Indicator } from "./indicators.js";

/** The agent's claim, if it made one, and how the gate judged it. */
export interface Gate {
  readonly of: "task" | "run";
  /** The agent made a claim, explicit or in prose. */
  readonly claimed: boolean;
  /** The claim is a trusted signal, or the task was ticked in the list. */
  readonly explicit: boolean;
  readonly passed: boolean;
  /** Passing claims in a row, this one included. */
  readonly confirmed: number;
  readonly indicators: readonly Indicator[];
  readonly indicatorSum: number;
  /** Whether the work is visible; null if nobody inspected the workspace. */
  readonly visible: boolean | null;
  /** What blocks completion regardless of signal and proof. */
  readonly vetoes: readonly string[];
  /** What is missing to grant the claim: visible work, a check, indicators. */
  readonly shortfalls: readonly string[];
  /** Every reason why the claim did not pass, worded for the agent. */
  readonly refusals: readonly string[];
  /** Whether something fails without the work and holds with it; null if nobody tried. */
  readonly proof: Proof | null;
  /** Other tasks claimed in this turn that are proved, each by a test of its own. */
  readonly alsoDone: readonly OtherClaim[];
}

export const noGate: Gate = {
  of: "run",
  claimed: false,
  explicit: false,
  passed: false,
  confirmed: 0,
  indicators: [],
  indicatorSum: 0,
  visible: null,
  vetoes: [],
  shortfalls: [],
  refusals: [],
  proof: null,
  alsoDone: [],
};

/** Checks the agent's claim against the evidence. It passes when there is no reason left to refuse it. */
export function askGate(seen: Observation, turn: Turn, settings: Settings): { gate: Gate; score: Score } {
  const { report, facts } = turn;
  const of = seen.selection.is === "task" ? "task" : "run";
  const indicators = readIndicators(seen, turn, settings);
  const hasPhrase = indicators.some((indicator) => indicator.name.startsWith("phrase: "));
  const score = report.spoke ? scoreTurn({ report, facts, evidence: seen.evidence, hasPhrase, settings }) : noScore;
  // The seeds' policies ask for a signal of the run.
  const scope = settings.grantedBy === "facts" ? claimScope(seen.selection, seen.tasks) : of;
  const { claimed, explicit } = readClaim(report, scope, facts.ticked === true);
  const sum = indicators.reduce((total, indicator) => total + indicator.weight, 0);
  const visible = settings.grantedBy === "facts" || seen.session ? isWorkVisible(seen, turn) : undefined;
  const wasThere = visible === false && heldAtStart(seen);
  const proof = wasThere ? provedBefore(seen) : seen.proof ? withoutTouched(seen.proof, seen.signs ?? []) : null;
  const ofProof = claimed && !wasThere && !seen.session ? proofVetoes({ ...seen, proof }, turn, settings) : [];
  const ofTrust = claimed && !wasThere && !seen.session ? trustVetoes(seen.trust, proof, settings) : [];
  const vetoes = [...readVetoes(seen, turn, { of, settings }), ...ofProof, ...ofTrust];
  const shortfalls = claimed
    ? [...readShortfalls(seen, turn, { settings, indicators, sum, visible, wasThere }), ...lowScore(score, settings)]
    : [];
  // Nobody asked the agent of a session for a signal, and what the facts show needs none.
  const isShown = settings.grantedBy === "facts" && (isProven(proof) || wasThere);
  const isSigned = explicit || seen.session !== undefined || isShown;
  const unsigned = claimed && settings.requireExplicitSignal && !isSigned ? [lacksSignal(report.weakBecause)] : [];
  const refusals = claimed ? [...vetoes, ...unsigned, ...shortfalls] : [];
  const passed = claimed && settings.gateEnabled && refusals.length === 0;
  const confirmed = passed ? confirmations(seen, turn) : 0;
  const isGranted = passed && settings.grantedBy === "facts" && of === "task";
  return {
    gate: {
      of,
      claimed,
      explicit,
      passed,
      confirmed,
      indicators,
      indicatorSum: sum,
      visible: visible ?? null,
      vetoes,
      shortfalls,
      refusals,
      proof,
      alsoDone: isGranted
        ? (seen.claims ?? []).filter(({ proof: own, pendingWords }) => isProven(own) && !pendingWords)
        : [],
    },
    score,
  };
}

const lacksSignal = (weakBecause: string | null): string =>
  weakBecause ?? "the words say complete, but no explicit, trusted signal does";

interface ProofInput {
  readonly settings: Settings;
  readonly indicators: readonly Indicator[];
  readonly sum: number;
  readonly visible: boolean | undefined;
  /** Nothing was changed for the task, and what it asks for held before the run began. */
  readonly wasThere: boolean;
}

/** The proof that is missing: visible work if the workspace is known, otherwise enough indicators. */
function readShortfalls(seen: Observation, turn: Turn, { visible, wasThere, ...input }: ProofInput) {
  const { settings } = input;
  const missing: string[] = [];
  const isUnknown = visible === undefined && !seen.session;
  if (isUnknown || settings.grantedBy !== "facts") missing.push(...fewIndicators(turn, input));
  if (seen.session) missing.push(...unseenWork(seen));
  else if (visible === false && !isInsisted(seen, turn, settings) && !wasThere)
    missing.push(describeUnseen(seen, turn));
  return [...missing, ...needsCheck(seen, settings)];
}

function describeUnseen({ selection }: Observation, { facts }: Turn): string {
  if (facts.startUnknown)
    return "what was there before the first turn is not known: name the file and the lines, or run untildone check --baseline before the loop";
  return selection.is === "task"
    ? "nothing was changed for this task: do it now, or, if its work already exists, name the file and the lines"
    : "nothing has changed since the run began: do the work now, or, if it already exists, name the file and the lines";
}

/** Its own facts held before the run began: there was nothing to change. */
const heldAtStart = ({ facts = [], proof }: Observation): boolean =>
  facts.length > 0 ? heldBefore(facts) : proof?.kind === "held-before";

function needsCheck({ evidence, facts = [] }: Observation, { unverified }: Settings): readonly string[] {
  if (unverified !== "refuse" || evidence.some(({ required }) => required) || facts.length > 0) return [];
  return ["there is no check that could verify it, and unverified: refuse asks for one"];
}

function fewIndicators(
  { report }: Turn,
  { settings, indicators, sum }: Omit<ProofInput, "visible" | "wasThere">,
): readonly string[] {
  if (report.override && settings.allowOverride) return [];
  if (sum < settings.indicatorThreshold) return [`${sum} of ${settings.indicatorThreshold} completion indicators`];
  if (settings.indicatorThreshold > 0 && !indicators.some((indicator) => indicator.proof))
    return ["green checks alone prove nothing: no phrase, finished list, ticked task or moved task file"];
  return [];
}

const lowScore = (score: Score, { minScore }: Settings): readonly string[] =>
  score.total < minScore ? [`score ${score.total} is below ${minScore}`] : [];

/** Claimed twice in a row without visible work, and the settings accept that. */
const isInsisted = (seen: Observation, { facts }: Turn, { unchanged }: Settings): boolean =>
  unchanged === "accept" && hasClaimedBefore(seen, facts);

/** Whether the last counted iteration claimed the same task. */
export function hasClaimedBefore({ history }: Observation, facts: Turn["facts"]): boolean {
  const before = lastCounted(history);
  return before?.claimed === true && !facts.fresh && sameTask(before, facts);
}

/** Nothing was changed, so nothing is proved: the task is done because what it asks for was there. */
function provedBefore({ facts, proof }: Observation): Proof {
  const tests = facts?.map(({ name }) => name) ?? proof?.tests ?? [];
  return { state: "not-proven", kind: "held-before", tests, why: "what it asks for held before the run began" };
}

/** Passing claims in a row on the same task, this one included. */
function confirmations({ history }: Observation, { facts }: Turn): number {
  let confirmed = 1;
  for (let at = history.length - 1; at >= 0; at--) {
    const past = history[at];
    if (past?.limited) continue;
    if (!past?.passed || !sameTask(past, facts)) break;
    confirmed++;
  }
  return confirmed;
}

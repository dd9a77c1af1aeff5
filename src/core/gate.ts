import { readClaim } from "./agent-report.js";
import { formatTestNames, runVetoes, taskVeto } from "./check-comparison.js";
import { describeCheck, type Evidence, unmetChecks } from "./evidence.js";
import { type Indicator, readIndicators } from "./indicators.js";
import type { Observation, Turn } from "./observation.js";
import { lastCounted, sameTask } from "./progress.js";
import { heldBefore, isProven, type OtherClaim, type Proof } from "./proof.js";
import { noScore, type Score, scoreTurn } from "./score.js";
import { unseenWork } from "./session-stop.js";
import type { Settings } from "./settings.js";
import { describeNotDone } from "./tasks.js";
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
  const { claimed, explicit } = readClaim(report, of, facts.ticked === true);
  const vetoes = readVetoes(seen, turn, { of, settings });
  const proof = readProof(seen);
  const sum = indicators.reduce((total, indicator) => total + indicator.weight, 0);
  const visible = settings.grantedBy === "facts" || seen.session ? isWorkVisible(seen, turn) : undefined;
  const shortfalls = claimed
    ? [...readShortfalls(seen, turn, { settings, indicators, sum, visible }), ...lowScore(score, settings)]
    : [];
  // Nobody asked the agent of a session for a signal, and what the facts show needs none.
  const isShown = settings.grantedBy === "facts" && (isProven(seen.proof) || proof?.kind === "held-before");
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
      alsoDone: isGranted ? (seen.claims ?? []).filter(({ proof: own }) => isProven(own)) : [],
    },
    score,
  };
}

const lacksSignal = (weakBecause: string | null): string =>
  weakBecause ?? "the words say complete, but no explicit, trusted signal does";

interface VetoInput {
  readonly of: "task" | "run";
  readonly settings: Settings;
}

function readVetoes(seen: Observation, { report, facts }: Turn, { of, settings }: VetoInput): readonly string[] {
  const vetoes: string[] = seen.session?.goalChange ? [seen.session.goalChange] : [];
  if (report.failure) vetoes.push(`the agent's turn failed: ${report.failure.message}`);
  else if (facts.limited || facts.interrupted) vetoes.push("the agent's turn was cut short");
  else if (facts.failed || typeof facts.error === "string")
    vetoes.push(`the iteration failed${facts.error ? `: ${facts.error}` : ""}`);
  if (report.contradictory) vetoes.push("the agent contradicts itself in its status");
  if (of === "task" ? report.taskDenied : report.runDenied || report.taskDenied)
    vetoes.push(`the agent itself says the ${of === "task" ? "task" : "work"} is not done`);
  if (report.remaining && (of === "run" || report.remaining.of === "task"))
    vetoes.push(`the agent names work that is left: ${report.remaining.text}`);
  vetoes.push(...checkVetoes(seen.evidence, { of, settings }));
  if (of === "task" && settings.grantedBy === "facts") vetoes.push(...ownVetoes(seen, { report, facts }, settings));
  if (of === "run") vetoes.push(...unfinishedTasks(seen));
  return vetoes;
}

/**
 * A task must leave the checks no worse than it found them. For a run, or without `grantedBy: "facts"`, every required
 * check must hold.
 */
function checkVetoes(evidence: readonly Evidence[], { of, settings }: VetoInput): readonly string[] {
  if (of === "task" && settings.grantedBy === "facts")
    return evidence.flatMap((check) => taskVeto(check, settings) ?? []);
  const unmet = settings.grantedBy === "facts" ? runVetoes(evidence, settings) : unmetChecks(evidence);
  return unmet.map((check) => `required check ${describeCheck(check)}`);
}

/**
 * What the task's own text asks for must hold. A test that is its own only by its subject may be meant for later: it
 * refuses two claims in a row, and the third passes.
 */
function ownVetoes(seen: Observation, { facts }: Turn, { newFailures }: Settings): readonly string[] {
  if (newFailures === "allow") return [];
  const asked = (seen.facts ?? []).filter(({ kind, now }) => kind === "test" && now === "fails");
  const vetoes = asked.map(({ name }) => `${name}, which this task names, fails or is missing`);
  const own = seen.evidence.flatMap(({ required, ownFailing = [] }) => (required ? ownFailing : []));
  if (own.length > 0 && claimsBefore(seen, facts) < 2)
    vetoes.push(`still failing, and about this task: ${formatTestNames(own)}`);
  return [...vetoes, ...unmetFacts(seen)];
}

/** Where no check stands for them, as in a situation. */
function unmetFacts({ facts = [], evidence }: Observation): readonly string[] {
  const covered = new Set(evidence.filter(({ required }) => required).map(({ name }) => name));
  return facts
    .filter(({ kind, now }) => kind !== "test" && now === "fails" && !covered.has(checkOfFact[kind]))
    .map(({ name, kind }) => `the task's own ${kind} does not hold: ${name}`);
}

const checkOfFact = { verify: "criteria", criterion: "criteria", artifact: "artifacts" } as const;

function unfinishedTasks({ tasks }: Observation): readonly string[] {
  if (tasks.is === "not-asked") return [];
  if (tasks.is === "unusable") return [`the task list cannot be used: ${tasks.why}`];
  return tasks.left + tasks.blocked === 0 ? [] : [describeNotDone(tasks)];
}

interface ProofInput {
  readonly settings: Settings;
  readonly indicators: readonly Indicator[];
  readonly sum: number;
  readonly visible: boolean | undefined;
}

/** The proof that is missing: visible work if the workspace is known, otherwise enough indicators. */
function readShortfalls(seen: Observation, turn: Turn, { settings, indicators, sum, visible }: ProofInput) {
  const missing: string[] = [];
  const isUnknown = visible === undefined && !seen.session;
  if (isUnknown || settings.grantedBy !== "facts") missing.push(...fewIndicators(turn, { settings, indicators, sum }));
  if (seen.session) missing.push(...unseenWork(seen));
  else if (visible === false && !isInsisted(seen, turn, settings) && !wasThere(seen))
    missing.push(describeUnseen(seen, turn));
  return [...missing, ...needsCheck(seen, settings)];
}

function describeUnseen({ selection }: Observation, { facts }: Turn): string {
  if (facts.startUnknown)
    return "what was there before the first turn is not known: name the file and the lines, or run untildone check --baseline before the loop";
  return selection.is === "task"
    ? "nothing was changed for this task: do it now, or, if its work is there already, name the file and the lines"
    : "nothing has changed since the run began: do the work now, or, if it is there already, name the file and the lines";
}

/** Its own facts held before the run began: there was nothing to change. */
const wasThere = ({ facts = [] }: Observation): boolean => heldBefore(facts);

function needsCheck({ evidence, facts = [] }: Observation, { unverified }: Settings): readonly string[] {
  if (unverified !== "refuse" || evidence.some(({ required }) => required) || facts.length > 0) return [];
  return ["there is no check that could verify it, and unverified: refuse asks for one"];
}

function fewIndicators(
  { report }: Turn,
  { settings, indicators, sum }: Omit<ProofInput, "visible">,
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

/** What is known of the proof. Where the facts held before and nothing else is proved, that is how it is done. */
function readProof({ proof, facts = [] }: Observation): Proof | null {
  if (isProven(proof) || !heldBefore(facts)) return proof ?? null;
  const why = "what it asks for held before the run began";
  return { state: "not-proven", kind: "held-before", tests: facts.map(({ name }) => name), why };
}

/** How many claims of the same task in a row came before this one. */
function claimsBefore({ history }: Observation, facts: Turn["facts"]): number {
  if (facts.fresh) return 0;
  const row = history.toReversed().filter((past) => !past.limited && !past.interrupted);
  const end = row.findIndex((past) => !past.claimed || !sameTask(past, facts));
  return end < 0 ? row.length : end;
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

import { readClaim } from "./agent-report.js";
import { newlyPassing, runVetoes, taskVeto } from "./check-comparison.js";
import { describeCheck, type Evidence, unmetChecks } from "./evidence.js";
import { type Indicator, readIndicators } from "./indicators.js";
import type { Observation, Turn } from "./observation.js";
import { lastCounted, sameTask } from "./progress.js";
import { noScore, type Score, scoreTurn } from "./score.js";
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
  /** The proof that is missing. */
  readonly unproven: readonly string[];
  /** Every reason why the claim did not pass, worded for the agent. */
  readonly refusals: readonly string[];
  /** The work is visible, and a newly passing test or a fact about this task supports it. */
  readonly earned: boolean;
  /** Earned, and every required check holds. */
  readonly verified: boolean;
  /** Other tasks ticked in this turn that the tests also support. */
  readonly alsoDone: readonly string[];
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
  unproven: [],
  refusals: [],
  earned: false,
  verified: false,
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
  const sum = indicators.reduce((total, indicator) => total + indicator.weight, 0);
  const visible = settings.grantedBy === "facts" ? isWorkVisible(seen, turn) : undefined;
  const unproven = claimed
    ? [...readShortfalls(seen, turn, { settings, indicators, sum, visible }), ...lowScore(score, settings)]
    : [];
  // Nobody asked the agent of a session for a signal.
  const isSigned = explicit || seen.session !== undefined;
  const unsigned = claimed && settings.requireExplicitSignal && !isSigned ? [lacksSignal(report.weakBecause)] : [];
  const refusals = claimed ? [...vetoes, ...unsigned, ...unproven] : [];
  const passed = claimed && settings.gateEnabled && refusals.length === 0;
  const confirmed = passed ? confirmations(seen, turn) : 0;
  const worth = judgeWorth(seen, turn, { visible, settings });
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
      unproven,
      refusals,
      ...worth,
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
  const vetoes: string[] = [];
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
  if (seen.session && !seen.session.needsWork && settings.grantedBy === "facts") return needsCheck(seen, settings);
  if (visible === undefined) missing.push(...fewIndicators(turn, { settings, indicators, sum }));
  else if (!visible && !isInsisted(seen, turn, settings))
    missing.push(
      seen.selection.is === "task"
        ? "nothing was changed for this task: do it now, or, if its work is there already, name the file and the lines"
        : "nothing has changed since the run began: do the work now, or, if it is there already, name the file and the lines",
    );
  return [...missing, ...needsCheck(seen, settings)];
}

function needsCheck({ evidence }: Observation, { unverified }: Settings): readonly string[] {
  if (unverified !== "refuse" || evidence.some(({ required }) => required)) return [];
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

function judgeWorth(
  seen: Observation,
  { facts }: Turn,
  { visible, settings }: { visible: boolean | undefined; settings: Settings },
): Pick<Gate, "earned" | "verified" | "alsoDone"> {
  const isFact = seen.evidence.some(({ aboutTask, state }) => aboutTask && state === "holds");
  const newly = newlyPassing(seen.evidence);
  const earned = visible === true && (isFact || (facts.cosmeticOnly !== true && newly > 0));
  const required = seen.evidence.filter((check) => check.required && !(check.atEnd && check.notRun));
  const hold = required.length > 0 && required.every(({ state }) => state === "holds");
  const ticked = facts.alsoTicked ?? [];
  const covered = settings.grantedBy === "facts" && hold && newly >= ticked.length + 1;
  return { earned, verified: earned && hold, alsoDone: covered ? ticked : [] };
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

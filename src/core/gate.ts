import { evidenceSwitch, tellCheck, unmetChecks } from "./evidence.js";
import type { Observation, Turn } from "./observation.js";
import { sameTask } from "./progress.js";
import { claims, isExplicitYes, type Phrase, type Said } from "./said.js";
import { noScore, type Score, scoreTurn } from "./score.js";
import type { Settings } from "./settings.js";
import { tellNotDone } from "./tasks.js";

/** A sign of completion. `proof` ones are about the work; a green check in a healthy repository proves nothing. */
export interface Indicator {
  readonly name: string;
  readonly proof: boolean;
  readonly weight: number;
}

/** What became of the agent's claim, if it made one. */
export interface Gate {
  readonly of: "task" | "run";
  /** A claim was made, explicit or in prose. */
  readonly claimed: boolean;
  readonly passed: boolean;
  /** Passing claims in a row, this one included. */
  readonly confirmed: number;
  readonly indicators: readonly Indicator[];
  readonly indicatorSum: number;
  /** What stands against completion whatever the signal and the score say. */
  readonly vetoes: readonly string[];
  /** Everything that kept the claim from passing, in words for the agent. */
  readonly refusals: readonly string[];
}

export const noGate: Gate = {
  of: "run",
  claimed: false,
  passed: false,
  confirmed: 0,
  indicators: [],
  indicatorSum: 0,
  vetoes: [],
  refusals: [],
};

/** Weighs the agent's claim against what is known. A claim passes only when nothing is left to refuse it. */
export function askGate(seen: Observation, turn: Turn, settings: Settings): { gate: Gate; score: Score } {
  const { said, facts } = turn;
  const of = seen.selection.is === "task" ? "task" : "run";
  const indicators = indicatorsOf(seen, turn, settings);
  const hasPhrase = indicators.some((indicator) => indicator.name.startsWith("phrase: "));
  const score = said.spoke ? scoreTurn({ said, facts, evidence: seen.evidence, hasPhrase, settings }) : noScore;
  const claimed = claims(said, of);
  const vetoes = vetoesOf(seen, turn, of);
  const sum = indicators.reduce((total, indicator) => total + indicator.weight, 0);
  const refusals = claimed ? [...vetoes, ...shortfalls({ said, of, settings, indicators, sum, score })] : [];
  const passed = claimed && settings.gateEnabled && refusals.length === 0;
  const confirmed = passed ? confirmations(seen, turn) : 0;
  return { gate: { of, claimed, passed, confirmed, indicators, indicatorSum: sum, vetoes, refusals }, score };
}

function vetoesOf(seen: Observation, { said, facts }: Turn, of: "task" | "run"): readonly string[] {
  const vetoes: string[] = [];
  if (said.failure) vetoes.push(`the agent's turn failed: ${said.failure.message}`);
  else if (facts.limited || facts.interrupted) vetoes.push("the agent's turn was cut short");
  else if (facts.failed || typeof facts.error === "string")
    vetoes.push(`the iteration failed${facts.error ? `: ${facts.error}` : ""}`);
  if (said.contradictory) vetoes.push("the agent contradicts itself in its status");
  if (of === "task" ? said.taskDenied : said.runDenied || said.taskDenied)
    vetoes.push(`the agent itself says the ${of === "task" ? "task" : "work"} is not done`);
  if (said.remaining && (of === "run" || said.remaining.of === "task"))
    vetoes.push(`the agent names work that is left: ${said.remaining.text}`);
  for (const check of unmetChecks(seen.evidence)) vetoes.push(`required check ${tellCheck(check)}`);
  if (of === "run") vetoes.push(...unfinishedTasks(seen));
  return vetoes;
}

function unfinishedTasks({ tasks }: Observation): readonly string[] {
  if (tasks.is === "not-asked") return [];
  if (tasks.is === "unusable") return [`the task list cannot be used: ${tasks.why}`];
  return tasks.left + tasks.blocked === 0 ? [] : [tellNotDone(tasks)];
}

interface Measured {
  readonly said: Said;
  readonly of: "task" | "run";
  readonly settings: Settings;
  readonly indicators: readonly Indicator[];
  readonly sum: number;
  readonly score: Score;
}

/** What is missing rather than contrary: the signal, the indicators, the score. */
function shortfalls({ said, of, settings, indicators, sum, score }: Measured): readonly string[] {
  const missing: string[] = [];
  if (settings.requireExplicitSignal && !isExplicitYes(said, of))
    missing.push("the words say complete, but no explicit, trusted signal does");
  if (!(said.override && settings.allowOverride)) {
    if (sum < settings.indicatorThreshold)
      missing.push(`${sum} of ${settings.indicatorThreshold} completion indicators`);
    else if (settings.indicatorThreshold > 0 && !indicators.some((indicator) => indicator.proof))
      missing.push("green checks alone prove nothing: no phrase, finished list, ticked task or moved task file");
  }
  if (score.total < settings.minScore) missing.push(`score ${score.total} is below ${settings.minScore}`);
  return missing;
}

/** A sign of completion by its kind ("phrase", "list", "check") and its own name. */
interface Sign {
  readonly kind: "phrase" | "list" | "check";
  readonly name: string;
}

function indicatorsOf(seen: Observation, turn: Turn, settings: Settings): readonly Indicator[] {
  const found: Indicator[] = [];
  const note = (sign: Sign): void => {
    const name = sign.kind === "list" ? sign.name : `${sign.kind}: ${sign.name}`;
    found.push({ name, proof: sign.kind !== "check", weight: weightOf(sign, settings.indicatorWeights) });
  };
  for (const phrase of turn.said.phrases)
    if (phraseCounts(phrase, seen, settings)) note({ kind: "phrase", name: phrase.name });
  const { tasks } = seen;
  if (tasks.is === "list") {
    if (tasks.left + tasks.blocked === 0) note({ kind: "list", name: "finished list" });
    if (seen.selection.is === "task" && tasks.selectedStatus === "done") note({ kind: "list", name: "task ticked" });
  }
  if (turn.facts.taskFileMovedToDone) note({ kind: "list", name: "task file moved" });
  for (const check of seen.evidence) {
    if (check.state !== "holds") continue;
    const name = evidenceSwitch(check.name);
    if (name && settings.evidenceChecks[name]) note({ kind: "check", name: check.name });
  }
  return found;
}

/** A weight may be given for one indicator ("ready for review") or for its kind ("phrase", "check"). */
function weightOf({ kind, name }: Sign, weights: Settings["indicatorWeights"]): number {
  if (Object.hasOwn(weights, name)) return weights[name] ?? 1;
  return Object.hasOwn(weights, kind) ? (weights[kind] ?? 1) : 1;
}

/**
 * Words about tests count only where a policy gives them a weight.
 * Words about one task speak for the run only where there is no list, and for a task only if they mean that task.
 */
function phraseCounts(phrase: Phrase, { selection, tasks }: Observation, settings: Settings): boolean {
  if (phrase.of === "whole") return true;
  if (phrase.of === "tests") return Object.hasOwn(settings.indicatorWeights, "tests pass");
  if (selection.is === "task") return phrase.subject === null || namesTask(phrase.subject, selection.id);
  return tasks.is === "not-asked";
}

/** "story 4", "Task T4" and "US-004" all name the task T4, 4 or US-4. */
function namesTask(subject: string, id: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9.]/g, "");
  if (id !== "" && plain(subject).includes(plain(id))) return lastNumber(subject) === lastNumber(id);
  const number = lastNumber(subject);
  return number !== undefined && number === lastNumber(id);
}

const lastNumber = (text: string): string | undefined =>
  text
    .match(/\d+(?:[.-]\d+)*/g)
    ?.at(-1)
    ?.replaceAll(/\b0+(?=\d)/g, "");

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

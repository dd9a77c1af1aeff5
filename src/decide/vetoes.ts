import { formatTestNames, runVetoes, taskVeto } from "./check-comparison.js";
import { describeNotDone } from "./describe-not-done.js";
import { describeCheck, type Evidence, unmetChecks } from "./evidence.js";
import type { Observation, Turn } from "./observation.js";
import { type StreakTest, sameTask, streak } from "./progress.js";
import { reviewVetoes } from "./review.js";
import type { Settings } from "./settings.js";

interface VetoInput {
  readonly of: "task" | "run";
  readonly settings: Settings;
}

/** What blocks completion whatever the claim and its proof are. */
export function readVetoes(seen: Observation, { report, facts }: Turn, { of, settings }: VetoInput): readonly string[] {
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
  if (seen.reviews) vetoes.push(...reviewVetoes(seen, settings));
  if (seen.pendingWords) vetoes.push(describePending(of));
  if (of === "task" && settings.grantedBy === "facts") vetoes.push(...ownVetoes(seen, { report, facts }, settings));
  if (of === "run") vetoes.push(...unfinishedTasks(seen));
  return vetoes;
}

/** The next prompt has the words themselves, so that the agent is not told this. */
export const describePending = (of: "task" | "run"): string =>
  of === "task" ? "words of a person that wait for this task" : "words of a person that wait for the next prompt";

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

/** How many claims of the same task in a row came before this one. */
function claimsBefore({ history }: Observation, facts: Turn["facts"]): number {
  const isClaim: StreakTest = (past) => {
    if (past.limited || past.interrupted) return "skips";
    return past === facts || (past.claimed === true && sameTask(past, facts)) ? "counts" : "ends";
  };
  return Math.max(0, streak(facts, history, isClaim) - 1);
}

import { budgetLines, formatBudget, isNearlySpent } from "./budget.js";
import { formatTestNames, isKnownFailure } from "./check-comparison.js";
import { completionBlockers, countNotDone, measureCompletion } from "./completion.js";
import { type Abstention, type Decision, exitCode, type Verdict } from "./decision.js";
import { describeCheck, type Evidence } from "./evidence.js";
import type { Observation } from "./observation.js";
import type { Case, Judgement, Rule, TurnCase } from "./rule.js";
import { abstain } from "./rule.js";
import { afterSetAside, setAsideInstead } from "./set-aside.js";
import type { Settings } from "./settings.js";
import { describeNotDone } from "./tasks.js";
import { weigh } from "./weigh.js";

/** Ordered rules: the order is the meaning, the first that speaks wins, and a verdict always comes out. */
export interface Policy {
  readonly name: string;
  readonly rules: readonly Rule[];
  readonly settings: Settings;
  /** False where only the task tracker says what is done. */
  readonly marksTasks?: false;
  otherwise(of: Case): Verdict;
}

/** A decision, and the case it was made from. */
export interface Judged {
  readonly decision: Decision;
  readonly of: Case;
}

/** Decides. Pure and synchronous: the same observation gives the same decision. */
export const decide = (policy: Policy, seen: Observation): Decision => judgeCase(policy, seen).decision;

/** Weighs the observation once, asks the rules once, and hands out both. */
export function judgeCase(policy: Policy, seen: Observation): Judged {
  const of = weigh(seen, policy.settings);
  const decision = askRules(policy, of);
  if (!decision.setAside) return { of, decision };
  const breakerAfter = afterSetAside(of.breakerAfter);
  return { of: { ...of, breakerAfter }, decision: { ...decision, breaker: { state: "closed", reason: null } } };
}

function askRules(policy: Policy, of: Case): Decision {
  const abstained: Abstention[] = [];
  for (const rule of policy.rules) {
    const judgement = ask(rule, of);
    if (judgement.speaks) {
      const verdict = setAsideInstead(rule.name, judgement.verdict, of);
      return compose(policy, of, { rule: rule.name, verdict, abstained });
    }
    abstained.push({ rule: rule.name, why: judgement.why });
  }
  return compose(policy, of, { rule: "otherwise", verdict: policy.otherwise(of), abstained });
}

function ask(rule: Rule, of: Case): Judgement {
  if (rule.asks === "any-time") return guard(rule.judge(of), of);
  return hasTurn(of) ? guard(rule.judge(of), of) : abstain("asked before the agent's turn");
}

const hasTurn = (of: Case): of is TurnCase => of.seen.turn !== null;

/**
 * What holds in every policy holds for rules we do not know too: a rule that would call the run completed against
 * a failing check, an unfinished task or an explicit no is overruled. Only the operator's word is exempt.
 */
function guard(judgement: Judgement, of: Case): Judgement {
  if (!judgement.speaks) return judgement;
  const { verdict } = judgement;
  if (verdict.decision !== "EXIT" || verdict.outcome !== "completed" || verdict.forced) return judgement;
  const blockers = completionBlockers(of.seen, of.settings, tasksDoneBy(verdict));
  return blockers.length === 0 ? judgement : abstain(`would have said completed, but ${blockers.join("; ")}`);
}

/** Every task a verdict calls done. */
export const tasksDoneBy = ({ taskDone, alsoDone }: Pick<Verdict, "taskDone" | "alsoDone">): readonly string[] =>
  taskDone === null ? alsoDone : [taskDone, ...alsoDone];

interface Spoken {
  readonly rule: string;
  readonly verdict: Verdict;
  readonly abstained: readonly Abstention[];
}

function compose(policy: Policy, of: Case, { rule, verdict, abstained }: Spoken): Decision {
  const report = of.seen.turn?.report;
  const isExit = verdict.decision === "EXIT";
  return {
    decision: verdict.decision,
    outcome: isExit ? verdict.outcome : null,
    rule,
    reason: verdict.reason,
    policy: policy.name,
    exitCode: isExit ? exitCode(verdict, of.settings.exitCodes, wasRefused(of)) : null,
    taskDone: verdict.taskDone,
    alsoDone: verdict.alsoDone,
    setAside: verdict.setAside,
    verified: isVerified(of, verdict),
    forced: verdict.forced,
    score: of.score,
    claim: report?.claim ?? "none",
    explicit: report?.explicit ?? false,
    indicators: of.gate.indicatorSum,
    completion: measureCompletion(of.seen),
    confidence: report?.spoke ? report.confidence : null,
    errors: report?.spoke ? report.errors : null,
    warnings: collectWarnings(of),
    feedback: isExit && verdict.outcome === "completed" ? [] : collectFeedback(of, verdict),
    wait: isExit ? null : verdict.wait,
    breaker: { state: of.breakerAfter.state, reason: of.breakerAfter.reason },
    abstained,
  };
}

/** A task by what its own claim showed; a run when every task of it is. */
function isVerified({ gate, seen, settings }: Case, verdict: Verdict): boolean | null {
  const isEnd = verdict.decision === "EXIT" && verdict.outcome === "completed";
  if (!isEnd && verdict.taskDone === null) return null;
  if (verdict.forced || settings.proof !== "facts") return false;
  if (!isEnd) return gate.verified;
  const required = seen.evidence.filter((check) => check.required);
  const allHold = required.length > 0 && required.every(({ state }) => state === "holds");
  const isEarned = seen.turn === null ? seen.history.length > 0 : !gate.passed || gate.earned;
  return allHold && isEarned && (seen.unverified ?? 0) === 0 && verdict.alsoDone.length === 0;
}

/** A gate, judge or review said no in this iteration. */
function wasRefused({ gate, seen }: Case): boolean {
  return (gate.claimed && !gate.passed) || seen.evidence.some((check) => check.required && check.state === "fails");
}

function collectWarnings(of: Case): readonly string[] {
  const { seen, settings, gate } = of;
  const warnings = [...(seen.turn?.report.warnings ?? []), ...halfGate(of)];
  for (const check of seen.evidence)
    if (!check.required && check.state === "fails") warnings.push(`optional check ${describeCheck(check)}`);
  for (const line of budgetLines(seen, settings))
    if (isNearlySpent(line)) warnings.push(`80 % of a budget is used: ${formatBudget(line)}`);
  if (seen.tasks.is === "unusable") warnings.push(`the task list cannot be used: ${seen.tasks.why}`);
  if (seen.tasks.is === "list") {
    warnings.push(...seen.tasks.missing);
    if (seen.selection.is === "task" && seen.tasks.selectedStatus === null)
      warnings.push(`task ${seen.selection.id} is not in the list`);
  }
  if (seen.forceComplete && seen.selection.is !== "task" && seen.tasks.is !== "not-asked")
    warnings.push('forcing completion is refused: name the task, with --task ID or as "task" in the situation');
  if (gate.claimed && !gate.passed && of.score.total < settings.weakClaimScore)
    warnings.push(`a weak claim of completion: score ${of.score.total}, below ${settings.weakClaimScore}`);
  return warnings;
}

/** Only one half of the gate is met: the agent may be confused or early. */
function halfGate({ gate, seen, settings }: Case): readonly string[] {
  const report = seen.turn?.report;
  if (!report || gate.passed || !settings.gateEnabled || gate.visible !== null) return [];
  const signal = gate.claimed && (report.explicit || report.taskExplicit);
  const indicators = gate.indicatorSum >= settings.indicatorThreshold && gate.indicators.some(({ proof }) => proof);
  if (signal && !indicators) return ["an explicit signal of completion, but too few indicators"];
  if (!signal && indicators && report.phrases.length > 0)
    return ["the text says complete, but there is no explicit signal"];
  return [];
}

/** What the next prompt should tell the agent. */
function collectFeedback({ gate, seen, settings }: Case, verdict: Verdict): readonly string[] {
  const isRefused = gate.claimed && !gate.passed;
  const feedback = isRefused ? [...gate.refusals] : [];
  const vetoes = isRefused ? gate.vetoes.join("\n") : "";
  if (!gate.claimed && seen.turn?.report.contradictory)
    feedback.push(
      "your status contradicts itself, so it counts as not done: a yes stands beside something that denies it",
    );
  for (const check of seen.evidence)
    if (check.required && check.state !== "holds" && !check.notRun && !vetoes.includes(check.name))
      feedback.push(describeUnmet(check));
  if (verdict.decision === "CONTINUE") feedback.push(...listFeedback(seen, settings, tasksDoneBy(verdict)));
  return feedback.length < 2 ? feedback : [...new Set(feedback)];
}

/** Tests that failed before the agent touched anything are told as such. */
function describeUnmet(check: Evidence): string {
  const { failing = [] } = check;
  if (isKnownFailure(check) && failing.length > 0)
    return `still failing in ${check.name}, as before the run: ${formatTestNames(failing)}`;
  return `required check ${describeCheck(check)}`;
}

/** What is left of the list; where nothing is, why that is not the end. */
function listFeedback(seen: Observation, settings: Settings, done: readonly string[]): readonly string[] {
  const { tasks } = seen;
  if (tasks.is !== "list") return [];
  const left = countNotDone(seen, done);
  return left > 0 ? [describeNotDone(tasks, done, left)] : completionBlockers(seen, settings, done);
}

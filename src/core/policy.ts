import { budgetLines, isNearlySpent, tellBudget } from "./budget.js";
import { completionBlockers, completionOf } from "./completion.js";
import { type Abstention, type Decision, exitCode, type Verdict } from "./decision.js";
import { tellCheck } from "./evidence.js";
import type { Observation } from "./observation.js";
import type { Case, Judgement, Rule, TurnCase } from "./rule.js";
import { abstain } from "./rule.js";
import type { Settings } from "./settings.js";
import { tellNotDone } from "./tasks.js";
import { weigh } from "./weigh.js";

/** Ordered rules: the order is the meaning, the first that speaks wins, and a verdict always comes out. */
export interface Policy {
  readonly name: string;
  readonly rules: readonly Rule[];
  readonly settings: Settings;
  otherwise(of: Case): Verdict;
}

/** Decides. Pure and synchronous: the same observation gives the same decision. */
export function decide(policy: Policy, seen: Observation): Decision {
  const of = weigh(seen, policy.settings);
  const abstained: Abstention[] = [];
  for (const rule of policy.rules) {
    const judgement = ask(rule, of);
    if (judgement.speaks) return compose(policy, of, { rule: rule.name, verdict: judgement.verdict, abstained });
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
  const blockers = completionBlockers(of.seen, verdict.taskDone);
  return blockers.length === 0 ? judgement : abstain(`would have said completed, but ${blockers.join("; ")}`);
}

interface Spoken {
  readonly rule: string;
  readonly verdict: Verdict;
  readonly abstained: readonly Abstention[];
}

function compose(policy: Policy, of: Case, { rule, verdict, abstained }: Spoken): Decision {
  const said = of.seen.turn?.said;
  const isExit = verdict.decision === "EXIT";
  return {
    decision: verdict.decision,
    outcome: isExit ? verdict.outcome : null,
    rule,
    reason: verdict.reason,
    policy: policy.name,
    exitCode: isExit ? exitCode(verdict, of.settings.exitCodes, wasRefused(of)) : null,
    taskDone: verdict.taskDone,
    forced: verdict.forced,
    score: of.score,
    claim: said?.claim ?? "none",
    explicit: said?.explicit ?? false,
    indicators: of.gate.indicatorSum,
    completion: completionOf(of.seen),
    confidence: said?.spoke ? said.confidence : null,
    errors: said?.spoke ? said.errors : null,
    warnings: warningsOf(of),
    feedback: isExit && verdict.outcome === "completed" ? [] : feedbackOf(of, verdict),
    wait: isExit ? null : verdict.wait,
    breaker: { state: of.breakerAfter.state, reason: of.breakerAfter.reason },
    abstained,
  };
}

/** A gate, judge or review said no in this iteration. */
function wasRefused({ gate, seen }: Case): boolean {
  return (gate.claimed && !gate.passed) || seen.evidence.some((check) => check.required && check.state === "fails");
}

function warningsOf(of: Case): readonly string[] {
  const { seen, settings, gate } = of;
  const warnings = [...(seen.turn?.said.warnings ?? []), ...halfGate(of)];
  for (const check of seen.evidence)
    if (!check.required && check.state === "fails") warnings.push(`optional check ${tellCheck(check)}`);
  for (const line of budgetLines(seen, settings))
    if (isNearlySpent(line)) warnings.push(`80 % of a budget is used: ${tellBudget(line)}`);
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
  const said = seen.turn?.said;
  if (!said || gate.passed || !settings.gateEnabled) return [];
  const signal = gate.claimed && (said.explicit || said.taskExplicit);
  const indicators = gate.indicatorSum >= settings.indicatorThreshold && gate.indicators.some(({ proof }) => proof);
  if (signal && !indicators) return ["half of the gate: an explicit signal of completion, but too few indicators"];
  if (!signal && indicators && said.phrases.length > 0)
    return ["half of the gate: the words say complete, but there is no explicit signal"];
  return [];
}

/** What the next prompt should tell the agent. */
function feedbackOf({ gate, seen }: Case, verdict: Verdict): readonly string[] {
  const feedback = gate.claimed && !gate.passed ? [...gate.refusals] : [];
  if (!gate.claimed || gate.passed)
    for (const check of seen.evidence)
      if (check.required && check.state !== "holds") feedback.push(`required check ${tellCheck(check)}`);
  if (verdict.decision === "CONTINUE") feedback.push(...listFeedback(seen, verdict.taskDone));
  return feedback.length < 2 ? feedback : [...new Set(feedback)];
}

/** What is left of the list; where nothing is, why that is not the end. */
function listFeedback(seen: Observation, taskDone: string | null): readonly string[] {
  const { tasks } = seen;
  if (tasks.is !== "list") return [];
  const others = taskDone === null ? tasks.left + tasks.blocked : tasks.othersNotDone;
  return others > 0 ? [tellNotDone(tasks, taskDone)] : completionBlockers(seen, taskDone);
}

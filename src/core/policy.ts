import { budgetLines, formatBudget, isNearlySpent, isSpent } from "./budget.js";
import { formatTestNames, isKnownFailure } from "./check-comparison.js";
import { completionBlockers, countNotDone, measureCompletion } from "./completion.js";
import { type Abstention, type Decision, exit, exitCode, type Verdict } from "./decision.js";
import { describeCheck, type Evidence } from "./evidence.js";
import { foldWarnings } from "./fold-warnings.js";
import type { Observation } from "./observation.js";
import type { Case, Judgement, Rule, TurnCase } from "./rule.js";
import { abstain, speak } from "./rule.js";
import { describeSign } from "./seen-sign.js";
import { afterSetAside, setAsideInstead } from "./set-aside.js";
import type { Settings } from "./settings.js";
import { describeNotDone } from "./tasks.js";
import { uncheckedWork } from "./unchecked-work.js";
import { describeNotProven, isVerified, listDone, showProofs } from "./verified.js";
import { weigh } from "./weigh.js";

/** An ordered list of rules: the first that speaks wins, and there is always a verdict. */
export interface Policy {
  readonly name: string;
  readonly rules: readonly Rule[];
  /** Asked after the others, and only about the stops of interactive sessions. */
  readonly sessionRules?: readonly Rule[];
  readonly settings: Settings;
  /** False if only the task tracker decides what is done. */
  readonly marksTasks?: false;
  otherwise(context: Case): Verdict;
}

export interface Judged {
  readonly decision: Decision;
  readonly context: Case;
}

/** Pure and synchronous: the same observation gives the same decision. */
export const decide = (policy: Policy, seen: Observation): Decision => judgeCase(policy, seen).decision;

/** Evaluates the observation once, asks the rules once, and returns both. */
export function judgeCase(policy: Policy, seen: Observation): Judged {
  const context = weigh(seen, policy.settings);
  const decision = askRules(policy, context);
  if (!decision.setAside) return { context, decision };
  const breakerAfter = afterSetAside(context.breakerAfter);
  return {
    context: { ...context, breakerAfter },
    decision: { ...decision, breaker: { state: "closed", reason: null } },
  };
}

function askRules(policy: Policy, context: Case): Decision {
  const abstained: Abstention[] = [];
  for (const rule of rulesFor(policy, context.seen)) {
    const judgement = ask(rule, context);
    if (judgement.speaks) {
      const verdict = setAsideInstead(rule, judgement.verdict, context);
      return compose(policy, context, { rule: rule.name, verdict, abstained });
    }
    abstained.push({ rule: rule.name, why: judgement.why });
  }
  return compose(policy, context, { rule: "otherwise", verdict: policy.otherwise(context), abstained });
}

/** The rules of a policy that are asked about an observation, in order. */
export const rulesFor = ({ rules, sessionRules = [] }: Policy, { session }: Observation): readonly Rule[] =>
  session ? [...rules, ...sessionRules] : rules;

function ask(rule: Rule, context: Case): Judgement {
  if (rule.asks === "any-time") return guard(rule.judge(context), context);
  return hasTurn(context) ? guard(rule.judge(context), context) : abstain("asked before the agent's turn");
}

const hasTurn = (context: Case): context is TurnCase => context.seen.turn !== null;

/**
 * Overrules any rule, custom ones included, that would complete the run despite a failing check, an unfinished task or
 * an explicit "not done". Only the operator may force that.
 */
function guard(judgement: Judgement, context: Case): Judgement {
  if (!judgement.speaks) return judgement;
  const { verdict } = judgement;
  if (verdict.decision !== "EXIT" || verdict.outcome !== "completed" || verdict.forced) return judgement;
  const blockers = completionBlockers(context.seen, context.settings, tasksDoneBy(verdict));
  if (blockers.length > 0) return abstain(`would have said completed, but ${blockers.join("; ")}`);
  const { taskDone, alsoDone } = verdict;
  const unchecked = uncheckedWork(context, tasksDoneBy(verdict));
  if (unchecked !== null)
    return speak(exit("needs-review", unchecked, { taskDone, alsoDone, onlyReview: "unchecked" }));
  const doubts = readDoubts(context);
  if (doubts.length === 0) return judgement;
  const why = `${verdict.reason}; but ${doubts.join("; ")}`;
  return speak(exit("needs-review", why, { taskDone, alsoDone, onlyReview: "doubtful" }));
}

/** What a person has to look at before the run may be called completed. */
function readDoubts({ seen, settings }: Case): readonly string[] {
  const changed = settings.changedTests === "review" ? changedTests(seen) : [];
  const isAsked = settings.signs === "review" || settings.signs === "refuse";
  const told = [...seen.evidence.flatMap((check) => check.signs ?? []), ...(seen.signs ?? []).map(describeSign)];
  const signs = isAsked ? [...new Set(told)] : [];
  return [
    ...(changed.length > 0 ? [`tests were changed to pass: ${formatTestNames(changed)}`] : []),
    ...(signs.length > 0 ? [`there are signs of cheating: ${formatTestNames(signs, 3)}`] : []),
  ];
}

/** Tests that fail as they were when the run began, and pass as the agent changed them. */
export const changedTests = ({ evidence }: Observation): readonly string[] =>
  evidence.flatMap(({ changed = [] }) => changed);

/** The tasks that a verdict or a decision completes. Older journals have the other ones apart. */
export function tasksDoneBy({ taskDone, alsoDone = [], tasksDone }: Completing): readonly string[] {
  if (tasksDone) return tasksDone.map(({ id }) => id);
  return taskDone === null ? alsoDone : [taskDone, ...alsoDone];
}

type Completing = Pick<Verdict, "taskDone"> & Partial<Pick<Verdict, "alsoDone"> & Pick<Decision, "tasksDone">>;

interface RuleVerdict {
  readonly rule: string;
  readonly verdict: Verdict;
  readonly abstained: readonly Abstention[];
}

function compose(policy: Policy, context: Case, { rule, verdict, abstained }: RuleVerdict): Decision {
  const report = context.seen.turn?.report;
  const isExit = verdict.decision === "EXIT";
  return {
    decision: verdict.decision,
    outcome: isExit ? verdict.outcome : null,
    rule,
    reason: verdict.reason,
    policy: policy.name,
    exitCode: isExit ? exitCode(verdict, context.settings.exitCodes, wasRefused(context)) : null,
    taskDone: verdict.taskDone,
    tasksDone: listDone(context, verdict),
    setAside: verdict.setAside,
    verified: isVerified(context, verdict),
    proof: showProofs(context, verdict),
    notProven: describeNotProven(context, verdict),
    ...(isExit && verdict.onlyReview ? { onlyReview: verdict.onlyReview } : {}),
    forced: verdict.forced,
    score: context.score,
    claim: report?.claim ?? "none",
    explicit: report?.explicit ?? false,
    indicators: context.gate.indicatorSum,
    completion: measureCompletion(context.seen),
    confidence: report?.spoke ? report.confidence : null,
    errors: report?.spoke ? report.errors : null,
    warnings: foldWarnings(collectWarnings(context)),
    feedback: isExit && verdict.outcome === "completed" ? [] : collectFeedback(context, verdict),
    wait: isExit ? null : verdict.wait,
    breaker: { state: context.breakerAfter.state, reason: context.breakerAfter.reason },
    abstained,
  };
}

/** A gate, judge or review refused in this iteration. */
function wasRefused({ gate, seen }: Case): boolean {
  return (gate.claimed && !gate.passed) || seen.evidence.some((check) => check.required && check.state === "fails");
}

function collectWarnings(context: Case): readonly string[] {
  const { seen, settings, gate } = context;
  const warnings = [...(seen.turn?.report.warnings ?? []), ...halfGate(context)];
  for (const check of seen.evidence)
    if (!check.required && check.state === "fails") warnings.push(`optional check ${describeCheck(check)}`);
  for (const line of budgetLines(seen, settings))
    if (isNearlySpent(line) && !isSpent(line)) warnings.push(`80 % of a budget is used: ${formatBudget(line)}`);
  if (seen.tasks.is === "unusable") warnings.push(`the task list cannot be used: ${seen.tasks.why}`);
  if (seen.tasks.is === "list") {
    warnings.push(...seen.tasks.missing);
    if (seen.selection.is === "task" && seen.tasks.selectedStatus === null)
      warnings.push(`task ${seen.selection.id} is not in the list`);
  }
  if (seen.forceComplete && seen.selection.is !== "task" && seen.tasks.is !== "not-asked")
    warnings.push('forcing completion is refused: name the task, with --task ID or as "task" in the situation');
  // Where the score refuses nothing, it says nothing either.
  if (settings.minScore > 0 && gate.claimed && !gate.passed && context.score.total < settings.weakClaimScore)
    warnings.push(`a weak claim of completion: score ${context.score.total}, below ${settings.weakClaimScore}`);
  return warnings;
}

/** Only half of the gate is met: the agent may be confused, or too early. */
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

/** Feedback for the agent's next prompt. */
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

/** Marks tests that failed before the agent changed anything. */
function describeUnmet(check: Evidence): string {
  const { failing = [] } = check;
  if (isKnownFailure(check) && failing.length > 0)
    return `still failing in ${check.name}, as before the run: ${formatTestNames(failing)}`;
  return `required check ${describeCheck(check)}`;
}

/** The remaining tasks; if there are none, why the run is still not complete. */
function listFeedback(seen: Observation, settings: Settings, done: readonly string[]): readonly string[] {
  const { tasks } = seen;
  if (tasks.is !== "list") return [];
  const left = countNotDone(seen, done);
  return left > 0 ? [describeNotDone(tasks, done, left)] : completionBlockers(seen, settings, done);
}

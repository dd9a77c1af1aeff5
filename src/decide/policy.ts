import { formatTestNames } from "./check-comparison.js";
import { collectFeedback } from "./collect-feedback.js";
import { collectWarnings } from "./collect-warnings.js";
import { completionBlockers, measureCompletion } from "./completion.js";
import { type Abstention, type Decision, exit, exitCode, type Verdict } from "./decision.js";
import { foldWarnings } from "./fold-warnings.js";
import type { Observation } from "./observation.js";
import { describeUnreviewed } from "./review.js";
import { abstain, type Case, type Judgement, type Rule, speak, type TurnCase } from "./rule.js";
import { describeSign } from "./seen-sign.js";
import { afterSetAside, setAsideInstead } from "./set-aside.js";
import type { Settings } from "./settings.js";
import { tasksDoneBy } from "./tasks-done.js";
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

export interface JudgedCase {
  readonly decision: Decision;
  readonly context: Case;
}

/** Pure and synchronous: the same observation gives the same decision. */
export const decide = (policy: Policy, seen: Observation): Decision => judgeCase(policy, seen).decision;

/** Evaluates the observation once, asks the rules once, and returns both. */
export function judgeCase(policy: Policy, seen: Observation): JudgedCase {
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
  const notReviewed = settings.findings === "review" ? listNotReviewed(seen) : [];
  return [
    ...notReviewed,
    ...(changed.length > 0 ? [`tests were changed to pass: ${formatTestNames(changed)}`] : []),
    ...(signs.length > 0 ? [`there are signs of cheating: ${formatTestNames(signs, 3)}`] : []),
  ];
}

/** What no reviewer could look at, now or earlier in the run. */
const listNotReviewed = (seen: Observation): readonly string[] => [
  ...(seen.notReviewed ?? []),
  ...describeUnreviewed(seen),
];

/** Tests that fail as they were when the run began, and pass as the agent changed them. */
export const changedTests = ({ evidence }: Observation): readonly string[] =>
  evidence.flatMap(({ changed = [] }) => changed);

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

import { budgetLines, formatBudget } from "../decide/budget.js";
import type { Decision } from "../decide/decision.js";
import { currentNames } from "../decide/old-settings.js";
import { policyForKind, resolvePolicy } from "../decide/policies/policies.js";
import { judgeCase, type Policy, rulesFor } from "../decide/policy.js";
import type { Case } from "../decide/rule.js";
import { currentRuleName } from "../decide/rules/old-rule-names.js";
import type { Settings } from "../decide/settings.js";
import { describeTrust } from "../decide/trust.js";
import { plural } from "../lib/text/plural.js";
import { mergeRule } from "../run/parallel/about-unit.js";
import { asUnit } from "../run/parallel/unit-journal.js";
import type { DecisionRecord } from "../store/record.js";

export type RuleAnswer = {
  readonly rule: string;
  readonly answer: "spoke" | "abstained" | "not asked";
  readonly why: string;
};

/** Explains decisions. Those of a run have much in common, which is worked out once and shared. */
export class Explainer {
  readonly #policies = new Map<string, Policy>();
  readonly #answers = new Map<string, RuleAnswer>();
  readonly #settings = new Map<string, readonly UsedSetting[]>();

  /** Everything about a decision, computed again from its record. */
  explain(record: DecisionRecord) {
    const decision = withCurrentRules(record.decision);
    const key = JSON.stringify([record.policy, record.settings, record.taskKind]);
    const policy = share(this.#policies, key, () =>
      policyForKind(resolvePolicy(record.policy, record.settings), record.taskKind),
    );
    const { context: weighed, decision: again } = judgeCase(policy, record.observation);
    const abstained = new Map(decision.abstained.map(({ rule, why }) => [rule, why]));
    const rules = rulesFor(policy, record.observation);
    const asked = rules.filter(({ name }) => name === decision.rule || abstained.has(name));
    const used = JSON.stringify([key, record.origins, asked.map(({ name }) => name)]);
    return {
      record,
      // None was asked where the run took over what a unit came to.
      rules:
        asked.length > 0
          ? rules.map(({ name }) => this.#answer(name, decision, abstained.get(name)))
          : [this.#answer(decision.rule, decision, undefined)],
      weighed: details(weighed),
      settings: share(this.#settings, used, () => listSettings(record, policy, asked)),
      decidesAgain: isSame(record, decision, again) ? ("the same" as const) : again,
    };
  }

  #answer(rule: string, decision: DecisionRecord["decision"], abstained: string | undefined): RuleAnswer {
    const isSpeaker = rule === decision.rule;
    const why = isSpeaker ? decision.reason : (abstained ?? "");
    const answer = isSpeaker ? "spoke" : abstained === undefined ? "not asked" : "abstained";
    return share(this.#answers, `${rule}\0${answer}\0${why}`, () => ({ rule, answer, why }));
  }
}

/**
 * What the run makes of a task's own worktree, such as a merge, no rule decided: there is nothing to decide again. And
 * the last task of such a run does not end it, whatever its rules say.
 */
function isSame(record: DecisionRecord, decision: Decision, again: Decision): boolean {
  if (record.about && record.about.is !== "ended")
    return decision.rule === mergeRule && decision.decision === "CONTINUE";
  const compared = record.unit === undefined ? again : asUnit({ decision: again, events: [] }).decision;
  return (
    compared.decision === decision.decision && compared.outcome === decision.outcome && compared.rule === decision.rule
  );
}

/** A journal of an older version may name rules that have another name now. */
const withCurrentRules = (decision: DecisionRecord["decision"]): DecisionRecord["decision"] => ({
  ...decision,
  rule: currentRuleName(decision.rule),
  abstained: decision.abstained.map(({ rule, why }) => ({ rule: currentRuleName(rule), why })),
});

export type Explanation = ReturnType<Explainer["explain"]>;

interface UsedSetting {
  readonly name: keyof Settings;
  readonly value: unknown;
  readonly from: string;
}

function share<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

/** The settings that the rules which were asked use, and where each comes from. */
function listSettings(
  { origins, policy: spec }: DecisionRecord,
  { settings }: Policy,
  asked: Policy["rules"],
): readonly UsedSetting[] {
  const own = resolvePolicy(spec).settings;
  const plain = resolvePolicy("standard").settings;
  const findOrigin = (name: keyof Settings): string => {
    // A nested setting has the origins of all its parts.
    const found = Object.entries(origins).filter(([path]) =>
      currentNames(path).some((current) => current === name || current.startsWith(`${name}.`)),
    );
    if (found.length > 0) return [...new Set(found.map(([, where]) => where))].join(", ");
    return JSON.stringify(own[name]) === JSON.stringify(plain[name]) ? "default" : "the policy";
  };
  return [...new Set(asked.flatMap(({ uses }) => uses))].map((name) => ({
    name,
    value: settings[name],
    from: findOrigin(name),
  }));
}

function details({ gate, breakerBefore, breakerAfter, progress, excluded, seen, settings }: Case) {
  return {
    gate,
    breakerBefore,
    breakerAfter,
    progress: progress ?? null,
    excluded,
    budget: budgetLines(seen, settings),
    /** Whether a claim can fail on its score. */
    scoreCounts: settings.minScore > 0,
  };
}

/** What the agent said, and where. */
export function reportLines({ observation, question }: DecisionRecord): readonly string[] {
  const report = observation.turn?.report;
  if (!report) return ["nothing: asked before the agent's turn"];
  return [
    `claim ${report.claim}${report.explicit ? " (explicit)" : ""}, task ${report.taskClaim}; tests ${report.tests}, confidence ${report.confidence}, ${plural(report.errors, "error")}, ${plural(report.questions, "question")}`,
    ...report.signals.map(
      ({ dialect, says, line, trusted, ignoredBecause }) =>
        `line ${line}: ${dialect} says ${says}${trusted ? "" : `, ignored: ${ignoredBecause}`}`,
    ),
    ...report.phrases.map(({ name, subject }) => `phrase: ${subject ? `${name} (${subject})` : name}`),
    ...trustLines(observation),
    ...(question ? [`asked: ${question.text}`] : []),
    ...(report.remaining ? [`remaining: ${report.remaining.text}`] : []),
    ...(report.failure ? [`failed: ${report.failure.kind}, ${report.failure.message}`] : []),
  ];
}

/** Fitted numbers that took part. */
function trustLines({ trust }: DecisionRecord["observation"]): readonly string[] {
  if (!trust) return [];
  const { stated } = trust;
  return [
    `before: ${describeTrust(trust)}`,
    ...(stated ? [`before: a stated confidence of ${stated.said} % was right in ${stated.means} %`] : []),
  ];
}

export function gateLines({ gate }: Explanation["weighed"]): readonly string[] {
  return [
    gate.claimed ? `the claim of the ${gate.of} ${gate.passed ? "passed" : "was refused"}` : "no claim was made",
    ...gate.indicators.map(
      ({ name, weight, proof }) => `indicator ${name}: ${weight}${proof ? "" : ", no proof by itself"}`,
    ),
    ...gate.vetoes.map((veto) => `veto: ${veto}`),
    ...gate.refusals.filter((refusal) => !gate.vetoes.includes(refusal)).map((refusal) => `missing: ${refusal}`),
  ];
}

export function breakerLines({ weighed, record }: Explanation): readonly string[] {
  const { breakerBefore, breakerAfter, progress, excluded } = weighed;
  const facts = Object.entries(record.observation.turn?.facts ?? {}).filter(([, value]) => value !== false);
  return [
    `progress ${progress === null ? "unknown: the workspace was not inspected" : progress ? "yes" : "none"}${excluded ? ", excluded" : ""}`,
    `breaker ${breakerBefore.state} -> ${breakerAfter.state}${breakerAfter.reason ? `: ${breakerAfter.reason}` : ""}`,
    ...(facts.length > 0
      ? [`seen: ${facts.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(", ")}`]
      : []),
    `history: ${record.observation.history.length} earlier iterations`,
  ];
}

export const budgetTexts = ({ budget }: Explanation["weighed"]): readonly string[] => budget.map(formatBudget);

export const differsNote =
  "Decided again, the result differs: the record was written by another version, or was changed.";

import { UserError } from "../../lib/errors.js";
import { suggest } from "../../lib/text/nearest.js";
import { upgradeSettings } from "../old-settings.js";
import type { Policy } from "../policy.js";
import type { Rule } from "../rule.js";
import { rules, rulesByName } from "../rules/all-rules.js";
import { currentRuleName } from "../rules/old-rule-names.js";
import { otherwise } from "../rules/otherwise.js";
import { sessionRules } from "../rules/session-rules.js";
import { mergePatches, type Settings, type SettingsPatch, withSettings } from "../settings.js";
import { defaultSettings } from "../settings-table.js";
import { type KnownTasks, selectTaskById } from "../tasks.js";
import { blackbox } from "./blackbox.js";
import { cub } from "./cub.js";
import type { PolicyDefinition, Step } from "./definition.js";
import { step } from "./definition.js";
import { doyaken } from "./doyaken.js";
import { gold } from "./gold.js";
import { phase5 } from "./phase5.js";
import { standard } from "./standard.js";

export const policyDefinitions: readonly PolicyDefinition[] = [standard, blackbox, doyaken, cub, phase5, gold];

/** A policy composed in a configuration: rule names in order, on the settings of a known policy. */
export interface PolicySpec {
  readonly name?: string;
  readonly extends?: string;
  readonly rules?: readonly string[];
  readonly settings?: SettingsPatch;
}

/** Finds a policy by name; the error suggests the nearest one. */
export function policyDefinition(name: string, where = "policy"): PolicyDefinition {
  const found = policyDefinitions.find((definition) => definition.name === name);
  if (found) return found;
  const names = policyDefinitions.map((definition) => definition.name);
  throw new UserError({ what: `there is no policy ${JSON.stringify(name)}`, where, fix: suggest(name, names) });
}

/** Settings in order: defaults, then the policy's, then the user's. */
export function makePolicy(definition: PolicyDefinition, ...patches: readonly (SettingsPatch | undefined)[]): Policy {
  const settings = withSettings(defaultSettings, definition.settings, ...patches);
  const ordered = definition.steps.map(({ rule }) => rule);
  return {
    name: definition.name,
    rules: withReview(settings.escalate > 0 ? withEscalation(ordered) : ordered, settings),
    sessionRules,
    ...(definition.marksTasks === false ? { marksTasks: false as const } : {}),
    settings,
    otherwise,
  };
}

/** Before the rules that would call the claim hollow; in every policy, as a reviewer's no is a veto in every one. */
function withReview(ordered: readonly Rule[], { reviewers, byTaskKind }: Settings): readonly Rule[] {
  const isAsked = reviewers.length > 0 || Object.values(byTaskKind).some((kind) => (kind.reviewers ?? []).length > 0);
  if (!isAsked || ordered.includes(rules.findingsLeft)) return ordered;
  const at = ordered.findIndex((rule) => afterReview.includes(rule));
  return ordered.toSpliced(at < 0 ? ordered.length : at, 0, rules.findingsLeft);
}

const afterReview: readonly Rule[] = [
  rules.escalated,
  rules.disputed,
  rules.hollowClaims,
  rules.stagnation,
  rules.budgetSpent,
];

/** Before the first rule that sets a task aside for refused claims; policies without such a rule stay as they are. */
function withEscalation(ordered: readonly Rule[]): readonly Rule[] {
  const at = ordered.findIndex((rule) => rule === rules.disputed || rule === rules.hollowClaims);
  return at < 0 || ordered.includes(rules.escalated) ? ordered : ordered.toSpliced(at, 0, rules.escalated);
}

/** The policy with its settings. Journals and callers may have them under old names. */
export function resolvePolicy(policy: string | PolicySpec, settings: SettingsPatch = {}): Policy {
  const definition = typeof policy === "string" ? policyDefinition(policy) : composePolicy(policy);
  return makePolicy(definition, upgradeSettings(settings));
}

/** The policy with its settings for one kind of task. */
export function policyForKind(policy: Policy, kind: string | null): Policy {
  if (kind === null) return policy;
  const { byTaskKind } = policy.settings;
  const own = Object.hasOwn(byTaskKind, kind) ? byTaskKind[kind] : undefined;
  const usual = policy.settings.grantedBy === "facts" && kind === "action" ? actions : undefined;
  return own || usual ? { ...policy, settings: withSettings(policy.settings, usual, own) } : policy;
}

/** Push, deploy, review: these tasks are not expected to change the workspace. */
const actions: SettingsPatch = { unchanged: "accept" };

export function kindOfTask(tasks: KnownTasks, task: string | null | undefined): string | null {
  if (tasks.is !== "tasks") return null;
  const selection = selectTaskById(task, tasks.tasks);
  if (selection.is !== "task") return null;
  const id = selection.inList ?? selection.id;
  return tasks.tasks.find((entry) => entry.id === id)?.kind ?? null;
}

/**
 * Composes a policy. An interrupt and an open breaker always come first: they hold in every policy, even if the list
 * omits or demotes them.
 */
export function composePolicy(spec: PolicySpec, where = "policy"): PolicyDefinition {
  const base = policyDefinition(spec.extends ?? "standard", `${where}.extends`);
  const chosen = spec.rules?.map((name, at) => composedStep(name, `${where}.rules[${at}]`)) ?? base.steps;
  const places = new Map(chosen.map((chosenStep) => [chosenStep.rule.name, chosenStep]));
  const head = [
    places.get("interrupted") ?? step(rules.interrupted),
    ...chosen.filter(({ rule }) => rule === rules.forcedCompletion).slice(0, 1),
    places.get("breaker-open") ?? step(rules.breakerOpen),
  ];
  return {
    name: spec.name ?? `${base.name}, composed`,
    summary: `composed on ${base.name}`,
    ...(base.marksTasks === false ? { marksTasks: false as const } : {}),
    steps: [...head, ...chosen.filter(({ rule }) => !head.some((placed) => placed.rule === rule))],
    settings: mergePatches(base.settings, upgradeSettings(spec.settings ?? {})),
  };
}

function composedStep(name: string, where: string): Step {
  const rule = rulesByName.get(currentRuleName(name));
  if (rule) return step(rule, "your configuration");
  throw new UserError({
    what: `there is no rule ${JSON.stringify(name)}`,
    where,
    fix: suggest(name, [...rulesByName.keys()]),
  });
}

import { proofKinds } from "../../decide/proof.js";
import { type Drift, findDrift } from "../../lib/numbers/drift.js";
import { isotonic, type Measured, type ShareStep } from "../../lib/numbers/isotonic.js";
import { type Share, shareOf, type Weighted, weightOfAge } from "../../lib/numbers/share.js";
import { type Claim, sortOf } from "./claim.js";
import type { Outcome } from "./outcomes.js";

/** How often what stood behind claims was right, for some of them. */
export interface Fit {
  /** Whose claims: an agent, with a model, with a kind of tasks; all where none is named. */
  readonly of: Group;
  readonly all: Share;
  /** What a claim stood on: its words, a check that held, a kind of proof, a score. */
  readonly sources: readonly ClaimSource[];
  /** Right answers by stated confidence and by score, where there are enough of them. */
  readonly confidence: readonly ShareStep[];
  readonly score: readonly ShareStep[];
  /** The mean square error of the stated confidence, and of the share of right ones alone; lower is better. */
  readonly brier: { readonly stated: number; readonly base: number; readonly n: number } | null;
  readonly bins: readonly Bin[];
  readonly drift: (Drift & { readonly sinceAt: string }) | null;
}

export interface Group {
  readonly agent?: string;
  readonly model?: string;
  readonly kind?: string;
}

export interface ClaimSource {
  readonly name: string;
  readonly share: Share;
}

/** Claims of some stated confidence, and how many were right: the reliability chart. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly stated: number;
  readonly share: Share;
}

/** An outcome counts half after so many newer ones of the same group. */
export const halfLife = 200;
/** Steps over confidence and score are fitted from so many outcomes on. */
const enoughForSteps = 30;
/** A group of its own begins with so many. */
const enoughForGroup = 8;

/** One fit for all claims, and one for each agent, model and kind of tasks that has enough outcomes. Oldest first. */
export function fitAll(outcomes: readonly Outcome[]): readonly Fit[] {
  const groups = new Map<string, Group>();
  for (const { claim } of outcomes) for (const group of groupsOf(claim)) groups.set(JSON.stringify(group), group);
  return [...groups.values()]
    .map((of) => ({ of, own: outcomes.filter(({ claim }) => isIn(claim, of)) }))
    .filter(({ of, own }) => own.length >= enoughForGroup || Object.keys(of).length === 0)
    .map(({ of, own }) => fitOne(of, own));
}

/** From all claims to the most exact group of a claim. */
export function groupsOf({ agent, model, kind }: Pick<Claim, "agent" | "model" | "kind">): readonly Group[] {
  const groups: Group[] = [{}];
  if (agent !== null) groups.push({ agent });
  if (agent !== null && model !== null) groups.push({ agent, model });
  if (kind !== null) groups.push(...groups.map((group) => ({ ...group, kind })));
  return groups;
}

const isIn = (claim: Claim, { agent, model, kind }: Group): boolean =>
  (agent === undefined || claim.agent === agent) &&
  (model === undefined || claim.model === model) &&
  (kind === undefined || claim.kind === kind);

function fitOne(of: Group, outcomes: readonly Outcome[]): Fit {
  const weighted = outcomes.map((outcome, at) => ({
    outcome,
    right: outcome.verdict.is === "right",
    weight: weightOfAge(outcomes.length - 1 - at, halfLife),
  }));
  const stated = weighted.flatMap(({ outcome: { claim }, ...rest }) =>
    claim.confidence === null ? [] : [{ value: claim.confidence, ...rest }],
  );
  const scored = weighted.map(({ outcome: { claim }, ...rest }) => ({ value: claim.score, ...rest }));
  const drift = findDrift(weighted.map(({ right }) => right));
  const since = drift && outcomes[drift.at];
  return {
    ...{ of, all: shareOf(weighted), sources: fitSources(weighted) },
    confidence: fitSteps(stated),
    score: fitSteps(scored),
    brier: brierOf(stated),
    bins: fitBins(stated),
    drift: drift && since ? { ...drift, sinceAt: since.verdict.at } : null,
  };
}

const fitSteps = (measured: readonly Measured[]): readonly ShareStep[] =>
  measured.length < enoughForSteps ? [] : isotonic(measured);

interface WeightedOutcome extends Weighted {
  readonly outcome: Outcome;
}

/** Each source with the claims that had it. One that no claim had is left out. */
function fitSources(weighted: readonly WeightedOutcome[]): readonly ClaimSource[] {
  const names = [...new Set(weighted.flatMap(({ outcome }) => sourcesOf(outcome.claim)))].sort(bySort);
  return names.map((name) => ({
    name,
    share: shareOf(weighted.filter(({ outcome }) => sourcesOf(outcome.claim).includes(name))),
  }));
}

export const words = { explicit: "words: status block", weak: "words: prose" } as const;
export const unproven = "done, not proven";

/** What a claim stood on, by name. */
export function sourcesOf({ explicit, checks, done, verified, proof, isDoubtful }: Claim): readonly string[] {
  const held = new Set(checks.map(({ name }) => sortOf(name)));
  const states = [...held].map((sort) => {
    const own = checks.filter(({ name }) => sortOf(name) === sort);
    const holds = own.every(({ state }) => state === "holds");
    return `check ${sort} ${holds ? "holds" : own.some(({ state }) => state === "fails") ? "fails" : "unknown"}`;
  });
  return [
    explicit ? words.explicit : words.weak,
    ...states,
    ...(verified && proof ? [`proof ${proof}`] : []),
    ...(done && !verified ? [unproven] : []),
    ...(isDoubtful ? ["signs or changed tests"] : []),
  ];
}

const sorts = ["words", "check", ...proofKinds.map((kind) => `proof ${kind}`), "proof", "done", "signs"];

function bySort(a: string, b: string): number {
  const rank = (name: string): number => sorts.findIndex((sort) => name.startsWith(sort));
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

function brierOf(stated: readonly Measured[]): Fit["brier"] {
  if (stated.length === 0) return null;
  const weight = stated.reduce((sum, each) => sum + each.weight, 0);
  const mean = (value: (each: Measured) => number): number =>
    stated.reduce((sum, each) => sum + value(each) * each.weight, 0) / weight;
  const base = mean(({ right }) => (right ? 1 : 0));
  const error = (said: number, right: boolean): number => (said - (right ? 1 : 0)) ** 2;
  return {
    stated: round(mean(({ value, right }) => error(value / 100, right))),
    base: round(mean(({ right }) => error(base, right))),
    n: stated.length,
  };
}

const edges = [0, 50, 70, 80, 90, 100] as const;

function fitBins(stated: readonly Measured[]): readonly Bin[] {
  return edges.slice(1).flatMap((to, at) => {
    const from = edges[at] ?? 0;
    const own = stated.filter(({ value }) => value >= from && (value < to || (to === 100 && value <= 100)));
    const mean = own.reduce((sum, { value }) => sum + value, 0) / own.length;
    return own.length === 0 ? [] : [{ from, to, stated: round(mean), share: shareOf(own) }];
  });
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

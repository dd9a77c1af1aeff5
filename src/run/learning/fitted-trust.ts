import { isProven, type Proof } from "../../decide/proof.js";
import type { Trust } from "../../decide/trust.js";
import { isRecord } from "../../lib/json/is-record.js";
import { readSteps, type ShareStep } from "../../lib/numbers/isotonic.js";
import type { Share } from "../../lib/numbers/share.js";
import type { Claim } from "./claim.js";
import { type Fit, type Group, groupsOf, unproven, words } from "./fit.js";

/** Fitted numbers that runs of this project use: kept out of the project, where no agent writes. */
export interface FittedTrust {
  readonly version: typeof trustVersion;
  readonly at: string;
  readonly outcomes: number;
  readonly groups: readonly TrustGroup[];
}

interface TrustGroup {
  readonly of: Group;
  readonly sources: readonly { readonly name: string; readonly share: Share }[];
  readonly confidence: readonly ShareStep[];
}

export const trustVersion = 1;
/** A group answers for its claims from so many outcomes on; before, the one around it does. */
const enough = 8;

export const toFittedTrust = (fits: readonly Fit[], at: string): FittedTrust => ({
  ...{ version: trustVersion, at, outcomes: fits[0]?.all.n ?? 0 },
  groups: fits.map(({ of, sources, confidence }) => ({ of, sources, confidence })),
});

export function isFittedTrust(value: unknown): value is FittedTrust {
  if (!isRecord(value) || value["version"] !== trustVersion) return false;
  const { at, outcomes, groups } = value;
  return typeof at === "string" && typeof outcomes === "number" && Array.isArray(groups) && groups.every(isGroup);
}

function isGroup(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value["of"])) return false;
  const { sources, confidence } = value;
  return Array.isArray(sources) && sources.every(isSource) && Array.isArray(confidence) && confidence.every(isStep);
}

const isSource = (value: unknown): boolean => {
  if (!isRecord(value) || typeof value["name"] !== "string" || !isRecord(value["share"])) return false;
  const { n, counts, likely, low, high } = value["share"];
  return [n, counts].every(isCount) && [likely, low, high].every(isShare);
};
const isStep = (value: unknown): boolean => isRecord(value) && isCount(value["from"]) && isShare(value["share"]);
const isCount = (value: unknown): boolean => typeof value === "number" && value >= 0;
const isShare = (value: unknown): boolean => isCount(value) && (value as number) <= 1;

/** A claim that is about to be judged. */
export interface ClaimToTrust extends Pick<Claim, "agent" | "model" | "kind" | "explicit"> {
  readonly confidence: number;
  readonly proof: Proof | undefined;
}

/** How claims like this one turned out, in the most exact group that has enough of them. */
export function trustIn(table: FittedTrust, claim: ClaimToTrust): Trust | undefined {
  const { explicit, proof } = claim;
  const shown = proof && isProven(proof) ? `proof ${proof.kind}` : unproven;
  const names = [shown, explicit ? words.explicit : words.weak];
  for (const of of groupsOf(claim).toReversed()) {
    const group = table.groups.find((each) => isSame(each.of, of));
    const source = names.flatMap((name) => group?.sources.find((each) => each.name === name) ?? [])[0];
    if (group && source && source.share.counts >= enough) return toTrust(group, source, claim);
  }
  return undefined;
}

const isSame = (a: Group, b: Group): boolean => a.agent === b.agent && a.model === b.model && a.kind === b.kind;

function toTrust(
  { of, confidence }: TrustGroup,
  { name, share }: TrustGroup["sources"][number],
  claim: ClaimToTrust,
): Trust {
  const means = readSteps(confidence, claim.confidence);
  return {
    ...{ of: `${describeGroup(of)}: ${name}`, n: share.n },
    ...{ likely: percent(share.likely), low: percent(share.low), high: percent(share.high) },
    ...(means === null ? {} : { stated: { said: claim.confidence, means: percent(means) } }),
  };
}

const percent = (share: number): number => Math.round(share * 100);

/** "claude opus, bug", or "all claims" */
export function describeGroup({ agent, model, kind }: Group): string {
  const who = [agent, model].filter(Boolean).join(" ");
  return [who, kind].filter(Boolean).join(", ") || "all claims";
}

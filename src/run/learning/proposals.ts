import { type Fit, unproven } from "./fit.js";
import type { Outcome } from "./outcomes.js";

/** A setting that would have done better here, by what turned out. */
export interface Proposal {
  readonly setting: string;
  readonly value: string | number;
  readonly why: string;
  /** Of the graded claims that were taken as done: how many it would have refused, by how they turned out. */
  readonly refusedWrong: number;
  readonly refusedRight: number;
}

export type Proposals =
  | { readonly is: "too-little"; readonly why: string }
  | { readonly is: "proposals"; readonly proposals: readonly Proposal[] };

/** Below these nothing is proposed: a setting that follows ten outcomes follows chance. */
export const fewestOutcomes = 30;
export const fewestWrong = 5;

/** Settings that refuse more, or stop sooner. None takes as done what is refused now. */
export function propose(fits: readonly Fit[], outcomes: readonly Outcome[]): Proposals {
  const wrong = outcomes.filter(({ verdict }) => verdict.is === "wrong");
  if (outcomes.length < fewestOutcomes)
    return tooLittle(`${outcomes.length} outcomes are graded, and ${fewestOutcomes} are needed`);
  if (wrong.length < fewestWrong)
    return tooLittle(`${wrong.length} outcomes are wrong, and ${fewestWrong} are needed to learn from them`);
  const found = [...ofUnverified(fits, outcomes), ...ofSigns(fits, outcomes), ...ofTurns(outcomes)];
  return { is: "proposals", proposals: found };
}

const tooLittle = (why: string): Proposals => ({ is: "too-little", why });

/** A source is bad where even the upper end of its interval is below this. */
const poor = 0.8;

const sourceOf = (fits: readonly Fit[], name: string) => fits[0]?.sources.find((each) => each.name === name);

/** Refuse all that is not proven, or only what groups of claims do that rarely are right. */
function ofUnverified(fits: readonly Fit[], outcomes: readonly Outcome[]): readonly Proposal[] {
  const source = sourceOf(fits, unproven);
  const isUnproven = ({ claim }: Outcome): boolean => claim.done && !claim.verified;
  if (source && source.share.n >= 10 && source.share.high < poor)
    return [
      {
        ...{ setting: "unverified", value: "refuse", ...refused(outcomes.filter(isUnproven)) },
        why: `of ${source.share.n} tasks that were done and not proven about ${percent(source.share.likely)} % were right`,
      },
    ];
  const weak = fits.filter(({ of, sources }) => {
    const share = sources.find(({ name }) => name === unproven)?.share;
    return (
      Object.keys(of).length > 0 && share && share.counts >= 8 && share.likely * 100 < minTrust && share.high < 0.9
    );
  });
  if (weak.length === 0) return [];
  const isWeak = ({ claim }: Outcome): boolean =>
    weak.some(
      ({ of }) =>
        (of.agent === undefined || of.agent === claim.agent) &&
        (of.model === undefined || of.model === claim.model) &&
        (of.kind === undefined || of.kind === claim.kind),
    );
  const counts = refused(outcomes.filter((outcome) => isUnproven(outcome) && isWeak(outcome)));
  const why = `unproven claims of ${weak.length === 1 ? "one group" : `${weak.length} groups`} of agents or tasks were right in less than ${minTrust} %`;
  return [{ setting: "minTrust", value: minTrust, why, ...counts }];
}

const minTrust = 60;

function ofSigns(fits: readonly Fit[], outcomes: readonly Outcome[]): readonly Proposal[] {
  const source = sourceOf(fits, "signs or changed tests");
  if (!source || source.share.n < 8 || source.share.high >= poor) return [];
  const counts = refused(outcomes.filter(({ claim }) => claim.done && claim.isDoubtful));
  const why = `of ${source.share.n} tasks with signs of cheating or tests changed to pass about ${percent(source.share.likely)} % were right`;
  return [
    { setting: "signs", value: "refuse", why, ...counts },
    { setting: "changedTests", value: "refuse", why, ...counts },
  ];
}

/** Turns beyond what any right task ever took here, and half as many again. */
function ofTurns(outcomes: readonly Outcome[]): readonly Proposal[] {
  const right = outcomes.filter(({ verdict }) => verdict.is === "right").map(({ turns }) => turns);
  const most = Math.max(0, ...right);
  const value = Math.max(3, Math.ceil(most * 1.5));
  const longer = outcomes.filter(({ turns, verdict }) => verdict.is === "wrong" && turns > value);
  if (most === 0 || value >= 10 || longer.length < 2) return [];
  const why = `no right task took more than ${most} turns here, and ${longer.length} wrong ones took more than ${value}`;
  return [{ setting: "maxIterationsPerTask", value, why, refusedWrong: 0, refusedRight: 0 }];
}

const refused = (outcomes: readonly Outcome[]): Pick<Proposal, "refusedWrong" | "refusedRight"> => ({
  refusedWrong: outcomes.filter(({ verdict }) => verdict.is === "wrong").length,
  refusedRight: outcomes.filter(({ verdict }) => verdict.is === "right").length,
});

const percent = (share: number): number => Math.round(share * 100);

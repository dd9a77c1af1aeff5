import type { Share } from "../../lib/numbers/share.js";
import { money } from "../../lib/text/money.js";
import { plural } from "../../lib/text/plural.js";
import { printable } from "../../lib/text/printable.js";
import { paint } from "../../report/terminal/paint.js";
import { type Bin, type Fit, halfLife } from "../../run/learning/fit.js";
import { describeGroup } from "../../run/learning/fitted-trust.js";
import type { AgentPays, CheckPays } from "../../run/learning/what-pays.js";
import type { Learned, ReplayedProposal } from "./learned.js";

/** What was learned, for a terminal. */
export function formatLearned(learned: Learned, colour: boolean): string {
  const { bold } = paint(colour);
  const part = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ["", bold(title), ...lines];
  return [
    describeOutcomes(learned),
    ...learned.fits.flatMap((fit) => part(`How often ${describeGroup(fit.of)} turned out right`, formatFit(fit))),
    ...part("Stated confidence, and what it means here", chartOf(learned.fits[0])),
    ...part("Checks", learned.checks.map(formatCheck)),
    ...part("Agents", learned.agents.map(formatAgent)),
    ...part("Proposed settings", formatProposals(learned)),
    "",
  ]
    .map((line) => (colour ? line : printable(line)))
    .join("\n");
}

export function describeOutcomes({ outcomes }: Pick<Learned, "outcomes">): string {
  const right = outcomes.filter(({ verdict }) => verdict.is === "right").length;
  const contradicted = outcomes.filter(({ contradicts }) => contradicts !== null).length;
  const doubt = contradicted > 0 ? `; ${contradicted} were graded otherwise before` : "";
  return `${plural(outcomes.length, "outcome")} graded: ${right} right, ${outcomes.length - right} wrong${doubt}. An outcome counts half after ${halfLife} newer ones.`;
}

function formatFit({ all, sources, brier, drift }: Fit): readonly string[] {
  const rows = [{ name: "all of its claims", share: all }, ...sources];
  const width = Math.max(...rows.map(({ name }) => name.length));
  return [
    ...rows.map(({ name, share }) => `  ${name.padEnd(width)}  ${formatShare(share)}`),
    ...(brier ? [`  ${formatBrier(brier)}`] : []),
    ...(drift
      ? [
          `  worse since ${drift.sinceAt.slice(0, 10)}: ${percent(drift.since)} right, before ${percent(drift.before)} (outcome ${drift.at + 1} of ${all.n})`,
        ]
      : []),
  ];
}

/** "9 of 12, likely 71 % (43–95 %)" */
export const formatShare = ({ right, n, likely, low, high }: Share): string =>
  `${right} of ${n}, likely ${percent(likely)} (${Math.round(low * 100)}–${percent(high)})`;

const formatBrier = ({ stated, base, n }: NonNullable<Fit["brier"]>): string =>
  `Brier score of the stated confidence ${stated.toFixed(3)} (${n}), of its share of right claims alone ${base.toFixed(3)}: ${stated < base ? "it says something" : "it says nothing"}`;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const barWidth = 30;

/** A bar for each range of stated confidence: # is the share that was right, | the confidence itself. */
function chartOf(fit: Fit | undefined): readonly string[] {
  return (fit?.bins ?? []).map(
    (bin) => `  ${`${bin.from}–${bin.to} %`.padEnd(9)} [${drawBar(bin)}] ${formatShare(bin.share)}`,
  );
}

function drawBar({ stated, share }: Bin): string {
  const seen = share.n === 0 ? 0 : share.right / share.n;
  const bar = "#".repeat(Math.round(seen * barWidth)).padEnd(barWidth, ".");
  const at = Math.min(barWidth - 1, Math.round((stated / 100) * barWidth));
  return `${bar.slice(0, at)}|${bar.slice(at + 1)}`;
}

function formatCheck({ name, ran, refused, refusedWrong, refusedRight, missed, seconds }: CheckPays): string {
  const said =
    refused === 0
      ? "never refused a claim"
      : `refused ${plural(refused, "claim")}, of tasks that were graded wrong ${refusedWrong}, right ${refusedRight}`;
  const each = refusedWrong > 0 && seconds > 0 ? `, ${Math.round(seconds / refusedWrong)} s for each wrong one` : "";
  const time = seconds > 0 ? `; ${seconds} s${each}` : "";
  return `  ${name}: ran at ${plural(ran, "claim")}, ${said}${missed > 0 ? `; let ${missed} wrong pass` : ""}${time}`;
}

function formatAgent({ agent, model, kind, tasks, verified, wrong, ...spent }: AgentPays): string {
  const who = [agent, model].filter(Boolean).join(" ");
  const turns = spent.turnsPerVerified === null ? "" : `${spent.turnsPerVerified.toFixed(1)} turns`;
  const usd = spent.usdPerVerified === null ? "" : money(spent.usdPerVerified);
  const cost = [usd, turns].filter(Boolean).join(" and ");
  return `  ${who}${kind === null ? "" : `, ${kind}`}: ${verified} of ${plural(tasks, "task")} verified, ${wrong} wrong; ${cost === "" ? "nothing verified" : `${cost} for each verified one`}`;
}

function formatProposals({ proposals, replayed }: Learned): readonly string[] {
  if (proposals.is === "too-little") return [`  none: ${proposals.why}`];
  if (replayed.length === 0) return ["  none: the settings as they are do as well as any that was tried"];
  return replayed.flatMap(formatProposal);
}

function formatProposal({ proposal, runs, otherwise, iterationsSaved }: ReplayedProposal): readonly string[] {
  const { setting, value, why, refusedWrong, refusedRight } = proposal;
  return [
    `  ${setting}: ${value}`,
    `    ${why}`,
    `    of graded tasks taken as done it would have refused ${refusedWrong} wrong and ${refusedRight} right ones`,
    `    replayed: ${otherwise} of ${plural(runs, "run")} would have ended differently, ${iterationsSaved < 0 ? `at least ${plural(-iterationsSaved, "iteration")} more` : `${plural(iterationsSaved, "iteration")} saved`}`,
  ];
}

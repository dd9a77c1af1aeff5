import { quoteWord } from "../lib/text/quote-word.js";
import { commonBranch } from "./branches.js";
import type { FleetRepository, Submission } from "./terms.js";

interface SubmitPlace {
  /** Of the keys in Redis: which of its fleets it is. */
  readonly prefix: string;
  readonly now: number;
}

/** The command that submits what is left of a repository, by the same terms. What was used so far is not known any more. */
export function submitAgain(
  submission: Submission,
  { url, list }: FleetRepository,
  { prefix, now }: SubmitPlace,
): string {
  const { limits, priority, pullRequest } = submission;
  const [, fleet] = /^\{untildone-(.+)\}$/.exec(prefix) ?? [];
  const seconds = limits.until === null ? null : Math.max(1, Math.ceil((limits.until - now) / 1000));
  const named: readonly (readonly [flag: string, value: string | number | null | undefined])[] = [
    ["repo", url],
    ["from", commonBranch(submission.id)],
    ["tasks", list],
    ["fleet", fleet],
    ["max-iterations", limits.iterations],
    ["max-cost", limits.usd],
    ["max-tokens", limits.tokens],
    ["max-time", seconds === null ? null : `${seconds}s`],
    ["priority", priority === usualPriority ? null : priority],
  ];
  const words = named.flatMap(([flag, value]) => (value == null ? [] : [`--${flag}`, quoteWord(String(value))]));
  return ["untildone fleet submit", ...words, ...(pullRequest ? ["--pr"] : [])].join(" ");
}

export const usualPriority = 100;

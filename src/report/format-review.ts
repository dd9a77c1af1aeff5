import { describeFinding, isBlocking, type Review, type ReviewFinding } from "../decide/review.js";
import { duration } from "../lib/text/duration.js";
import { money } from "../lib/text/money.js";
import { plural } from "../lib/text/plural.js";
import type { ReviewerShare, ToldFinding } from "../run/loop/summarize-reviews.js";
import { type EventOf, line, type Style } from "./screen-line.js";

/** What a review came to, in a few words: "refuted, 2 findings". */
export function describeReview({ state, why, findings, isKept, isAuthor }: Review): string {
  const count = plural(findings.filter(isBlocking).length, "finding");
  const said =
    state === "refuted"
      ? `refuted, ${count}`
      : state === "passed"
        ? "found nothing that counts"
        : `unknown: ${why ?? ""}`;
  const notes = [
    ...(isKept ? ["reviewed before, with the same content"] : []),
    ...(isAuthor ? ["the author's own agent and model"] : []),
  ];
  return notes.length > 0 ? `${said} (${notes.join("; ")})` : said;
}

/** What a review cost, as far as its agent tells. */
export const describeReviewCost = ({ seconds, usd, tokens }: Pick<Review, "seconds" | "usd" | "tokens">): string =>
  [
    duration(Math.round(seconds)),
    ...(usd === null ? [] : [money(usd)]),
    ...(tokens ? [plural(tokens, "token")] : []),
  ].join(", ");

/** What a reviewer did in a run, in one line. */
export function describeReviewer(share: ReviewerShare): string {
  const { reviewer, reviews, refuted, unknown, why, isAuthor } = share;
  return [
    `${reviewer}: ${plural(reviews, "review")}${refuted > 0 ? `, ${refuted} refuted` : ""}`,
    ...(unknown > 0 ? [`, ${unknown} unknown${why === null ? "" : ` (${why})`}`] : []),
    `; ${describeReviewCost(share)}`,
    ...(isAuthor ? ["; the author's own agent and model"] : []),
  ].join("");
}

/** A finding of a run, with its answer and what became of it. */
export function describeTold({ task, reviewer, finding, is }: ToldFinding): string {
  const became = { left: "left", taken: "taken all the same", settled: "not raised again" }[is];
  return `${task === null ? "" : `${task}: `}${reviewer} ${describeOutcome(finding)} [${became}]`;
}

/** A finding as a person reads it, with what became of it. */
export function describeOutcome(finding: ReviewFinding): string {
  const { dropped, severity, answer } = finding;
  const became = dropped ?? (severity === "minor" ? "minor" : null);
  return `${describeFinding(finding)}${answer === undefined ? "" : ` — answered: ${answer}`}${became === null ? "" : ` [${became}]`}`;
}

/** A review on the screen of a run. */
export function formatReviewEnd({ review }: EventOf<"review-end">, { dim, green, yellow, red }: Omit<Style, "name">) {
  const { reviewer, state, findings } = review;
  const tone = state === "refuted" ? red : state === "passed" ? green : yellow;
  const cost = review.isKept ? "" : dim(` (${describeReviewCost(review)})`);
  return [
    line(`  review by ${reviewer}: ${tone(describeReview(review))}${cost}`, 4),
    ...findings.map((finding) => line(dim(`    ${describeOutcome(finding)}`), 6)),
  ];
}

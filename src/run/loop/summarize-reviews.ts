import { isBlocking, type Review, type ReviewFinding } from "../../decide/review.js";
import { tasksDoneBy } from "../../decide/tasks-done.js";
import { plus } from "../../store/current-run.js";
import type { DecisionRecord } from "../../store/record.js";

/** What the reviewers of a run did, and what that cost: it is part of the run's cost, and told apart. */
export interface ReviewSummary {
  readonly reviewers: readonly ReviewerShare[];
  /** The findings that counted, with what became of each. */
  readonly findings: readonly ToldFinding[];
}

export interface ReviewerShare {
  readonly reviewer: string;
  readonly reviews: number;
  readonly refuted: number;
  readonly unknown: number;
  /** Why the last of those came to nothing. */
  readonly why: string | null;
  readonly seconds: number;
  /** As far as its agent reports them. */
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly isAuthor: boolean;
}

export interface ToldFinding {
  readonly task: string | null;
  readonly reviewer: string;
  readonly finding: ReviewFinding;
  /** It stands, the work was taken with it, or it was not raised again. */
  readonly is: "left" | "taken" | "settled";
}

/** The decisions of a run, oldest first; null where nobody reviewed anything. */
export function summarizeReviews(records: readonly DecisionRecord[]): ReviewSummary | null {
  const shares = new Map<string, ReviewerShare>();
  const findings = new Map<string, ToldFinding>();
  for (const record of records) {
    if (record.about) continue; // It repeats what the unit saw.
    const { reviews = [], answers } = record.observation;
    if (answers) answer(findings, record, answers);
    if (reviews.length > 0) settle(findings, reviews[0]?.task ?? "");
    for (const review of reviews) {
      shares.set(review.reviewer, addReview(shares.get(review.reviewer), review));
      for (const finding of review.findings.filter(isBlocking))
        findings.set(`${review.task}\0${finding.id}`, {
          ...{ task: review.task || null, reviewer: review.reviewer, finding },
          is: isTaken(record, review) ? "taken" : "left",
        });
    }
  }
  return shares.size === 0 ? null : { reviewers: [...shares.values()], findings: [...findings.values()] };
}

function answer(
  findings: Map<string, ToldFinding>,
  { observation }: DecisionRecord,
  answers: Readonly<Record<string, string>>,
): void {
  const task = observation.selection.is === "task" ? observation.selection.id : "";
  for (const [id, text] of Object.entries(answers)) {
    const told = findings.get(`${task}\0${id}`);
    if (told) findings.set(`${task}\0${id}`, { ...told, finding: { ...told.finding, answer: text } });
  }
}

/** A new review of a task: what it does not raise again is settled. */
function settle(findings: Map<string, ToldFinding>, task: string): void {
  for (const [key, told] of findings)
    if ((told.task ?? "") === task && told.is === "left") findings.set(key, { ...told, is: "settled" });
}

const isTaken = ({ decision }: DecisionRecord, { task }: Review): boolean =>
  tasksDoneBy(decision).includes(task) || decision.outcome === "completed";

const nobody: Omit<ReviewerShare, "reviewer"> = {
  ...{ reviews: 0, refuted: 0, unknown: 0, why: null, seconds: 0 },
  ...{ usd: null, tokens: null, isAuthor: false },
};

function addReview(before: ReviewerShare | undefined, review: Review): ReviewerShare {
  const { reviewer, state, why, seconds, usd, tokens, isKept, isAuthor } = review;
  const share = before ?? { ...nobody, reviewer };
  return {
    reviewer,
    reviews: share.reviews + (isKept ? 0 : 1),
    refuted: share.refuted + (state === "refuted" && !isKept ? 1 : 0),
    unknown: share.unknown + (state === "unknown" && !isKept ? 1 : 0),
    why: state === "unknown" ? (why ?? null) : share.why,
    seconds: share.seconds + (isKept ? 0 : seconds),
    usd: plus(share.usd, usd),
    tokens: plus(share.tokens, tokens),
    isAuthor: share.isAuthor || isAuthor === true,
  };
}

import { readReviewAnswer } from "../../agents/signals/review-answer.js";
import { isBlocking, type Review, type ReviewFinding, reviewStates } from "../../decide/review.js";
import { errorMessage } from "../../lib/errors.js";
import { isRecord } from "../../lib/json/is-record.js";
import { contentKey } from "../content-key.js";
import { askReviewer, type ReviewerTurn } from "./ask-reviewer.js";
import { describeDiff } from "./describe-diff.js";
import { openReviewCopy, type ReviewCopy } from "./review-copy.js";
import type { Reviewer, ReviewTerms, WorkToReview } from "./reviewing.js";
import { findStillFailing, weighFindings } from "./weigh-findings.js";
import { writeQuestion } from "./write-question.js";

/** Lets one reviewer try to refute the work; on content that it has reviewed before, nobody is asked. */
export async function reviewWork(reviewer: Reviewer, work: WorkToReview, terms: ReviewTerms): Promise<Review> {
  const begun = terms.now();
  const subject = await keyOf(reviewer, work, terms);
  const base: Review = {
    ...{ reviewer: reviewer.label, task: work.task, subject, state: "unknown", findings: [], round: work.round },
    ...{ usd: null, tokens: null, seconds: 0 },
    ...(reviewer.isAuthor ? { isAuthor: true } : {}),
  };
  const known = subject === null ? null : (terms.kept?.find(subject, readKept) ?? null);
  if (known) return { ...base, ...known, isKept: true };
  const made = await makeReview(reviewer, work, terms).catch((error: unknown) => unknown(errorMessage(error)));
  const { turn, ...outcome } = made;
  const { usd = null, tokens = null } = turn ?? {};
  const seconds = Math.max(turn?.seconds ?? 0, (terms.now() - begun) / 1000);
  const isCut = turn?.isCut === true || terms.signal?.aborted === true;
  const review: Review = { ...base, ...outcome, usd, tokens, seconds, ...(isCut ? { isCut: true } : {}) };
  if (review.state !== "unknown" && subject !== null && !isCut)
    terms.kept?.keep(subject, { state: review.state, findings: review.findings });
  return review;
}

type ReviewOutcome = Pick<Review, "state" | "why" | "findings"> & { readonly turn?: ReviewerTurn };

const unknown = (why: string, turn?: ReviewerTurn, findings: readonly ReviewFinding[] = []): ReviewOutcome => ({
  ...{ state: "unknown", why, findings },
  ...(turn ? { turn } : {}),
});

async function makeReview(reviewer: Reviewer, work: WorkToReview, terms: ReviewTerms): Promise<ReviewOutcome> {
  if (terms.seconds <= 0) return unknown("no time is left for it");
  if (reviewer.whyResting !== null) return unknown(reviewer.whyResting);
  const opened = await openReviewCopy(terms, work);
  if (typeof opened === "string") return unknown(opened);
  try {
    return await reviewIn(opened, { reviewer, work, terms });
  } finally {
    opened.copy.remove();
  }
}

interface Reviewing {
  readonly reviewer: Reviewer;
  readonly work: WorkToReview;
  readonly terms: ReviewTerms;
}

async function reviewIn(
  { copy, asBefore, whyEdited }: ReviewCopy,
  { reviewer, work, terms }: Reviewing,
): Promise<ReviewOutcome> {
  const { cwd, contents, seconds, findings, room, plans, signal, logDirectory } = terms;
  const project = work.seen.after.roots[0]?.path ?? cwd;
  const place = { project, copy, room, plans, seconds, logDirectory, ...(signal ? { signal } : {}) };
  const weighing = { ...place, findings, earlier: [...work.closed, ...work.open], named: work.named };
  const failing = await findStillFailing({ ...weighing, earlier: work.open });
  if (failing.length > 0) return { state: "refuted", findings: failing };
  const diff = await describeDiff({ cwd, root: project, files: work.files, contents });
  const marks = { id: terms.newId(), boundary: `${terms.newId()}${terms.newId()}` };
  const question = writeQuestion({ work, diff, asBefore, marks });
  const turn = await askReviewer(reviewer, { ...place, run: terms.run, question });
  const edited = await whyEdited();
  if (edited !== null) return unknown(edited, turn);
  if (turn.failed) terms.onFailure(reviewer, turn.failed);
  if (turn.failure !== null) return unknown(turn.failure, turn);
  const answer = readReviewAnswer(turn.message, marks);
  if (answer.is === "none") return unknown(answer.why, turn);
  return conclude(await weighFindings(answer.findings, weighing), { saysNo: answer.saysNo, turn });
}

/** The worse of its verdict and its findings; a no that names nothing which counts is no answer, and no yes. */
function conclude(
  findings: readonly ReviewFinding[],
  { saysNo, turn }: { readonly saysNo: boolean; readonly turn: ReviewerTurn },
): ReviewOutcome {
  if (findings.some(isBlocking)) return { state: "refuted", findings, turn };
  const blocking = findings.filter(({ severity }) => severity === "blocking");
  const dropped = blocking[0]?.dropped;
  if (dropped !== undefined) return unknown(`its finding does not count: ${dropped}`, turn, findings);
  if (saysNo) return unknown("it says no, and names nothing that blocks", turn, findings);
  return { state: "passed", findings, turn };
}

function keyOf({ label, agent }: Reviewer, work: WorkToReview, terms: ReviewTerms): Promise<string | null> {
  const { cwd, room, findings } = terms;
  const { task, text, criteria, open, closed } = work;
  const said = [...open, ...closed].filter(({ answer }) => answer !== undefined);
  const answered = said.map(({ file, at, answer }) => [file, at, answer]);
  const words = agent.invoke({ prompt: "", resume: null }).words;
  return contentKey({ cwd, room, now: work.seen.after }, [
    "review",
    label,
    words,
    task,
    text,
    criteria,
    answered,
    findings,
  ]);
}

const readKept = (value: unknown): Pick<Review, "state" | "findings"> | null =>
  isRecord(value) && reviewStates.some((state) => state === value["state"]) && Array.isArray(value["findings"])
    ? (value as unknown as Pick<Review, "state" | "findings">)
    : null;

import { blockingFindings, describeUnreviewed, type Review, type ReviewFinding } from "../decide/review.js";
import { tasksDoneBy } from "../decide/tasks-done.js";
import type { CurrentRun } from "./current-run.js";
import { type DecisionRecord, decisionTask } from "./record.js";

/** What reviewers have said about a task that is not done. */
export interface ReviewMemory {
  readonly task: string;
  /** How often findings went back to its author. */
  readonly rounds: number;
  /** How many findings there were so far: the next one has the next number. */
  readonly named: number;
  /** The findings that went back last, with the author's answers. */
  readonly open: readonly ReviewFinding[];
  /** Earlier ones that were answered, or were not raised again. */
  readonly closed: readonly ReviewFinding[];
}

export const noReviews = (task: string): ReviewMemory => ({ task, rounds: 0, named: 0, open: [], closed: [] });

const maxRemembered = 100;
const maxClosed = 40;

/** What was said about a task in its earlier reviews. */
export const recallReviews = (run: Pick<CurrentRun, "reviewed"> | null, task: string): ReviewMemory =>
  run?.reviewed?.find((memory) => memory.task === task) ?? noReviews(task);

/** What a decision adds to the memory of reviews, and to the tasks that nobody could review. */
export function noteReviews(
  { reviewed = [], notReviewed = [] }: CurrentRun,
  record: DecisionRecord,
): Pick<CurrentRun, "reviewed" | "notReviewed"> {
  const { observation, decision } = record;
  const { reviews = [], answers } = observation;
  if (reviews.length === 0 && !answers) return {};
  const task = reviews[0]?.task ?? decisionTask(record) ?? "";
  const before = withAnswers(recallReviews({ reviewed }, task), answers ?? {});
  const others = reviewed.filter((memory) => memory.task !== task);
  const isDone = tasksDoneBy(decision).includes(task) || decision.outcome === "completed";
  const unknown = isDone ? describeUnreviewed(observation).map((why) => (task === "" ? why : `${task}: ${why}`)) : [];
  const told =
    unknown.length > 0 ? { notReviewed: [...new Set([...notReviewed, ...unknown])].slice(-maxRemembered) } : {};
  if (isDone) return { reviewed: others, ...told };
  const next = isSettled(reviews) ? addReviews(before, reviews) : before;
  // A task that was set aside and is tried again has all its rounds.
  const kept = decision.setAside ? { ...next, rounds: 0 } : next;
  return { reviewed: [...others, kept].slice(-maxRemembered), ...told };
}

const withAnswers = (memory: ReviewMemory, answers: Readonly<Record<string, string>>): ReviewMemory => ({
  ...memory,
  open: memory.open.map((finding) => {
    const answer = answers[finding.id];
    return answer === undefined ? finding : { ...finding, answer };
  }),
});

const isSettled = (reviews: readonly Review[]): boolean => reviews.length > 0 && reviews.every(({ isCut }) => !isCut);

function addReviews({ task, rounds, named, open, closed }: ReviewMemory, reviews: readonly Review[]): ReviewMemory {
  const left = blockingFindings({ reviews });
  const isOpen = ({ id }: ReviewFinding): boolean => left.some((finding) => finding.id === id);
  const numbers = reviews.flatMap(({ findings }) => findings.map(({ id }) => Number(id.slice(1)) || 0));
  return {
    task,
    rounds: rounds + (left.length > 0 ? 1 : 0),
    named: Math.max(named, ...numbers),
    open: left,
    closed: [...closed, ...open.filter((finding) => !isOpen(finding))].slice(-maxClosed),
  };
}

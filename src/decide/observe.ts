import { type AgentReport, reportBeside } from "./agent-report.js";
import type { SavedBreaker } from "./breaker.js";
import type { SetAside } from "./decision.js";
import { isOver } from "./dependencies.js";
import { type Evidence, isAboutHonesty } from "./evidence.js";
import type { OpenGroup } from "./groups.js";
import { addReport } from "./iteration-facts.js";
import { note } from "./mutable.js";
import type { IterationFacts, Observation, SessionStop, Turn, Used } from "./observation.js";
import type { OtherClaim } from "./proof.js";
import { blockingFindings } from "./review.js";
import {
  claimScope,
  type KnownTasks,
  type Selection,
  selectTaskById,
  type Task,
  type TaskView,
  viewTasks,
} from "./tasks.js";

/** Everything known about an iteration, before it becomes an observation. */
export interface KnownIteration {
  /** null: asked before the agent's turn. */
  readonly report: AgentReport | null;
  readonly facts: IterationFacts;
  readonly tasks: KnownTasks;
  /** undefined: not known; null: none could be selected. */
  readonly task: string | null | undefined;
  readonly evidence: readonly Evidence[];
  readonly history: readonly IterationFacts[];
  readonly breaker: SavedBreaker | null;
  readonly used: Used;
  /** What was found out about the task: its facts, its proof, and other tasks claimed with it. */
  readonly shown?: Shown | undefined;
  readonly trust?: Observation["trust"] | undefined;
  /** What reviewers say of it, and the author of their findings. */
  readonly reviewed?: ReviewedTurn | undefined;
  /** Groups that are done with their parts. */
  readonly groups?: readonly OpenGroup[] | undefined;
  /** What was done in the run so far. */
  readonly doneSoFar?: DoneSoFar | undefined;
  readonly order?: TaskOrder | undefined;
  readonly setAside: readonly SetAside[];
  readonly setAsideInARow: number;
  readonly gained: boolean;
  /** Messages of a person that wait for the selected task, or without one for the next prompt. */
  readonly pendingWords?: number | undefined;
  readonly interrupted: boolean;
  readonly forceComplete: boolean;
  readonly session?: SessionStop | undefined;
  readonly now: number | null;
}

/** What the agent or earlier decisions say about which task comes next. */
export type TaskOrder = Pick<Observation, "again" | "mayBeJudgedAgain" | "waits" | "escalation" | "withoutAgent">;
export type Shown = Pick<Observation, "facts" | "proof" | "signs" | "claims">;
export type ReviewedTurn = Pick<Observation, "reviews" | "answers">;
export type DoneSoFar = Pick<Observation, "doneInRun" | "unverified" | "provenBy" | "factRan" | "notReviewed">;

/** Builds the observation of an iteration, the input of every decision. */
export function observe(known: KnownIteration): Observation {
  const list = known.tasks.is === "tasks" ? known.tasks.tasks : [];
  const selection = selectTaskById(known.task, list);
  const { evidence, history, breaker, used, interrupted, forceComplete, now, setAside } = known;
  return {
    version: 1,
    turn: known.report && observeTurn(known.report, known, { selection, list }),
    selection,
    tasks: viewKnown(known.tasks, selection, setAside),
    evidence,
    history,
    breaker,
    used,
    interrupted,
    forceComplete,
    ...withOpenClaims(known.shown, { selection, list }),
    ...(known.trust && known.report ? { trust: known.trust } : {}),
    ...known.reviewed,
    ...(known.groups?.length ? { groups: known.groups } : {}),
    ...listDoneSoFar(known.doneSoFar ?? {}),
    ...known.order,
    ...(setAside.length > 0 ? { setAside, setAsideInARow: known.setAsideInARow } : {}),
    ...(known.gained ? { gained: true } : {}),
    ...(known.pendingWords ? { pendingWords: known.pendingWords } : {}),
    ...(known.session ? { session: known.session } : {}),
    now,
  };
}

/** Only other open tasks of the list can be claimed beside the selected one, and each of them once. */
function withOpenClaims(shown: Shown | undefined, { selection, list }: ListContext): Shown | undefined {
  if (!shown?.claims) return shown;
  const own = selection.is === "task" ? (selection.inList ?? selection.id) : undefined;
  const claims = new Map<string, OtherClaim>();
  for (const claim of shown.claims) {
    const named = selectTaskById(claim.task, list);
    const id = named.is === "task" ? (named.inList ?? named.id) : claim.task;
    const task = list.find((each) => each.id === id);
    if (task && !isOver(task) && !task.optional && id !== own && !claims.has(id))
      claims.set(id, { ...claim, task: id });
  }
  return { ...shown, claims: [...claims.values()] };
}

/** Nothing that is zero or empty: most runs of other loops have none of it. */
const listDoneSoFar = ({ doneInRun, unverified, provenBy, factRan, notReviewed }: DoneSoFar): DoneSoFar => ({
  ...(doneInRun ? { doneInRun } : {}),
  ...(unverified ? { unverified } : {}),
  ...(provenBy?.length ? { provenBy } : {}),
  ...(factRan ? { factRan } : {}),
  ...(notReviewed?.length ? { notReviewed } : {}),
});

function viewKnown(tasks: KnownTasks, selection: Selection, setAside: readonly SetAside[]): TaskView {
  const aside = setAside.map(({ task }) => task);
  return tasks.is === "tasks" ? viewTasks(tasks.tasks, selection, aside) : tasks;
}

interface ListContext {
  readonly selection: Selection;
  readonly list: readonly Task[];
}

function observeTurn(agentReport: AgentReport, known: KnownIteration, { selection, list }: ListContext): Turn {
  const { facts: seen, evidence, history } = known;
  const read = namingOthers(reportBeside(agentReport, evidence.some(hasRun)), { selection, list });
  const report = denyingOwn(read, { selection, list });
  const facts = addReport(seen, report, claimScope(selection, known.tasks));
  if (selection.is === "task") facts.task = selection.id;
  const last = history.at(-1);
  const isOther = last?.task !== undefined && facts.task !== undefined && last.task !== facts.task;
  if (isOther) facts.fresh = true;
  if (blockingFindings(known.reviewed ?? {}).length > 0) facts.refuted = true;
  if (report.limit?.resetsAt) facts.resetKnown = true;
  note(facts, "failingChecks", facts.failingChecks ?? countFailing(evidence));
  if (facts.claimed && seen.tampered === undefined && evidence.some(isTampered)) facts.tampered = true;
  return { report, facts };
}

/** A required check with a result: it knows better than the agent whether the tests pass. */
const hasRun = (check: Evidence): boolean => check.required && check.state !== "unknown" && !isAboutHonesty(check);

const isTampered = (check: Evidence): boolean => isAboutHonesty(check) && check.state === "fails";

/** How many checks fail. Undefined if one has no result: a check that became unknown is not an improvement. */
function countFailing(evidence: readonly Evidence[]): number | undefined {
  const ran = evidence.filter(({ notRun }) => !notRun);
  if (ran.length === 0 || ran.some((check) => check.state === "unknown")) return undefined;
  return ran.filter((check) => check.state === "fails").length;
}

/** "Still to do: wordcount, roman" names other tasks of the list, so it does not block the selected one. */
function namingOthers(report: AgentReport, { selection, list }: ListContext): AgentReport {
  const { remaining } = report;
  if (remaining?.of !== "task" || selection.is !== "task" || list.length < 2) return report;
  const selected = selection.inList ?? selection.id;
  const own = list.find(({ id }) => id === selected);
  const others = list.filter((task) => task !== own);
  const parts = remaining.text.split(/[,;]|\band\b/).map(splitWords);
  const isOther = (words: readonly string[]): boolean =>
    words.length > 0 && others.some((task) => sharesAll(words, task)) && !(own && sharesAll(words, own));
  const named = parts.filter((words) => words.length > 0);
  return named.length > 0 && named.every(isOther) ? { ...report, remaining: { ...remaining, of: "list" } } : report;
}

/** "T1 is not done" denies the task if T1 is the selected one. */
function denyingOwn(report: AgentReport, { selection, list }: ListContext): AgentReport {
  const { deniedTasks = [] } = report;
  if (selection.is !== "task" || deniedTasks.length === 0) return report;
  const own = selection.inList ?? selection.id;
  const isOwn = (name: string): boolean => {
    const named = selectTaskById(name, list);
    return named.is === "task" && (named.inList ?? named.id).toLowerCase() === own.toLowerCase();
  };
  return deniedTasks.some(isOwn) ? { ...report, taskDenied: true } : report;
}

/** The words that can identify a task: no articles, no filler, no punctuation. */
const splitWords = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 2 && !fillers.has(word));

/** Words too common in task titles to identify one. */
const fillers = new Set(
  "the and for still task tasks implement add write function todo test tests docs documentation edge cases error errors handling review cleanup refactoring support".split(
    " ",
  ),
);

function sharesAll(words: readonly string[], { id, title }: Task): boolean {
  const own = new Set([...splitWords(title), ...splitWords(id)]);
  return words.every((word) => own.has(word));
}

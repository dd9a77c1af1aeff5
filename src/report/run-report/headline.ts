import { duration } from "../../base/duration.js";
import { money } from "../../base/money.js";
import { plural } from "../../base/plural.js";
import type { Decision, Outcome } from "../../core/decision.js";
import type { ExportedRun } from "../../fleet/exported.js";
import { isNothingProven, titleRun } from "../../loop/run-title.js";
import type { RunSummary } from "../../loop/summarize-run.js";
import { type Acceptance, describeWho } from "../../store/acceptance.js";
import { formatNotProven, formatProved } from "../format-proof.js";
import { listNames } from "../list-names.js";
import { describeWay, type PersonRecord } from "../person-actions.js";
import { clipLine } from "./clip-text.js";
import { adviseOnFleet } from "./fleet-advice.js";
import { explainDone, forPerson } from "./for-person.js";
import type { Headline, RunStatus } from "./run-report.js";

interface Ending {
  readonly status: RunStatus;
  readonly decision: Pick<Decision, "outcome" | "rule" | "reason" | "onlyReview">;
  readonly summary: RunSummary;
  /** A person's word for the whole run. */
  readonly acceptance: Acceptance | null;
  /** The journal was exported from a fleet. */
  readonly fleet: ExportedRun | null;
  readonly person: readonly PersonRecord[];
}

/** What happened, why it stopped and what to do next, in the words of the run's summary. */
export const writeHeadline = (ending: Ending): Headline => ({
  title: writeTitle(ending),
  happened: describeWork(ending),
  stopped: describeEnd(ending),
  next: describeNext(ending),
});

const titles: Readonly<Record<Outcome, string>> = {
  completed: "Completed",
  "needs-review": "Needs review",
  stuck: "Stuck",
  blocked: "Blocked",
  aborted: "Aborted",
  interrupted: "Interrupted",
};

const unended: Readonly<Record<Exclude<RunStatus, "ended">, string>> = {
  running: "Still running",
  "cut-off": "Cut off",
  open: "Not ended",
};

function writeTitle({ status, decision, summary, acceptance }: Ending): string {
  const { outcome, onlyReview, reason } = decision;
  const { tasks } = summary;
  const special =
    status === "ended" ? titleRun({ decision, acceptance, nothingProven: isNothingProven(summary) }) : null;
  if (special !== null && onlyReview === "unchecked" && !acceptance) return `${special}: ${clipLine(reason)}`;
  const plain =
    status === "ended" && outcome !== null ? titles[outcome] : unended[status === "ended" ? "open" : status];
  return tasks === null
    ? (special ?? plain)
    : `${special ?? plain}: ${tasks.done} of ${plural(tasks.total, "task")} done`;
}

function describeWork({ summary, decision: { outcome } }: Ending): readonly string[] {
  const { verified, forced, refused, setAside, owed, unmarked, changedTests, lastWords, outside } = summary;
  return [
    `${describeEffort(summary)}${describeWaste(summary)}.`,
    ...sentence(verified, (names) => `Verified: ${names}.`),
    ...formatProved(summary).map((line) => `Proved by: ${clipLine(line)}.`),
    ...formatNotProven(summary).map((line) => `Not proven: ${clipLine(line)}.`),
    ...sentence(forced, (names) => `Done on your word (forced): ${names}.`),
    ...describeAccepted(summary),
    ...sentence(
      setAside.map(({ task }) => task),
      (names) => `Set aside for you: ${names}.`,
    ),
    ...sentence(owed, (names) => `Ticked by the agent without visible work, so not done: ${names}.`),
    ...sentence(unmarked, (names) => `Done in the journal, but not marked in the list: ${names}.`),
    ...sentence(
      changedTests,
      (names) => `Tests that pass only because the agent changed them (they fail as they were at the start): ${names}.`,
    ),
    ...sentence(outside, (names) => `Changed outside the worktree meanwhile, by the agent or by a person: ${names}.`),
    ...describeRefused(refused, outcome === "completed" ? null : summary.lastTask),
    ...(lastWords === null ? [] : [`The agent's last words: “${clipLine(lastWords)}”`]),
  ];
}

/** Older journals do not say who it was. */
function describeAccepted({ accepted, acceptances }: RunSummary): readonly string[] {
  if (acceptances.length === 0)
    return sentence(accepted, (names) => `Done on your word (accepted afterwards): ${names}.`);
  return acceptances.map(
    (each) => `Accepted as done by ${clipLine(describeWho(each))}: ${listNames(each.tasks) ?? "the run"}.`,
  );
}

/** Why the task that is still to do was not taken as done, is what a person asks first. */
function describeRefused(refused: RunSummary["refused"], lastTask: string | null): readonly string[] {
  const claims = refused.reduce((sum, { times }) => sum + times, 0);
  if (claims === 0) return [];
  const last = refused.find(({ task }) => task !== null && task === lastTask);
  const why = last
    ? `; ${claims === 1 ? "that" : "the last"} of ${last.task}: ${clipLine(forPerson(last.reason))}`
    : "";
  return [`${plural(claims, "claim")} of completion ${claims === 1 ? "was" : "were"} refused${why}.`];
}

const sentence = (ids: readonly string[], write: (names: string) => string): readonly string[] => {
  const names = listNames(ids);
  return names === null ? [] : [write(names)];
};

function describeEffort({ iterations, seconds, usd, agents }: RunSummary): string {
  const who = agents.length === 0 ? "" : ` by ${agents.map(({ agent }) => agent).join(" and ")}`;
  return `${plural(iterations, "iteration")}${who} in ${duration(seconds)}${usd === null ? "" : ` for ${money(usd)}`}`;
}

function describeWaste({ wasted, iterations }: RunSummary): string {
  if (wasted === 0 || iterations === 0) return "";
  if (wasted >= iterations) return iterations === 1 ? ", without progress" : ", none of which made progress";
  return wasted === 1 ? "; the last one made no progress" : `; the last ${wasted} made no progress`;
}

const meanings: Readonly<Record<Outcome, string>> = {
  completed: "The work is done.",
  "needs-review": "A person has to look at it.",
  stuck: "The agent got nowhere.",
  blocked: "The agent cannot go on without a person.",
  aborted: "The run could not go on.",
  interrupted: "A person stopped it.",
};

function describeEnd({ status, decision, person, acceptance }: Ending): readonly string[] {
  const { outcome, rule } = decision;
  const reason = `${asSentence(forPerson(clipLine(decision.reason)))}.`;
  if (status === "ended" && acceptance)
    return [`A person took the work as done. The run itself had ended as ${outcome}: ${clipLine(decision.reason)}.`];
  if (status === "ended" && decision.onlyReview === "unchecked")
    return ["The work is done, but nothing here could check it."];
  if (status === "ended" && outcome === "interrupted") return [describeStop(person)];
  if (status === "ended" && rule === "budget-spent") return [`It used up its budget: ${budgetIn(decision.reason)}.`];
  if (status === "ended" && outcome === "completed") return [meanings[outcome], explainDone(decision.reason)].map(end);
  if (status === "ended" && outcome !== null) return [meanings[outcome], reason];
  return [unendedReasons[status === "ended" ? "open" : status], `The last decision was to continue: ${reason}`];
}

const budgetIn = (reason: string): string => clipLine(reason.replace(/^budget spent: /, ""));

const end = (text: string): string => `${asSentence(clipLine(text)).replace(/\.$/, "")}.`;

/** Its reason says no more than that. */
function describeStop(person: readonly PersonRecord[]): string {
  const asked = person.findLast((record) => record.kind === "control" && record.action.startsWith("stop"));
  return asked?.kind === "control" ? `A person stopped it, ${describeWay(asked)}.` : meanings.interrupted;
}

const unendedReasons: Readonly<Record<Exclude<RunStatus, "ended">, string>> = {
  running: "It has not stopped: the run is still at work.",
  "cut-off": "It was killed before it could end: what its agent changed last has not been checked.",
  open: "No end was recorded.",
};

function describeNext(ending: Ending): readonly string[] {
  const { status, summary, decision, fleet, acceptance } = ending;
  const { next, worktree, notProven, changedTests, question } = summary;
  const aside = summary.setAside.map(({ task }) => task);
  const isDone = status === "ended" && (acceptance !== null || decision.outcome === "completed");
  const isDoubtful = notProven.length > 0 && acceptance === null;
  return [
    ...describeStep(ending),
    ...(status === "ended" && !fleet && !isDone && aside.length > 0 && !next?.includes("untildone accept")
      ? [`Look at ${listNames(aside)}, set aside for you: untildone accept ${aside.join(" ")} takes it as done`]
      : []),
    ...(question !== null && !isDone ? [`The agent asks: “${clipLine(question)}”`] : []),
    ...(isDone && isDoubtful ? ["Look at the work that is not proven."] : []),
    ...(changedTests.length > 0 ? ["Look at the tests that the agent changed."] : []),
    ...(worktree ? [`Take over the work, in your own checkout, with: ${worktree.merge}`] : []),
    ...(isDone && !isDoubtful && changedTests.length === 0 && !worktree && !fleet
      ? ["Review and commit the work as usual."]
      : []),
  ];
}

function describeStep({ status, summary, decision, fleet, acceptance }: Ending): readonly string[] {
  const { next, verified, notProven } = summary;
  const outcome = status !== "ended" ? null : acceptance ? "completed" : decision.outcome;
  const isAllDone = decision.onlyReview !== undefined;
  if (fleet) return adviseOnFleet(fleet, { outcome, done: verified.length + notProven.length, isAllDone });
  if (status !== "ended") return [nextIfOpen[status]];
  return next === null ? [] : [asSentence(next)];
}

const nextIfOpen: Readonly<Record<Exclude<RunStatus, "ended">, string>> = {
  running: "Wait for it; untildone state shows where it stands.",
  "cut-off": "Continue it with: untildone run --resume",
  open: "If another loop makes these decisions, let it go on; continue a run of untildone with: untildone run --resume",
};

/** Reasons are written in lower case, to stand after a colon. Names of files and commands keep their case. */
const asSentence = (text: string): string =>
  /^(?:untildone|git|npm) |^[a-z]+[^a-z\s,:;']/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

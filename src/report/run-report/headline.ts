import type { Decision, Outcome } from "../../decide/decision.js";
import type { ExportedRun } from "../../fleet/exported.js";
import { plural } from "../../lib/text/plural.js";
import { type AdvicePart, adviceText } from "../../run/loop/advice.js";
import type { RunSummary } from "../../run/loop/run-summary.js";
import { isNothingProven, titleRun } from "../../run/loop/run-title.js";
import { type Acceptance, describeWho } from "../../store/acceptance.js";
import { formatNotProven, formatProved } from "../format-proof.js";
import { listNames } from "../list-names.js";
import { type NameTask, nameTasks } from "../name-task.js";
import type { PersonRecord } from "../person-actions.js";
import { clipLine } from "./clip-text.js";
import { describeEffort, describeWaste } from "./describe-effort.js";
import { describeEnd } from "./describe-end.js";
import { forPerson } from "./for-person.js";
import { adviseNext } from "./next-steps.js";
import { describeAllUndone } from "./report-undone.js";
import type { Headline, RunStatus } from "./run-report.js";

export interface RunEnd {
  readonly status: RunStatus;
  readonly decision: Pick<Decision, "outcome" | "rule" | "reason" | "onlyReview">;
  readonly summary: RunSummary;
  /** A person's word for the whole run. */
  readonly acceptance: Acceptance | null;
  /** The journal was exported from a fleet. */
  readonly fleet: ExportedRun | null;
  readonly person: readonly PersonRecord[];
  /** What a person undid after it: tasks, or "turn 3". */
  readonly undone: readonly string[];
  /** A person asked it to pause, and nobody continued it; null for a run that nobody paused. */
  readonly pause: "pausing" | "paused" | null;
  /** What its tasks are called. */
  readonly name: NameTask;
}

/** What happened, why it stopped and what to do next, in the words of the run's summary. */
export function writeHeadline(ending: RunEnd): Headline {
  const named = { ...ending, summary: nameTasks(ending.summary, ending.name) };
  const steps = adviseNext(ending).map((step) => step.map(clipPart));
  return {
    title: writeTitle(ending),
    happened: [...describeWork(named, describeProven(named)), ...describeAllUndone(ending.undone, ending.name)],
    work: describeWork(named, []),
    stopped: describeEnd(ending),
    next: steps.map(adviceText),
    steps,
  };
}

const clipPart = ({ text, isCommand }: AdvicePart): AdvicePart => ({ text: clipLine(text), isCommand });

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

const pauseTitles = { pausing: "Pausing", paused: "Paused" } as const;

function writeTitle({ status, decision, summary, acceptance, pause }: RunEnd): string {
  const { outcome, onlyReview, reason } = decision;
  const { tasks } = summary;
  const special =
    status === "ended" ? titleRun({ decision, acceptance, nothingProven: isNothingProven(summary) }) : null;
  if (special !== null && onlyReview === "unchecked" && !acceptance) return `${special}: ${clipLine(reason)}`;
  const plain =
    status === "ended" && outcome !== null
      ? titles[outcome]
      : pause
        ? pauseTitles[pause]
        : unended[status === "ended" ? "open" : status];
  return tasks === null
    ? (special ?? plain)
    : `${special ?? plain}: ${tasks.done} of ${plural(tasks.total, "task")} done`;
}

const describeProven = ({ summary }: RunEnd): readonly string[] => [
  ...sentence(summary.verified, (names) => `Verified: ${names}.`),
  ...formatProved(summary).map((line) => `Proved by: ${clipLine(line)}.`),
  ...formatNotProven(summary).map((line) => `Not proven: ${clipLine(line)}.`),
];

function describeWork({ summary, decision: { outcome } }: RunEnd, proven: readonly string[]): readonly string[] {
  const { forced, refused, setAside, owed, unmarked, changedTests, lastWords, outside } = summary;
  return [
    `${describeEffort(summary)}${describeWaste(summary)}.`,
    ...proven,
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

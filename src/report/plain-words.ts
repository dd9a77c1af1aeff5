import type { Decision, Outcome } from "../decide/decision.js";
import type { Evidence } from "../decide/evidence.js";
import { tasksDoneBy } from "../decide/tasks-done.js";
import { plural } from "../lib/text/plural.js";
import type { DecisionRecord } from "../store/record.js";
import { withCheckLabels } from "./check-labels.js";
import { forPerson } from "./run-report/for-person.js";

/**
 * What the rules write for each other, as a colleague would say it. `check`, `explain --all`, `--json` and `policies` show
 * the rules' own words.
 */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/^no rule asked to stop$/, "not done yet"],
  // The question itself has a line of its own.
  [
    /(asked a question, waiting for a person .* without progress|needs a person for the same as in .*, and no task is done yet): ".*"$/,
    "$1",
  ],
  [/(^|: )(?:the claim of completion was refused|the gate refused): /, "$1"],
  [/^the breaker (?:opened|is open): /, ""],
  [/^the breaker is open$/, "the last run got nowhere"],
  [/^claimed$/, ""],
  [/^claimed twice, with nothing changed\b/, "it says so twice, with nothing changed"],
  [/\bthe work is visible\b/, "its work is there"],
  [
    /^an explicit claim with \d+ indicators?(?: and score \d+)?, no veto/,
    "the agent says so, and nothing speaks against it",
  ],
  [/\b\d+ of \d+ completion indicators\b/, "too little shows that it is done"],
  [/\bscore \d+ is below \d+\b/, "too little shows that it is done"],
  [
    /\bgreen checks alone prove nothing: no phrase, finished list, ticked task or moved task file/,
    "passing checks alone do not show that it is done",
  ],
  [/\brequired check (\S+) fails: (.+) did not fail before$/, "$1: newly failing: $2"],
  [/\brequired check (\S+) fails: /, "$1: "],
  [/\brequired check (\S+) fails\b/, "the check $1 fails"],
  [/\brequired check (\S+) could not be verified\b/, "$1: could not be checked"],
  [/\brequired check (\S+) cannot run\b/, "$1: cannot run"],
  [/\b([\w-]+(?::[\w./-]+)?(?:, [\w-]+(?::[\w./-]+)?)*) holds?$/, "$1: passed"],
  [/\bno explicit, trusted signal does\b/, "there is no closing block that says so"],
  [/\bthe rules ask for another turn\b/, "it is not done"],
];

/** One reason; its points are separated by "; ". */
export function plainReason(reason: string): string {
  const points = reason.split("; ").map(plainPoint);
  return points.filter((point) => point !== "").join("; ") || "the agent says that it is done";
}

function plainPoint(point: string): string {
  let text = point;
  for (const [pattern, words] of phrases) text = text.replace(pattern, words);
  return withCheckLabels(forPerson(text));
}

/** A decision in words: what became of which task, and the points behind it. */
export interface SaidVerdict {
  /** In capitals where the run ends with it. */
  readonly head: string;
  readonly text: string;
  readonly points: readonly string[];
}

const ends: Readonly<Record<Outcome, string>> = {
  completed: "COMPLETED",
  "needs-review": "NEEDS REVIEW",
  stuck: "STUCK",
  blocked: "BLOCKED",
  aborted: "ABORTED",
  interrupted: "INTERRUPTED",
};

/** The decision, and what spoke against a claim: as the gate lists it, since titles and messages may hold any sign. */
export function splitReason({ decision, events }: Pick<DecisionRecord, "decision" | "events">): readonly string[] {
  const blocked = events.find(({ event }) => event === "exit_gate_blocked");
  const because = isRefusal(decision) && blocked?.event === "exit_gate_blocked" ? blocked.because : [];
  return because.length === 0 ? [decision.reason] : [refusal, ...because];
}

/** The same in a colleague's words, the point that says most first. */
export function sayReason(record: Pick<DecisionRecord, "decision" | "events">): readonly string[] {
  const [head = "", ...because] = splitReason(record);
  return because.length > 0 ? because.map(plainPoint) : [plainReason(head)];
}

export function sayVerdict(record: DecisionRecord, nameTask: (id: string) => string = (id) => id): SaidVerdict {
  const { decision, observation } = record;
  const [first = "", ...points] = sayReason(record);
  const task = observation.selection.is === "task" ? nameTask(observation.selection.id) : null;
  if (decision.outcome !== null) {
    const isDone = decision.outcome === "completed" && decision.onlyReview === undefined;
    return isDone
      ? { head: ends.completed, text: "every task is done, and every required check passes", points: [] }
      : { head: ends[decision.outcome], text: first, points };
  }
  if (decision.setAside) {
    const name = nameTask(decision.setAside.task);
    return { head: `${name} set aside for you`, text: plainReason(decision.setAside.reason), points: [] };
  }
  if (tasksDoneBy(decision).length > 0) return { head: "goes on", text: "with the next task", points: [] };
  if (isRefusal(decision)) {
    const told = [...points, "told the agent"];
    return { head: task === null ? "refused" : `${task} refused`, text: first, points: told };
  }
  return { head: "goes on", text: first, points };
}

const isRefusal = ({ reason }: Pick<Decision, "reason">): boolean => reason.startsWith(refusal);

const refusal = "the claim of completion was refused";

/** "2 files, tests 31 → 32 pass": what speaks for a task that is done. */
export function sayWork({ observation, after }: DecisionRecord): string {
  const { filesChanged } = after.past;
  const tests = observation.evidence.flatMap((check) => sayTests(check));
  return [...(filesChanged ? [plural(filesChanged, "file")] : []), ...tests].join(", ");
}

export function sayTests({ name, required, state, passed, passedBefore, aboutTask }: Evidence): readonly string[] {
  if (state !== "holds" || aboutTask) return [];
  if (passed === undefined) return required ? [`${name} passed`] : [];
  if (passedBefore === undefined || passedBefore === passed) return [`${name} ${passed} pass`];
  return [`${name} ${passedBefore} → ${passed} pass`];
}

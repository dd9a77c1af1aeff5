import type { Outcome } from "../../decide/decision.js";
import { nameInText } from "../name-task.js";
import { describeWay, type PersonRecord } from "../person-actions.js";
import { plainReason } from "../plain-words.js";
import { asSentence } from "./as-sentence.js";
import { clipLine } from "./clip-text.js";
import { explainDone } from "./for-person.js";
import type { RunEnd } from "./headline.js";
import type { RunStatus } from "./run-report.js";

const meanings: Readonly<Record<Outcome, string>> = {
  completed: "The work is done.",
  "needs-review": "A person has to look at it.",
  stuck: "The agent got nowhere.",
  blocked: "The agent cannot go on without a person.",
  aborted: "The run could not go on.",
  interrupted: "A person stopped it.",
};

/** Why it stopped, or where it stands, in sentences. */
export function describeEnd({ status, decision, person, acceptance, pause, fleet, name }: RunEnd): readonly string[] {
  const { outcome, rule } = decision;
  const reason = `${asSentence(clipLine(nameInText(plainReason(decision.reason), name)))}.`;
  if (status === "ended" && acceptance)
    return [`A person took the work as done. The run itself had ended as ${outcome}: ${clipLine(decision.reason)}.`];
  if (status === "ended" && decision.onlyReview === "unchecked")
    return ["The work is done, but nothing here could check it."];
  if (status === "ended" && outcome === "interrupted") return [describeStop(person)];
  if (status === "ended" && rule === "budget-spent") return [`It used up its budget: ${budgetIn(decision.reason)}.`];
  if (status === "ended" && outcome === "completed") return [meanings[outcome], explainDone(decision.reason)].map(end);
  if (status === "ended" && outcome !== null) return [meanings[outcome], reason];
  const standing = pause
    ? describePause(person, pause)
    : fleet
      ? atFleet
      : unendedReasons[status === "ended" ? "open" : status];
  return [
    standing,
    outcome === null
      ? `The last decision was to continue: ${reason}`
      : `Before it was resumed, it had ended as ${outcome}: ${reason}`,
  ];
}

const budgetIn = (reason: string): string => clipLine(reason.replace(/^budget spent: /, ""));

const end = (text: string): string => `${asSentence(clipLine(text)).replace(/\.$/, "")}.`;

/** Its reason says no more than that. */
function describeStop(person: readonly PersonRecord[]): string {
  const asked = person.findLast((record) => record.kind === "control" && record.action.startsWith("stop"));
  return asked?.kind === "control" ? `A person stopped it, ${describeWay(asked)}.` : meanings.interrupted;
}

/** It takes effect when the turn has ended. */
function describePause(person: readonly PersonRecord[], pause: NonNullable<RunEnd["pause"]>): string {
  const asked = person.findLast((record) => record.kind === "control");
  const way = asked?.kind === "control" ? `, ${describeWay(asked)}` : "";
  return pause === "paused"
    ? `A person paused it${way}: between two turns it waits until it is continued.`
    : `A person asked it to pause${way}: the turn that is at work ends first.`;
}

const atFleet = "Its tasks wait for workers, or workers are at work on them.";

const unendedReasons: Readonly<Record<Exclude<RunStatus, "ended">, string>> = {
  running: "It has not stopped: the run is still at work.",
  "cut-off": "It was killed before it could end: what its agent changed last has not been checked.",
  open: "No end was recorded.",
};

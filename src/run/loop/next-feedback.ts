import type { AgentReport } from "../../decide/agent-report.js";
import { describeNotDone } from "../../decide/describe-not-done.js";
import { describePending } from "../../decide/vetoes.js";
import type { Question } from "../../decide/words.js";
import type { DecisionRecord } from "../../store/record.js";
import type { Session } from "../session.js";

interface SaidInTurn {
  readonly report: AgentReport;
  readonly questions: readonly Question[];
}

/** What the next prompt says about this turn. */
export function describeLastTurn(
  { policy, agent }: Session,
  record: DecisionRecord,
  said: SaidInTurn,
): readonly string[] {
  return [
    ...feedbackForNextTurn(record).filter((line) => line !== said.report.weakBecause),
    ...turnFeedback(said, record, agent.protocol === "untildone"),
    ...verification(policy.settings.verifyIteration, record),
  ];
}

/**
 * Feedback for the next prompt. Remaining tasks and a person's words are omitted, since the prompt has the number of the
 * ones and the others themselves; a new task starts without feedback.
 */
export function feedbackForNextTurn({ decision, observation }: DecisionRecord): readonly string[] {
  const { tasks } = observation;
  if (decision.setAside || decision.taskDone !== null) return [];
  const left = tasks.is === "list" ? [describeNotDone(tasks)] : [];
  const omitted = [...left, describePending("task"), describePending("run")];
  return decision.feedback.filter((line) => !omitted.includes(line));
}

/** The claim passed; the next iteration only verifies it (an option from phase5). */
function verification(verifyIteration: boolean, { decision, after }: DecisionRecord): readonly string[] {
  const isDue = verifyIteration && after.past.passed && decision.decision === "CONTINUE" && !decision.taskDone;
  return isDue
    ? [
        "Your claim of completion passed every check. Now verify it, and do nothing else: read what was changed, run the tests, try the feature. Change something only if you find it wrong. Then report the status again.",
      ]
    : [];
}

/** Feedback on the last turn besides refused claims. Each line is something to do. */
function turnFeedback(
  { report, questions }: SaidInTurn,
  { decision }: Pick<DecisionRecord, "decision">,
  asksForBlock: boolean,
): readonly string[] {
  if (decision.taskDone !== null || decision.setAside) return [];
  const { failure } = report;
  if (failure && failure.limit === null) return [describeFailure(failure.kind, failure.message)];
  const hasBlock = report.signals.some(({ source, says }) => source === "final-message" && says !== "template");
  return [
    ...(report.weakBecause === null ? [] : [resend(report.weakBecause)]),
    ...(asksForBlock && report.spoke && !hasBlock
      ? [
          "Your last message had no status block. End with the block below: without it nobody knows whether the task is done.",
        ]
      : []),
    ...(report.questions > 0 && decision.claim !== "complete"
      ? [
          `${asked}${questions.at(-1)?.text ?? "a question"} Nobody is there to answer: decide yourself, go on, and write the assumption under NOTE.`,
        ]
      : []),
  ];
}

const asked = "You asked: ";

/** It says that nobody answers, which an answer makes untrue. */
export const isAboutQuestion = (line: string): boolean => line.startsWith(asked);

function describeFailure(kind: string, message: string): string {
  if (kind === "timeout")
    return `Your last turn was stopped: ${message}. Run nothing that waits for input or never ends, and give long commands a time limit.`;
  return `Your last turn ended in a failure of the agent's own program, not of this project (${message}). Go on from what it changed.`;
}

/** A completion that did not count. The reason is worded for people; these lines address the agent. */
const resend = (why: string): string =>
  why.includes("NONCE")
    ? "Your last status block did not count: its NONCE was not the one of its prompt. See that the task is finished, then copy the NONCE from the block below."
    : "Your last status block did not count: its closing line was missing. See that the task is finished, then end with the whole block below.";

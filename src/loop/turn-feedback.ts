import type { AgentReport } from "../core/agent-report.js";
import type { Question } from "../core/words.js";
import type { DecisionRecord } from "../store/record.js";

/** Feedback on the last turn besides refused claims. Each line is something to do. */
export function turnFeedback(
  { report, questions }: { readonly report: AgentReport; readonly questions: readonly Question[] },
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
